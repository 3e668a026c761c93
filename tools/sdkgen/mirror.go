package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// built are names of folders that hold build results; they are left alone.
var built = map[string]bool{"bin": true, "node_modules": true, "__pycache__": true, "build": true, "dist": true, "venv": true}

// mirror makes folder hold exactly these files, build results aside.
func mirror(folder string, files map[string][]byte) error {
	if err := prune(folder, files); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// prune removes files that are not among those to be written.
func prune(folder string, files map[string][]byte) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if built[entry.Name()] || strings.HasSuffix(entry.Name(), ".egg-info") {
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if _, wanted := files[filepath.ToSlash(name)]; wanted {
			return nil
		}
		return os.Remove(path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
