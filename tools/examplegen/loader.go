package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// bind reads and binds the package schema.
func bind(source string) (*schema.Package, error) {
	var spec schema.PackageSpec
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader{}, schema.ValidationOptions{})
	if err != nil {
		return nil, err
	}
	if diagnostics.HasErrors() {
		return nil, fmt.Errorf("%s: %w", source, diagnostics)
	}
	return pkg, nil
}

// loader serves the one package that the examples use. It never starts a plugin or fetches a schema.
type loader struct{ pkg *schema.Package }

var errOtherPackage = errors.New("the examples use this package only")

func (l loader) find(name string) (*schema.Package, error) {
	if l.pkg == nil || l.pkg.Name != name {
		return nil, fmt.Errorf("package %s: %w", name, errOtherPackage)
	}
	return l.pkg, nil
}

func (l loader) LoadPackage(pkg string, _ *semver.Version) (*schema.Package, error) {
	return l.find(pkg)
}

func (l loader) LoadPackageV2(_ context.Context, descriptor *schema.PackageDescriptor) (*schema.Package, error) {
	return l.find(descriptor.Name)
}

func (l loader) LoadPackageReference(pkg string, _ *semver.Version) (schema.PackageReference, error) {
	return l.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: pkg})
}

func (l loader) LoadPackageReferenceV2(
	_ context.Context, descriptor *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	pkg, err := l.find(descriptor.Name)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}
