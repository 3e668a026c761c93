// Command sdkgen writes the SDKs from schema.json with Pulumi's own generators.
//
//	sdkgen [-schema schema.json] [-out sdk] [-check]
//
// The schema is bound first, the way `pulumi schema check` does it; every diagnostic is printed, and a warning is as fatal as an error.
// With -check that is all. Otherwise nodejs, python and go are written below -out: files that did not change are left alone, files that
// are no longer generated are removed, build results (bin, node_modules and the like) stay.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is what the generated files name as their generator.
const tool = "sdkgen"

func main() {
	source := flag.String("schema", "schema.json", "the package schema")
	out := flag.String("out", "sdk", "the folder that gets one folder per language")
	check := flag.Bool("check", false, "only bind the schema and report")
	flag.Parse()
	if err := run(*source, *out, *check); err != nil {
		fmt.Fprintln(os.Stderr, "sdkgen:", err)
		os.Exit(1)
	}
}

func run(source, out string, check bool) error {
	if _, err := bind(source); err != nil || check {
		return err
	}
	for _, language := range languages {
		// Generators note things in the package they are given, so each gets its own.
		pkg, err := bind(source)
		if err != nil {
			return err
		}
		files, err := language.generate(pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", language.name, err)
		}
		if err := mirror(filepath.Join(out, language.name), files); err != nil {
			return fmt.Errorf("%s: %w", language.name, err)
		}
		fmt.Printf("%s: %d files\n", language.name, len(files))
	}
	return nil
}

// languages are the SDKs in the order in which they are written.
var languages = []struct {
	name     string
	generate func(pkg *schema.Package) (map[string][]byte, error)
}{
	{"nodejs", func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
		return finished(files, err, finishNodeManifest)
	}},
	{"python", func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := python.GeneratePackage(tool, pkg, nil, nil)
		return finished(files, err, finishPython)
	}},
	{"go", func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := gogen.GeneratePackage(tool, pkg, nil)
		return finished(files, err, finishGoModule)
	}},
}

// bind reads and binds a schema, prints what the binder has to say, and fails when it says anything.
func bind(source string) (*schema.Package, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	// The binder never sees keys that it does not know, so they are refused here.
	var spec schema.PackageSpec
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, refusing{}, schema.ValidationOptions{})
	if err := report(diagnostics); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s: %d diagnostics", source, len(diagnostics))
	}
	return pkg, nil
}

func report(diagnostics hcl.Diagnostics) error {
	return hcl.NewDiagnosticTextWriter(os.Stderr, nil, 0, false).WriteDiagnostics(diagnostics)
}

// refusing is a loader of other packages' schemas for a schema that refers to none.
type refusing struct{}

var errRefused = errors.New("the schema refers to another package")

func (refusing) LoadPackage(pkg string, _ *semver.Version) (*schema.Package, error) {
	return nil, fmt.Errorf("%w: %s", errRefused, pkg)
}

func (refusing) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	return nil, fmt.Errorf("%w: %s", errRefused, descriptor.Name)
}
