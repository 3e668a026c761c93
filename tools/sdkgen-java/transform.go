package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const typePrefix = "#/types/"

// separateConfigTypes gives settings types of their own where a function has an input of the same type. The generator writes the class of such a
// setting and the class of such an input, which differ, to the same file, and stops. The copy has the name of the type with the suffix Config.
func separateConfigTypes(spec *schema.PackageSpec) error {
	inputs := map[string]bool{}
	for _, function := range spec.Functions {
		if function.Inputs == nil {
			continue
		}
		if err := visit(function.Inputs.Properties, spec, inputs); err != nil {
			return err
		}
	}
	settings := map[string]bool{}
	if err := visit(spec.Config.Variables, spec, settings); err != nil {
		return err
	}
	renamed := map[string]string{}
	for token := range settings {
		if !inputs[token] || len(spec.Types[token].Enum) > 0 {
			continue
		}
		renamed[token] = token + "Config"
		if _, taken := spec.Types[renamed[token]]; taken {
			return fmt.Errorf("the type %s exists already", renamed[token])
		}
	}
	return rename(spec, settings, renamed)
}

// rename copies the types, and lets the settings and the types of settings refer to the copies. Types that other properties use stay as they are.
func rename(spec *schema.PackageSpec, settings map[string]bool, renamed map[string]string) error {
	for token := range settings {
		if _, copied := renamed[token]; !copied && len(renamed) > 0 && refersTo(spec.Types[token], renamed) {
			return fmt.Errorf("the type %s of settings has members of a type of functions: copy it, too", token)
		}
	}
	for token, name := range renamed {
		copied, err := replaceReferences(spec.Types[token], renamed)
		if err != nil {
			return err
		}
		spec.Types[name] = copied
	}
	variables, err := replaceReferences(spec.Config.Variables, renamed)
	spec.Config.Variables = variables
	return err
}

// visit adds the types that the value refers to, directly and through other types.
func visit(value any, spec *schema.PackageSpec, found map[string]bool) error {
	references, err := referencesOf(value)
	if err != nil {
		return err
	}
	for _, token := range references {
		if found[token] {
			continue
		}
		found[token] = true
		if err := visit(spec.Types[token], spec, found); err != nil {
			return err
		}
	}
	return nil
}

func refersTo(value any, tokens map[string]string) bool {
	references, err := referencesOf(value)
	for _, token := range references {
		if _, found := tokens[token]; found {
			return true
		}
	}
	return err != nil
}

func referencesOf(value any) ([]string, error) {
	var found []string
	_, err := mapReferences(value, func(token string) string {
		found = append(found, token)
		return token
	})
	return found, err
}

func replaceReferences[T any](value T, renamed map[string]string) (T, error) {
	var result T
	text, err := mapReferences(value, func(token string) string {
		if name, found := renamed[token]; found {
			return name
		}
		return token
	})
	if err != nil {
		return result, err
	}
	return result, json.Unmarshal(text, &result)
}

// mapReferences returns the value as JSON, with other references to types of this package.
func mapReferences(value any, change func(token string) string) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		return nil, err
	}
	walk(tree, change)
	return json.Marshal(tree)
}

func walk(node any, change func(token string) string) {
	switch node := node.(type) {
	case []any:
		for _, member := range node {
			walk(member, change)
		}
	case map[string]any:
		for key, member := range node {
			if text, isText := member.(string); isText && key == "$ref" && strings.HasPrefix(text, typePrefix) {
				node[key] = typePrefix + change(strings.TrimPrefix(text, typePrefix))
				continue
			}
			walk(member, change)
		}
	}
}
