package main

import (
	"embed"
	"strings"
)

// readmes are the first part of the README of each language, with an installation and a first program, and configuration.md, which follows.
//
//go:embed readme
var readmes embed.FS

// readme returns the README of a package. Tests compile its first program.
func readme(language, version string) ([]byte, error) {
	var text strings.Builder
	for _, name := range []string{language, "configuration"} {
		part, err := readmes.ReadFile("readme/" + name + ".md")
		if err != nil {
			return nil, err
		}
		text.Write(part)
	}
	return []byte(strings.ReplaceAll(text.String(), "VERSION", version)), nil
}
