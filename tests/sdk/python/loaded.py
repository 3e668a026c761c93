"""Prints the modules of the SDK that an import loads, or the use of a name after it: loaded.py MODULE [NAME]."""

import importlib
import json
import sys

package = importlib.import_module(sys.argv[1])
for name in sys.argv[2:]:
    getattr(package, name)
print(json.dumps(sorted(name for name in sys.modules if name.startswith("pulumi_quartet"))))
