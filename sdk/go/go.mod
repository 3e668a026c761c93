module github.com/quartet-dev/pulumi-quartet/sdk/go

go 1.25

require (
	github.com/blang/semver v3.5.1+incompatible
	github.com/pulumi/pulumi/sdk/v3 v3.150.0
)
