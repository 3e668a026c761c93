package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const text = `{"name":"quartet","version":"1.2.3","repository":"https://example.com/r","pluginDownloadURL":"https://example.com/v1.2.3",
"language":{"java":{"basePackage":"io.github.quartetdev","dependencies":{"com.pulumi:pulumi":"1.16.0"}}},
"types":{"quartet:a:Server":{"type":"object","properties":{"x":{"type":"string"}}}},
"functions":{"quartet:a:get":{"inputs":{"properties":{"server":{"$ref":"#/types/quartet:a:Server"}}},"outputs":{"properties":{"id":{"type":"string"}}}}}}`

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
		"pom.xml":                     "<version>1.16.0</version>",
		"LICENSE":                     "the license",
		resources + "version.txt":     "1.2.3",
		resources + "plugin.json":     `"server": "https://example.com/v1.2.3"`,
		base + "a/inputs/Server.java": "InvokeArgs",
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
