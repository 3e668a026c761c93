package main

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// pythonRoot is the folder of the importable package in the generated project.
const pythonRoot = "pulumi_quartet"

// finishPython completes the generated project and makes its imports lazy. See docs/decisions/lazy-python-imports.md.
func finishPython(files map[string][]byte) error {
	if err := readVersionFromSchema(files); err != nil {
		return err
	}
	return importOnFirstUse(files)
}

// edit replaces text that occurs exactly once. Another layout of the generator is an error instead of a package without the edit.
type edit struct{ before, after string }

func (e edit) apply(name string, text []byte) ([]byte, error) {
	if count := bytes.Count(text, []byte(e.before)); count != 1 {
		return nil, fmt.Errorf("%s has %d times %q, expected once: the generator has another layout, so adapt this edit", name, count, e.before)
	}
	return bytes.Replace(text, []byte(e.before), []byte(e.after), 1), nil
}

func applyAll(files map[string][]byte, name string, edits []edit) error {
	text := files[name]
	for _, edit := range edits {
		var err error
		if text, err = edit.apply(name, text); err != nil {
			return err
		}
	}
	files[name] = text
	return nil
}

// wholeFunction matches the definition that parses the version of the installed package.
var wholeFunction = regexp.MustCompile(`(?s)def _get_semver_version\(\):\n.*?\n\n\n`)

// readVersionFromSchema uses the version of the schema, which the package contains as text, instead of the version in the metadata of its
// installation. The metadata is the same version in another notation: reading and converting it takes a third of the time of an import.
func readVersionFromSchema(files map[string][]byte) error {
	const name = pythonRoot + "/_utilities.py"
	if found := wholeFunction.FindAll(files[name], -1); len(found) != 1 {
		return fmt.Errorf("%s has %d functions _get_semver_version, expected one: adapt this edit", name, len(found))
	}
	files[name] = wholeFunction.ReplaceAll(files[name], nil)
	err := applyAll(files, name, []edit{
		{"import importlib.metadata\n", ""},
		{"from parver import Version as PEP440Version\n", ""},
		{"# Determine the version once and cache the value, which measurably improves program performance.\n" +
			"_version = _get_semver_version()\n_version_str = str(_version)\n\n", lazyExports + "\n\n"},
		{"import sys\nimport typing\n", "import sys\nimport types\nimport typing\n"},
		{"getattr(lazy_import(self.pkg_info['fqn']), self.pkg_info['class'])",
			"getattr(importlib.import_module(self.pkg_info['fqn']), self.pkg_info['class'])"},
		{"getattr(lazy_import(self.mod_info['fqn']), class_name)",
			"getattr(importlib.import_module(self.mod_info['fqn']), class_name)"},
	})
	if err != nil {
		return err
	}
	files[name] = append(files[name], "\n# The generator reads it from the schema.\n_version = SemverVersion.parse(get_version())\n"...)
	return applyAll(files, "pyproject.toml", []edit{{`"parver>=0.2.1", `, ""}})
}

// lazyExports is the code that `__init__.py` of each package calls.
const lazyExports = `class _LazyExports(types.ModuleType):
    """
    A package that imports a module when one of its names is used first.
    """

    _lazy_names: typing.Dict[str, str]

    def __getattr__(self, name: str) -> typing.Any:
        module = self._lazy_names.get(name)
        if module is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = _named(name, importlib.import_module(f"{self.__name__}.{module}"))
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: typing.Any) -> None:
        # An import of the module get_thing sets the attribute get_thing of its package. It has to stay the function of this name.
        super().__setattr__(name, _named(name, value) if isinstance(value, types.ModuleType) else value)

    def __dir__(self) -> typing.List[str]:
        return sorted({*super().__dir__(), *self._lazy_names})


def _named(name: str, module: types.ModuleType) -> typing.Any:
    return getattr(module, name) if name in getattr(module, "__all__", ()) else module


def export_lazily(package: str, exports: typing.Mapping[str, typing.Sequence[str]]) -> None:
    """
    Makes a package offer the names of its modules, without an import of the modules.

    package is the name of the package; exports maps each of its modules to the names that it exports.
    """
    module = typing.cast(_LazyExports, sys.modules[package])
    names = {name: name for name in exports}
    names.update((name, source) for source, offered in exports.items() for name in offered)
    module.__dict__["_lazy_names"] = names
    module.__dict__["__all__"] = sorted(name for name in names if not name.startswith("_"))
    module.__class__ = _LazyExports
`

// starImport, outputsImport and subpackage match the lines of an __init__.py that load other modules.
var (
	starImport    = regexp.MustCompile(`(?m)^from \.(\w+) import \*\n`)
	outputsImport = regexp.MustCompile(`(?m)^from \. import (\w+)\n`)
	subpackage    = regexp.MustCompile(`(?m)^    (\w+) = _utilities\.lazy_import\('[\w.]+'\)\n`)
	subpackages   = regexp.MustCompile(`(?m)^# Make subpackages available:\nif typing\.TYPE_CHECKING:\n((?:    .*\n)+)else:\n((?:    .*\n)+)`)
	exported      = regexp.MustCompile(`(?m)^__all__ = \[([^\]]*)\]`)
	quoted        = regexp.MustCompile(`'(\w+)'`)
)

// importOnFirstUse rewrites the __init__.py of each package: type checkers read the imports of the generator, a program loads the modules
// of the names that it uses.
func importOnFirstUse(files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Base(name) != "__init__.py" {
			continue
		}
		text, err := lazyPackage(name, string(files[name]), files)
		if err != nil {
			return err
		}
		files[name] = []byte(text)
	}
	return nil
}

func lazyPackage(name, text string, files map[string][]byte) (string, error) {
	var typed, exports []string
	for _, found := range starImport.FindAllStringSubmatch(text, -1) {
		names, err := exportsOf(path.Join(path.Dir(name), found[1]+".py"), files)
		if err != nil {
			return "", err
		}
		typed = append(typed, found[0])
		exports = append(exports, fmt.Sprintf("'%s': [%s]", found[1], names))
	}
	text = starImport.ReplaceAllString(text, "")
	for _, found := range outputsImport.FindAllStringSubmatch(text, -1) {
		if found[1] == "_utilities" {
			continue
		}
		typed = append(typed, fmt.Sprintf("from . import %[1]s as %[1]s\n", found[1]))
		exports = append(exports, fmt.Sprintf("'%s': []", found[1]))
		text = strings.Replace(text, found[0], "", 1)
	}
	if found := subpackages.FindStringSubmatch(text); found != nil {
		typed = append(typed, strings.ReplaceAll(found[1], "    ", ""))
		for _, module := range subpackage.FindAllStringSubmatch(found[2], -1) {
			exports = append(exports, fmt.Sprintf("'%s': []", module[1]))
		}
		text = strings.Replace(text, found[0], "", 1)
	}
	if strings.Contains(text, "lazy_import") {
		return "", fmt.Errorf("%s loads subpackages in another layout: adapt this edit", name)
	}
	if len(exports) == 0 {
		return text, nil
	}
	return insertLazily(name, text, typed, exports)
}

// insertLazily puts the exports behind the imports that begin the file.
func insertLazily(name, text string, typed, exports []string) (string, error) {
	const start, comment = "import typing\n", "# Export this package's modules as members:\n"
	text = strings.Replace(text, comment, "", 1)
	var block strings.Builder
	block.WriteString(start + comment + "if typing.TYPE_CHECKING:\n")
	for _, line := range strings.SplitAfter(strings.Join(typed, ""), "\n") {
		if line != "" {
			block.WriteString("    " + line)
		}
	}
	block.WriteString("else:\n    _utilities.export_lazily(__name__, {\n")
	for _, export := range exports {
		block.WriteString("        " + export + ",\n")
	}
	block.WriteString("    })\n")
	finished, err := edit{start, block.String()}.apply(name, []byte(text))
	return strings.TrimRight(string(finished), "\n") + "\n", err
}

// exportsOf returns the names in __all__ of a module, as Python writes them in a list.
func exportsOf(name string, files map[string][]byte) (string, error) {
	found := exported.FindSubmatch(files[name])
	if found == nil {
		return "", fmt.Errorf("%s has no list __all__: adapt this edit", name)
	}
	var names []string
	for _, word := range quoted.FindAllString(string(found[1]), -1) {
		names = append(names, word)
	}
	return strings.Join(names, ", "), nil
}
