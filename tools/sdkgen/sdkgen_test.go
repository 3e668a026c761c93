package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const head = `{"name":"quartet","version":"0.1.0","meta":{"supportPack":true},"repository":"https://github.com/quartet-dev/pulumi-quartet",`

const whole = head + `"functions":{"quartet:search:getThing":{"outputs":{"type":"object","properties":{"id":{"type":"string"}}}}},` +
	`"language":{"csharp":{"rootNamespace":"QuartetDev","namespaces":{"quartet":"Quartet"}},"go":{"importBasePath":"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet","respectSchemaVersion":true},` +
	`"nodejs":{"packageName":"pulumi-quartet"},"python":{"packageName":"pulumi_quartet","pyproject":{"enabled":true}}}}`

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBindRejectsWhatIsNoSchema(t *testing.T) {
	cases := map[string]string{
		"no JSON":               `{`,
		"an unknown key":        head + `"colour":"red"}`,
		"a nested unknown key":  head + `"types":{"quartet:search:A":{"type":"object","propertys":{}}}}`,
		"a dangling reference":  head + `"config":{"variables":{"a":{"$ref":"#/types/quartet:search:Missing"}}}}`,
		"another package":       head + `"config":{"variables":{"a":{"$ref":"/aws/v6.0.0/schema.json#/types/aws:s3:X"}}}}`,
		"a warning (own urn)":   head + `"resources":{"quartet:search:A":{"properties":{"urn":{"type":"string"}}}}}`,
		"a token of two parts":  head + `"types":{"quartet:Thing":{"type":"object"}}}`,
		"a required ghost":      head + `"types":{"quartet:search:A":{"type":"object","required":["b"]}}}`,
		"a package of no name":  `{"version":"0.1.0"}`,
		"a file that is absent": "",
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			source := filepath.Join(t.TempDir(), "schema.json")
			if text != "" {
				write(t, source, text)
			}
			if _, err := bind(source); err == nil {
				t.Fatal("was accepted")
			}
		})
	}
}

func TestCheckWritesNothing(t *testing.T) {
	folder := t.TempDir()
	source := write(t, filepath.Join(folder, "schema.json"), whole)
	if err := run(options{source: source, out: filepath.Join(folder, "sdk"), check: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "sdk")); !os.IsNotExist(err) {
		t.Fatalf("sdk was made: %v", err)
	}
}

func TestRunWritesCompletedPackages(t *testing.T) {
	folder := t.TempDir()
	source := write(t, filepath.Join(folder, "schema.json"), whole)
	out := filepath.Join(folder, "sdk")
	license := write(t, filepath.Join(folder, "LICENSE"), "the license")
	languages := []string{"nodejs", "python", "go", "dotnet"}
	if err := run(options{source: source, license: license, out: out, languages: languages}); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{
		"nodejs/package.json":       `"main": "bin/index.js"`,
		"nodejs/LICENSE":            "the license",
		"dotnet/Search/GetThing.cs": "quartet:search:getThing",
		"dotnet/logo.png":           string(logo),
		"nodejs/search/getThing.ts": "quartet:search:getThing",
		"python/README.md":          "pip install pulumi-quartet==0.1.0",
		"go/README.md":              "sdk/go@v0.1.0",
		"nodejs/README.md":          "## Configuration",
		"python/pyproject.toml":     `name = "pulumi_quartet"`,
		"go/go.mod":                 "github.com/pulumi/pulumi/sdk/v3 " + goRequires["github.com/pulumi/pulumi/sdk/v3"],
	}
	for name, part := range wanted {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || !strings.Contains(string(text), part) {
			t.Errorf("%s: %v, without %q", name, err, part)
		}
	}
}

func TestNodeManifestOfAnotherLayoutIsRejected(t *testing.T) {
	for _, text := range []string{`{}`, "{\n    \"main\": \"x\",\n    \"scripts\": {\n    }\n}"} {
		if err := finishNodeManifest(map[string][]byte{"package.json": []byte(text)}); err == nil {
			t.Errorf("accepted %s", text)
		}
	}
}

const utilities = `import importlib.metadata
import sys
import typing
from parver import Version as PEP440Version

def _get_semver_version():
    return 1


# Determine the version once and cache the value, which measurably improves program performance.
_version = _get_semver_version()
_version_str = str(_version)

getattr(lazy_import(self.pkg_info['fqn']), self.pkg_info['class'])
getattr(lazy_import(self.mod_info['fqn']), class_name)
`

func TestVersionIsReadFromTheSchema(t *testing.T) {
	const name, project = "pulumi_quartet/_utilities.py", `dependencies = ["parver>=0.2.1", "pulumi>=3"]`
	files := map[string][]byte{name: []byte(utilities), "pyproject.toml": []byte(project)}
	if err := readVersionFromSchema(files); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"parver", "metadata", "_get_semver_version", "lazy_import("} {
		if strings.Contains(string(files[name])+string(files["pyproject.toml"]), gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	if err := readVersionFromSchema(files); err == nil {
		t.Error("accepted a file without the text to edit")
	}
}

func TestPackagesImportOnFirstUse(t *testing.T) {
	const all = "__all__ = [\n    'GetAResult',\n    'get_a',\n]\n"
	const plain = "from .. import _utilities\nimport typing\n# Export this package's modules as members:\nfrom .get_a import *\nfrom . import outputs\n"
	const sub = "from . import _utilities\nimport typing\n\n# Make subpackages available:\nif typing.TYPE_CHECKING:\n" +
		"    import q.a as __a\n    a = __a\nelse:\n    a = _utilities.lazy_import('q.a')\n\n_utilities.register()\n"
	files := map[string][]byte{"q/__init__.py": []byte(sub), "q/a/__init__.py": []byte(plain), "q/a/get_a.py": []byte(all), "q/b/__init__.py": []byte("x = 1\n")}
	if err := importOnFirstUse(files); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{
		"q/b/__init__.py": "x = 1\n",
		"q/a/__init__.py": "from .. import _utilities\nimport typing\n# Export this package's modules as members:\nif typing.TYPE_CHECKING:\n" +
			"    from .get_a import *\n    from . import outputs as outputs\nelse:\n    _utilities.export_lazily(__name__, {\n" +
			"        'get_a': ['GetAResult', 'get_a'],\n        'outputs': [],\n    })\n",
		"q/__init__.py": "from . import _utilities\nimport typing\n# Export this package's modules as members:\nif typing.TYPE_CHECKING:\n" +
			"    import q.a as __a\n    a = __a\nelse:\n    _utilities.export_lazily(__name__, {\n        'a': [],\n    })\n\n\n_utilities.register()\n",
	}
	for name, text := range wanted {
		if string(files[name]) != text {
			t.Errorf("%s:\n%s", name, files[name])
		}
	}
}

func TestPackagesOfAnotherLayoutAreRejected(t *testing.T) {
	for _, text := range []string{
		"import typing\nfrom .absent import *\n",
		"from .a import *\n",
		"import typing\na = _utilities.lazy_import('q.a')\n",
	} {
		if err := importOnFirstUse(map[string][]byte{"q/__init__.py": []byte(text), "q/a.py": []byte("__all__ = ['A']\n")}); err == nil {
			t.Errorf("accepted %q", text)
		}
	}
}

func TestMirrorRemovesWhatIsNoLongerGeneratedAndKeepsBuildResults(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "old.ts"), "old")
	write(t, filepath.Join(folder, "bin", "index.js"), "built")
	same := write(t, filepath.Join(folder, "search", "same.ts"), "same")
	before, err := os.Stat(same)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"search/same.ts": []byte("same"), "search/new.ts": []byte("new")}
	if err := mirror(folder, files); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	err = filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			text, _ := os.ReadFile(path)
			name, _ := filepath.Rel(folder, path)
			found[filepath.ToSlash(name)] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if names := slices.Sorted(maps.Keys(found)); !slices.Equal(names, []string{"bin/index.js", "search/new.ts", "search/same.ts"}) {
		t.Errorf("files: %v", names)
	}
	if after, _ := os.Stat(same); !after.ModTime().Equal(before.ModTime()) {
		t.Error("a file that did not change was written")
	}
}
