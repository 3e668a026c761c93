package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// classes are the import paths of the classes that programs use without an import of the generator.
type classes map[string]string

// layout is where the Java SDK has its packages, by the schema.
type layout struct {
	BasePackage string            `json:"basePackage"`
	Packages    map[string]string `json:"packages"`
	pkg         string
}

// generated is where the program generator expects inputs and functions, whatever the schema declares.
const generated = "com.pulumi."

func newLayout(spec schema.PackageSpec) (layout, error) {
	places := layout{pkg: spec.Name}
	if err := json.Unmarshal(spec.Language["java"], &places); err != nil {
		return layout{}, fmt.Errorf("language.java: %w", err)
	}
	return places, nil
}

// of is the Java package of a module.
func (places layout) of(module string) string {
	if name, named := places.Packages[module]; named {
		module = name
	}
	return places.BasePackage + "." + places.pkg + "." + module
}

// newClasses lists the argument classes and enumerations of all types of the schema.
func newClasses(spec schema.PackageSpec, places layout) classes {
	found := classes{"Either": "com.pulumi.core.Either"}
	for token, definition := range spec.Types {
		module, name := moduleOf(token), lastPart(token)
		if len(definition.Enum) > 0 {
			found[name] = places.of(module) + ".enums." + name
		} else {
			found[name+"Args"] = places.of(module) + ".inputs." + name + "Args"
		}
	}
	return found
}

var (
	lists    = regexp.MustCompile(`(?s)\(\s*"` + listBegin + `",\s*(.*?),\s*"` + listEnd + `"\)`)
	enums    = regexp.MustCompile(`"` + enumBegin + `(\w+)\.(\w+)` + markEnd + `"`)
	lefts    = regexp.MustCompile(`"` + leftBegin + `([^"]*)` + markEnd + `"`)
	secrets  = regexp.MustCompile(`config\.require\("(\w+)"\)`)
	builders = regexp.MustCompile(`\b(\w+Args)\.builder\(`)
	imported = regexp.MustCompile(`(?m)^import [\w.]+\.(\w+);\n`)
	blanks   = regexp.MustCompile(`(?m)[ \t]+$`)
)

// lastImport is the first of the imports of the standard library; those of the package come before it.
const lastImport = "import java.util.List;\n"

// repair replaces what the generator writes wrong: the packages of imports, imports that are absent, marks, and secret settings that are read
// as plain ones.
func repair(code string, secret map[string]bool, places layout, known classes) string {
	for module := range places.Packages {
		wrong := places.pkg + "." + strings.ReplaceAll(module, "/", "_") + "."
		for _, base := range []string{generated, places.BasePackage + "."} {
			code = strings.ReplaceAll(code, "import "+base+wrong, "import "+places.of(module)+".")
		}
	}
	code = lists.ReplaceAllString(code, "(Output.all($1))")
	code = lefts.ReplaceAllString(code, `Either.ofLeft("$1")`)
	code = secrets.ReplaceAllStringFunc(code, func(call string) string {
		if secret[secrets.FindStringSubmatch(call)[1]] {
			return strings.Replace(call, "require", "requireSecret", 1)
		}
		return call
	})
	used := map[string]bool{"Either": strings.Contains(code, "Either.ofLeft(")}
	for _, found := range append(enums.FindAllStringSubmatch(code, -1), builders.FindAllStringSubmatch(code, -1)...) {
		used[found[1]] = true
	}
	for _, found := range imported.FindAllStringSubmatch(code, -1) {
		delete(used, found[1])
	}
	code = strings.Replace(enums.ReplaceAllString(code, "$1.$2"), lastImport, imports(used, known)+lastImport, 1)
	return blanks.ReplaceAllString(withoutUnused(code), "")
}

// withoutUnused removes the imports of classes that the program does not name.
func withoutUnused(code string) string {
	return imported.ReplaceAllStringFunc(code, func(line string) string {
		name := regexp.MustCompile(`\b` + imported.FindStringSubmatch(line)[1] + `\b`)
		if len(name.FindAllString(code, 2)) == 2 {
			return line
		}
		return ""
	})
}

func imports(used map[string]bool, known classes) string {
	var lines []string
	for name, needed := range used {
		if path, found := known[name]; found && needed {
			lines = append(lines, "import "+path+";\n")
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "")
}

// moduleOf is the module of a token, such as "eventrouting/v1" of "quartet:eventrouting/v1:Trigger".
func moduleOf(token string) string {
	return strings.Split(token, ":")[1]
}

func lastPart(token string) string {
	return token[strings.LastIndex(token, ":")+1:]
}
