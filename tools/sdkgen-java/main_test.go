package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const text = `{"name":"quartet","version":"1.2.3","repository":"https://example.com/r","pluginDownloadURL":"https://example.com/v${VERSION}",
"language":{"java":{"basePackage":"io.github.quartetdev","dependencies":{"com.pulumi:pulumi":"1.16.0"}}},
"types":{
 "quartet:a:Both":{"type":"object","properties":{"inner":{"$ref":"#/types/quartet:a:Inner"},"color":{"$ref":"#/types/quartet:a:Color"}}},
 "quartet:a:Inner":{"type":"object","properties":{"x":{"type":"string"}}},
 "quartet:a:Color":{"type":"string","enum":[{"value":"red"}]},
 "quartet:a:Setting":{"type":"object","properties":{"x":{"type":"string"}}}},
"config":{"variables":{"servers":{"type":"array","items":{"$ref":"#/types/quartet:a:Both"}},"other":{"$ref":"#/types/quartet:a:Setting"}}},
"provider":{"inputProperties":{"servers":{"type":"array","items":{"$ref":"#/types/quartet:a:Both"}}}},
"functions":{"quartet:a:get":{"inputs":{"properties":{"server":{"$ref":"#/types/quartet:a:Both"}}},"outputs":{"properties":{"id":{"type":"string"}}}}}}`

func parse(t *testing.T, text string) schema.PackageSpec {
	t.Helper()
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestSettingsGetTypesOfTheirOwn(t *testing.T) {
	spec := parse(t, text)
	if err := separateConfigTypes(&spec); err != nil {
		t.Fatal(err)
	}
	if ref := spec.Config.Variables["servers"].Items.Ref; ref != "#/types/quartet:a:BothConfig" {
		t.Error("the setting has the type", ref)
	}
	if ref := spec.Config.Variables["other"].Ref; ref != "#/types/quartet:a:Setting" {
		t.Error("a setting of a type of its own has the type", ref)
	}
	if ref := spec.Functions["quartet:a:get"].Inputs.Properties["server"].Ref; ref != "#/types/quartet:a:Both" {
		t.Error("the input has the type", ref)
	}
	inner := spec.Types["quartet:a:BothConfig"].Properties
	if inner["inner"].Ref != "#/types/quartet:a:InnerConfig" || inner["color"].Ref != "#/types/quartet:a:Color" {
		t.Error("the copy has the members", inner)
	}
	if len(spec.Types) != 6 {
		t.Error("types:", len(spec.Types))
	}
}

func TestTakenNamesAreRefused(t *testing.T) {
	spec := parse(t, strings.Replace(text, "quartet:a:Setting", "quartet:a:BothConfig", 2))
	if err := separateConfigTypes(&spec); err == nil {
		t.Error("accepted")
	}
}

func TestRunWritesAMavenProject(t *testing.T) {
	folder := t.TempDir()
	source, license := filepath.Join(folder, "schema.json"), filepath.Join(folder, "LICENSE")
	for path, content := range map[string]string{source: text, license: "the license"} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(folder, "java")
	if err := run(inputs{source, license, filepath.Join("..", "sdkgen", "readme")}, out); err != nil {
		t.Fatal(err)
	}
	const base = "src/main/java/io/github/quartetdev/quartet/"
	const resources = "src/main/resources/io/github/quartetdev/quartet/"
	wanted := map[string]string{
		"pom.xml":                         "<version>1.16.0</version>",
		"LICENSE":                         "the license",
		"schema.json":                     "BothConfig",
		resources + "version.txt":         "1.2.3",
		resources + "plugin.json":         `"server": "https://example.com/v1.2.3"`,
		base + "Config.java":              "BothConfig",
		base + "a/inputs/Both.java":       "InvokeArgs",
		base + "a/inputs/BothConfig.java": "@CustomType",
	}
	for name, part := range wanted {
		content, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil || !strings.Contains(string(content), part) {
			t.Errorf("%s: %v, without %q", name, err, part)
		}
	}
	if _, err := os.Stat(filepath.Join(out, "build.gradle")); err == nil {
		t.Error("build.gradle is still there")
	}
}
