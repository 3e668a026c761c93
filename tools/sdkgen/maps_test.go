package main

import (
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func TestMapsOfMapsOfMapsLoseTheirInnermostType(t *testing.T) {
	mapOf := func(inner schema.TypeSpec) schema.TypeSpec {
		return schema.TypeSpec{Type: "object", AdditionalProperties: &inner}
	}
	boolean := schema.TypeSpec{Type: "boolean"}
	properties := map[string]schema.PropertySpec{
		"two":   {TypeSpec: mapOf(mapOf(boolean))},
		"three": {TypeSpec: mapOf(mapOf(mapOf(boolean)))},
	}
	function := schema.FunctionSpec{ReturnType: &schema.ReturnTypeSpec{ObjectTypeSpec: &schema.ObjectTypeSpec{Properties: properties}}}
	withoutDeepMaps(map[string]schema.FunctionSpec{"a": function, "b": {}})
	if inner := properties["two"].AdditionalProperties.AdditionalProperties; inner.Type != "boolean" {
		t.Errorf("two levels: %+v", inner)
	}
	if inner := properties["three"].AdditionalProperties.AdditionalProperties; inner.Ref != "pulumi.json#/Any" {
		t.Errorf("three levels: %+v", inner)
	}
}
