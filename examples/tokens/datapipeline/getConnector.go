package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/datapipeline"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		connector := datapipeline.GetConnectorOutput(ctx, datapipeline.GetConnectorOutputArgs{
			Id: pulumi.String("speak_inexpensive"),
		}, nil)
		ctx.Export("config", connector.Config())
		return nil
	})
}
