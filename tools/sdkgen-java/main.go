// Command sdkgen-java writes the Java SDK from the package schema with Pulumi's own generator. It is a module of its own, because the generator needs
// an older version of the Pulumi packages than tools/sdkgen. See docs/decisions/java-and-dotnet-sdks.md.
//
//	sdkgen-java [-schema schema.json] [-license LICENSE] [-readmes tools/sdkgen/readme] [-out sdk/java]
//
// The package is a Maven project. The schema is the one that GetSchema returns: the generator does not accept schema.json unchanged.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is the name of the generator in the generated files.
const tool = "sdkgen"

func main() {
	source := flag.String("schema", "schema.json", "the package schema")
	license := flag.String("license", "LICENSE", "the text of the license")
	readmes := flag.String("readmes", filepath.Join("tools", "sdkgen", "readme"), "the folder with the parts of the README")
	out := flag.String("out", filepath.Join("sdk", "java"), "the folder of the package, which is replaced")
	flag.Parse()
	if err := run(inputs{*source, *license, *readmes}, *out); err != nil {
		fmt.Fprintln(os.Stderr, "sdkgen-java:", err)
		os.Exit(1)
	}
}

// inputs are the files that the package is made from.
type inputs struct{ source, license, readmes string }

func run(from inputs, out string) error {
	files, err := generate(from)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("java: %d files\n", len(files))
	return nil
}

func generate(from inputs) (map[string][]byte, error) {
	text, err := os.ReadFile(from.source)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", from.source, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, rejecting{}, schema.ValidationOptions{})
	if err == nil && len(diagnostics) > 0 {
		err = diagnostics
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.source, err)
	}
	files, err := java.GeneratePackage(tool, pkg, nil, nil, false, false)
	if err != nil {
		return nil, err
	}
	return files, finish(files, &spec, from)
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
