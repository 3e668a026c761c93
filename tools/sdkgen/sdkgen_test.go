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
	`"language":{"go":{"importBasePath":"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet","respectSchemaVersion":true},` +
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

func TestBindRefusesWhatIsNoSchema(t *testing.T) {
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
	if err := run(source, filepath.Join(folder, "sdk"), true); err != nil {
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
	if err := run(source, out, false); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{
		"nodejs/package.json":       `"main": "bin/index.js"`,
		"nodejs/search/getThing.ts": "quartet:search:getThing",
		"python/README.md":          "",
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

func TestNodeManifestOfAnotherLayoutIsRefused(t *testing.T) {
	for _, text := range []string{`{}`, "{\n    \"main\": \"x\",\n    \"scripts\": {\n    }\n}"} {
		if err := finishNodeManifest(map[string][]byte{"package.json": []byte(text)}); err == nil {
			t.Errorf("accepted %s", text)
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
