"""Prints the names that a package of the SDK exports, with the type of each value: names.py PACKAGE. All types of properties have to resolve."""

import importlib
import json
import sys

from pulumi import Resource
from pulumi import _types

package = importlib.import_module(sys.argv[1])
names = package.__all__

assert set(names) <= set(dir(package))
assert not hasattr(package, "no_such_name")

star: dict = {}
exec(f"from {sys.argv[1]} import *", star)
assert all(star[name] is getattr(package, name) for name in names)

for name in names:
    value = getattr(package, name)
    if _types.is_input_type(value):
        _types.input_type_types(value)
    elif _types.is_output_type(value):
        _types.output_type_types(value)
    elif isinstance(value, type) and issubclass(value, Resource):
        _types.resource_types(value)

print(json.dumps({name: type(getattr(package, name)).__name__ for name in names}))
