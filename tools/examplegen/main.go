// Command examplegen converts the example programs of examples/tokens to the languages of the SDKs with Pulumi's own generators.
//
//	examplegen [-schema schema.json] [-examples examples/tokens]
//
// Each file MODULE/NAME.yaml is a Pulumi YAML program, and MODULE/NAME.pp one in PCL, for what YAML cannot express. A YAML program is
// type-checked against the schema and converted to PCL. The PCL text is checked without leniency and generated as TypeScript, Python, C# and Go. The result is one JSON object on standard output: the paths of the programs
// without extension as keys, an object of languages with their texts as values. Every diagnostic is printed and is fatal.
//
// The Java generator needs older modules. It is a program of its own (folder java), which takes the PCL texts of the result.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	source := flag.String("schema", "schema.json", "the package schema")
	folder := flag.String("examples", "examples/tokens", "the folder of the YAML programs")
	flag.Parse()
	if err := run(*source, *folder); err != nil {
		fmt.Fprintln(os.Stderr, "examplegen:", err)
		os.Exit(1)
	}
}

func isSource(path string) bool {
	return filepath.Ext(path) == ".yaml" || filepath.Ext(path) == ".pp"
}

func run(source, folder string) error {
	pkg, err := bind(source)
	if err != nil {
		return err
	}
	programs := map[string]map[string]string{}
	var failures []error
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !isSource(path) {
			return err
		}
		languages, err := convert(path, loader{pkg})
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", path, err))
			return nil
		}
		name, err := filepath.Rel(folder, path)
		programs[filepath.ToSlash(strings.TrimSuffix(name, filepath.Ext(name)))] = languages
		return err
	})
	if err := errors.Join(append(failures, err)...); err != nil {
		return err
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(programs)
}
