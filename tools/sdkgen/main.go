// Command sdkgen writes the SDKs from schema.json with Pulumi's own generators.
//
//	sdkgen [-schema schema.json] [-license LICENSE] [-out sdk] [-languages nodejs,python,go] [-check]
//
// The schema is bound first, the way `pulumi schema check` does it; every diagnostic is printed, and a warning is as fatal as an error.
// With -check that is all. Otherwise each of the languages (nodejs, python, go, dotnet) is written below -out: files that did not change are
// left alone, files that are no longer generated are removed, build results (bin, node_modules and the like) stay. Java has a program of its
// own, tools/sdkgen-java.
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
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is what the generated files name as their generator.
const tool = "sdkgen"

// options: what is generated, and from what.
type options struct {
	source, license, out string
	languages            []string
	check                bool
}

func main() {
	var o options
	flag.StringVar(&o.source, "schema", "schema.json", "the package schema")
	flag.StringVar(&o.license, "license", "LICENSE", "the text of the license")
	flag.StringVar(&o.out, "out", "sdk", "the folder that gets one folder per language")
	flag.BoolVar(&o.check, "check", false, "only bind the schema and report")
	names := flag.String("languages", "nodejs,python,go", "the languages to generate")
	flag.Parse()
	o.languages = strings.Split(*names, ",")
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "sdkgen:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	if _, err := bind(o.source); err != nil || o.check {
		return err
	}
	license, err := os.ReadFile(o.license)
	if err != nil {
		return err
	}
	for _, name := range o.languages {
		generate, known := generators[name]
		if !known {
			return fmt.Errorf("%s: no generator of this language", name)
		}
		// Generators note things in the package they are given, so each gets its own.
		pkg, err := bind(o.source)
		if err != nil {
			return err
		}
		files, err := generate(pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files["LICENSE"] = license
		if files["README.md"], err = readme(name, pkg.Version.String()); err != nil {
			return err
		}
		if err := mirror(filepath.Join(o.out, name), files); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%s: %d files\n", name, len(files))
	}
	return nil
}

// generators return the files of an SDK by language.
var generators = map[string]func(pkg *schema.Package) (map[string][]byte, error){
	"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
		return finished(files, err, finishNodeManifest)
	},
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := python.GeneratePackage(tool, pkg, nil, nil)
		return finished(files, err, finishPython)
	},
	"go": func(pkg *schema.Package) (map[string][]byte, error) {
		files, err := gogen.GeneratePackage(tool, pkg, nil)
		return finished(files, err, finishGoModule)
	},
	"dotnet": generateDotnet,
}

// bind reads and binds a schema, prints the diagnostics of the binder, and fails when there are any.
func bind(source string) (*schema.Package, error) {
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	// The binder ignores keys that it does not know, so they are rejected here.
	var spec schema.PackageSpec
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	withoutDeepMaps(spec.Functions)
	pkg, diagnostics, err := schema.BindSpec(spec, rejecting{}, schema.ValidationOptions{})
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

// rejecting is a loader of other packages' schemas for a schema that refers to none.
type rejecting struct{}

var errRejected = errors.New("the schema refers to another package")

func (rejecting) LoadPackage(pkg string, _ *semver.Version) (*schema.Package, error) {
	return nil, fmt.Errorf("%w: %s", errRejected, pkg)
}

func (rejecting) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	return nil, fmt.Errorf("%w: %s", errRejected, descriptor.Name)
}
