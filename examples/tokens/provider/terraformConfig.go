package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		gateway, err := quartet.NewProvider(ctx, "gateway", &quartet.ProviderArgs{
			Region: pulumi.String("ap-guangzhou"),
		})
		if err != nil {
			return err
		}
		config, err := gateway.TerraformConfig(ctx)
		if err != nil {
			return err
		}
		ctx.Export("settings", config.Result())
		return nil
	})
}
