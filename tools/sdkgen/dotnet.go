package main

import (
	"bytes"
	_ "embed"
	"io"
	"net/http"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// logo is the icon of the NuGet package.
//
//go:embed logo.png
var logo []byte

// embedded is the scheme of the logo's address.
const embedded = "embedded"

// generateDotnet generates the .NET SDK. The generator fetches the logo with the default client; a scheme of our own keeps it from the network.
func generateDotnet(pkg *schema.Package) (map[string][]byte, error) {
	client := http.DefaultClient
	defer func() { http.DefaultClient = client }()
	transport := &http.Transport{}
	transport.RegisterProtocol(embedded, logoTransport{})
	http.DefaultClient = &http.Client{Transport: transport}
	pkg.LogoURL = embedded + "://logo.png"
	// Other generators, and this one for resources, show the example in their own language only.
	for _, function := range pkg.Functions {
		function.Comment = codegen.FilterExamples(function.Comment, "csharp")
	}
	files, err := dotnet.GeneratePackage(tool, pkg, nil, nil)
	return finished(files, err, finishDotnetProject)
}

// finishDotnetProject shows the README on the page of the package.
func finishDotnetProject(files map[string][]byte) error {
	const icon = "    <PackageIcon>logo.png</PackageIcon>\n"
	const content = "    <None Include=\"logo.png\">\n"
	return applyAll(files, "QuartetDev.Quartet.csproj", []edit{
		{icon, icon + "    <PackageReadmeFile>README.md</PackageReadmeFile>\n"},
		{content, "    <None Include=\"README.md\" Pack=\"True\" PackagePath=\"\" />\n" + content},
	})
}

type logoTransport struct{}

func (logoTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(logo)), Request: request,
	}, nil
}
