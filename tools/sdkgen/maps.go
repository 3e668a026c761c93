package main

import "github.com/pulumi/pulumi/pkg/v3/codegen/schema"

// withoutDeepMaps leaves at most two levels of the maps in results with a type: the Go SDK of Pulumi has no type of a map of maps of maps, so that the
// generated code would not compile. tools/generator-schema.ts does the same for GetSchema.
func withoutDeepMaps(functions map[string]schema.FunctionSpec) {
	for _, function := range functions {
		if function.ReturnType == nil || function.ReturnType.ObjectTypeSpec == nil {
			continue
		}
		for _, property := range function.ReturnType.ObjectTypeSpec.Properties {
			outer := property.AdditionalProperties
			if outer == nil || outer.AdditionalProperties == nil || outer.AdditionalProperties.AdditionalProperties == nil {
				continue
			}
			outer.AdditionalProperties = &schema.TypeSpec{Ref: "pulumi.json#/Any"}
		}
	}
}
