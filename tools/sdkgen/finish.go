package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"golang.org/x/mod/modfile"
)

// goRequires are the modules that the generated Go code imports. The generator names a release of Pulumi's SDK that its own code does not
// compile with; v3.150.0 is the oldest one served here, as with the CLI.
var goRequires = map[string]string{
	"github.com/blang/semver":         "v3.5.1+incompatible",
	"github.com/pulumi/pulumi/sdk/v3": "v3.150.0",
}

// finished hands generated files to the step that completes them.
func finished(
	files map[string][]byte, err error, finish func(map[string][]byte) error,
) (map[string][]byte, error) {
	if err != nil {
		return nil, err
	}
	return files, finish(files)
}

// entryPoints name the compiled code for npm: in bin, which is published although git ignores it.
const entryPoints = `    "main": "bin/index.js",
    "types": "bin/index.d.ts",
    "files": [
        "bin"
    ],
`

// finishNodeManifest makes the npm package importable once it is compiled.
func finishNodeManifest(files map[string][]byte) error {
	const name, before = "package.json", "    \"scripts\": {\n"
	if bytes.Count(files[name], []byte(before)) != 1 || bytes.Contains(files[name], []byte(`"main"`)) {
		return fmt.Errorf("%s is not laid out as expected: adapt this edit", name)
	}
	files[name] = bytes.Replace(files[name], []byte(before), []byte(entryPoints+before), 1)
	if !json.Valid(files[name]) {
		return fmt.Errorf("%s is no JSON after its entry points were added", name)
	}
	// The package has no sources that maps could refer to.
	return applyAll(files, "tsconfig.json", []edit{{`        "declarationMap": true,` + "\n", ""}, {`        "sourceMap": true,` + "\n", ""}})
}

// finishGoModule names the modules that the code needs.
func finishGoModule(files map[string][]byte) error {
	const name = "go.mod"
	module, err := modfile.Parse(name, files[name], nil)
	if err != nil {
		return err
	}
	for path, version := range goRequires {
		if err := module.AddRequire(path, version); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	module.SortBlocks()
	module.Cleanup()
	files[name], err = module.Format()
	return err
}
