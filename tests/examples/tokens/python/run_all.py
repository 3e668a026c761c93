"""Runs every program of a folder with mocks of the engine, and prints the failures as JSON: name of the file to message."""

import asyncio
import json
import pathlib
import re
import runpy
import sys

import pulumi

REQUIRED_SETTING = re.compile(r'\.require\w*\("(\w+)"')


class Mocks(pulumi.runtime.Mocks):
    """Resources have the properties that the program gives; functions return their arguments, and a template for the program that reads one."""

    def new_resource(self, args):
        return [f"{args.name}-id", args.inputs]

    def call(self, args):
        return {**args.args, "template": {"settings": "{}"}}


def failure(path: pathlib.Path) -> str | None:
    """Runs one program and waits for its outputs."""
    asyncio.set_event_loop(asyncio.new_event_loop())
    config = {f"examples:{name}": "value" for name in REQUIRED_SETTING.findall(path.read_text(encoding="utf-8"))}
    pulumi.runtime.set_all_config(config)
    pulumi.runtime.set_mocks(Mocks(), project="examples", preview=False)
    try:
        pulumi.runtime.test(lambda: runpy.run_path(str(path)) and None)()
    except Exception as error:  # every failure of a program is a finding
        return f"{type(error).__name__}: {error}"
    return None


found = {path.name: failure(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py"))}
print(json.dumps({"programs": len(found), "failures": {name: message for name, message in found.items() if message}}))
