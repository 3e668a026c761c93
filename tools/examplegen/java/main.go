// Command java adds Java programs to the result of examplegen with Pulumi's own generator.
//
//	examplegen | java [-schema schema.json]
//
// It reads the JSON object of examplegen from standard input and writes it to standard output, without the PCL texts and with a member "java"
// for each program that has none. It is a module of its own: the Java generator and the other ones require versions of Pulumi that exclude each other.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// file is the name that the generator gives to the program.
const file = "MyStack.java"

func main() {
	source := flag.String("schema", "schema.json", "the package schema")
	flag.Parse()
	if err := run(*source, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "examplegen/java:", err)
		os.Exit(1)
	}
}

func run(source string, in io.Reader, out io.Writer) error {
	target, err := newSDK(source)
	if err != nil {
		return err
	}
	programs := map[string]map[string]string{}
	if err := json.NewDecoder(in).Decode(&programs); err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	var failures []error
	for name, languages := range programs {
		if _, written := languages["java"]; written {
			delete(languages, "pcl")
			continue
		}
		text, err := convert(name, languages["pcl"], target)
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", name, err))
		}
		delete(languages, "pcl")
		languages["java"] = text
	}
	if len(failures) > 0 {
		return errors.Join(failures...)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(programs)
}

// sdk is what the programs are generated for.
type sdk struct {
	pkg    *schema.Package
	places layout
	known  classes
}

func newSDK(source string) (sdk, error) {
	spec, pkg, err := bind(source)
	if err != nil {
		return sdk{}, err
	}
	places, err := newLayout(spec)
	return sdk{pkg, places, newClasses(spec, places)}, err
}

// secretSettings are the names of the settings of a program that are secret.
func secretSettings(program *pcl.Program) map[string]bool {
	secret := map[string]bool{}
	for _, setting := range program.ConfigVariables() {
		secret[setting.LogicalName()] = setting.Secret
	}
	return secret
}

// convert returns the Java program of a PCL text.
func convert(name, text string, target sdk) (string, error) {
	parser := syntax.NewParser()
	if err := parser.ParseFile(strings.NewReader(text), name); err != nil {
		return "", err
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, pcl.Loader(loader{target.pkg}), pcl.PreferOutputVersionedInvokes)
	if err := firstError(append(parser.Diagnostics, diagnostics...), err); err != nil {
		return "", err
	}
	if err := mark(program, target.pkg); err != nil {
		return "", err
	}
	files, diagnostics, err := java.GenerateProgram(program)
	if err := firstError(diagnostics, err); err != nil {
		return "", err
	}
	if _, found := files[file]; !found {
		return "", fmt.Errorf("no %s was generated", file)
	}
	return repair(strings.TrimSpace(string(files[file])), secretSettings(program), target.places, target.known), nil
}

// firstError takes warnings for errors, too.
func firstError(diagnostics hcl.Diagnostics, err error) error {
	if err == nil && len(diagnostics) > 0 {
		return diagnostics
	}
	return err
}
