module first-program-go

go 1.25

require (
	github.com/pulumi/pulumi/sdk/v3 v3.150.0
	github.com/quartet-dev/pulumi-quartet/sdk/go v0.1.0
)

replace github.com/quartet-dev/pulumi-quartet/sdk/go => ../../sdk/go
