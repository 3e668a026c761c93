package main

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-java/pkg/codegen/java/names"
	"github.com/pulumi/pulumi/pkg/v3/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/zclconf/go-cty/cty"
)

// The generator writes neither members of enumerations nor lists of outputs in a form that compiles. Literals with these texts mark the
// places before the generation; repair replaces them afterwards.
const (
	listBegin = "<<list"
	listEnd   = "list>>"
	enumBegin = "<<enum "
	leftBegin = "<<left "
	markEnd   = ">>"
)

// mark prepares a bound program for the generator.
func mark(program *pcl.Program, pkg *schema.Package) error {
	for _, node := range program.Nodes {
		node.VisitExpressions(nil, plainKeys)
		if resource, isResource := node.(*pcl.Resource); isResource && resource.Schema != nil {
			properties := byName(resource.Schema.InputProperties)
			for _, input := range resource.Inputs {
				input.Value = marked(input.Value, properties[input.Name])
			}
		}
		if local, isLocal := node.(*pcl.LocalVariable); isLocal {
			if err := markInvoke(local.Definition.Value, pkg); err != nil {
				return err
			}
		}
	}
	return nil
}

// markInvoke marks the arguments of a call of a function of the package.
func markInvoke(expression model.Expression, pkg *schema.Package) error {
	call, isCall := expression.(*model.FunctionCallExpression)
	if !isCall || call.Name != pcl.Invoke || len(call.Args) < 2 {
		return nil
	}
	token, _ := literalOf(call.Args[0])
	function, found := pkg.GetFunction(token)
	if !found {
		return fmt.Errorf("%s: no such function", token)
	}
	if function.Inputs != nil {
		call.Args[1] = marked(call.Args[1], function.Inputs)
	}
	return nil
}

// marked returns an expression with the marks for its type.
func marked(expression model.Expression, to schema.Type) model.Expression {
	if to == nil {
		return expression
	}
	switch to := codegen.UnwrapType(to).(type) {
	case *schema.EnumType:
		return markedMember(expression, to)
	case *schema.ArrayType:
		if tuple, isTuple := expression.(*model.TupleConsExpression); isTuple {
			markList(tuple, to)
		}
	case *schema.MapType:
		if object, isObject := expression.(*model.ObjectConsExpression); isObject {
			for index, item := range object.Items {
				object.Items[index].Value = marked(item.Value, to.ElementType)
			}
		}
	case *schema.ObjectType:
		if object, isObject := expression.(*model.ObjectConsExpression); isObject {
			properties := byName(to.Properties)
			for index, item := range object.Items {
				name, _ := literalOf(item.Key)
				object.Items[index].Value = marked(item.Value, properties[name])
			}
		}
	}
	return expression
}

func markedMember(expression model.Expression, enum *schema.EnumType) model.Expression {
	value, isLiteral := literalOf(expression)
	if !isLiteral {
		return expression
	}
	name := codegen.UnwrapType(enum).(*schema.EnumType).Token
	for _, member := range enum.Elements {
		if member.Value != value {
			continue
		}
		label := member.Name
		if label == "" {
			label = value
		}
		class := lastPart(name)
		if safe, err := names.MakeSafeEnumName(label, class); err == nil {
			return text(enumBegin + class + "." + safe + markEnd)
		}
	}
	return expression
}

// markList puts a list of outputs between marks. A list that mixes outputs and plain values has no form that compiles and stays as it is.
func markList(list *model.TupleConsExpression, to *schema.ArrayType) {
	outputs := len(list.Expressions) > 0
	for index, element := range list.Expressions {
		list.Expressions[index] = markedElement(element, to.ElementType)
		_, isOutput := element.Type().(*model.OutputType)
		_, isTemplate := element.(*model.TemplateExpression)
		outputs = outputs && isOutput && !isTemplate
	}
	if outputs {
		list.Expressions = append(append([]model.Expression{text(listBegin)}, list.Expressions...), text(listEnd))
	}
}

// markedElement marks texts of open enumerations, too: outside of lists the SDK takes them as they are.
func markedElement(element model.Expression, to schema.Type) model.Expression {
	value, isLiteral := literalOf(element)
	if _, isUnion := codegen.UnwrapType(to).(*schema.UnionType); isUnion && isLiteral {
		return text(leftBegin + value + markEnd)
	}
	return marked(element, to)
}

// plainKeys replaces the keys of maps that are quoted texts by plain literals: the generator fails on the former.
func plainKeys(expression model.Expression) (model.Expression, hcl.Diagnostics) {
	if object, isObject := expression.(*model.ObjectConsExpression); isObject {
		for index, item := range object.Items {
			if name, isLiteral := literalOf(item.Key); isLiteral {
				object.Items[index].Key = plain(name)
			}
		}
	}
	return expression, nil
}

// literalOf is the value of a text without references.
func literalOf(expression model.Expression) (string, bool) {
	if template, isTemplate := expression.(*model.TemplateExpression); isTemplate && len(template.Parts) == 1 {
		expression = template.Parts[0]
	}
	literal, isLiteral := expression.(*model.LiteralValueExpression)
	if !isLiteral || literal.Value.Type() != cty.String {
		return "", false
	}
	return literal.Value.AsString(), true
}

func plain(value string) *model.LiteralValueExpression {
	return &model.LiteralValueExpression{Value: cty.StringVal(value)}
}

func text(value string) model.Expression {
	return &model.TemplateExpression{Parts: []model.Expression{plain(value)}}
}

func byName(properties []*schema.Property) map[string]schema.Type {
	types := map[string]schema.Type{}
	for _, property := range properties {
		types[property.Name] = property.Type
	}
	return types
}
