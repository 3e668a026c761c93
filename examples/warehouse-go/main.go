// Names the warehouse of a Fivetran account, and gives the logs that are loaded into it a pipeline.
package main

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/datapipeline"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/search"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Functions build and validate processors. Type accepts any string, such as one of the configuration.
		duration, err := search.GetSearchIngestProcessorConvert(ctx, &search.GetSearchIngestProcessorConvertArgs{
			Field: "event.duration",
			Type:  config.Require(ctx, "durationType"),
		})
		if err != nil {
			return err
		}
		cleanup, err := search.GetSearchIngestProcessorRemove(ctx, &search.GetSearchIngestProcessorRemoveArgs{
			Fields:        []string{"message"},
			IgnoreMissing: pulumi.BoolRef(true),
		})
		if err != nil {
			return err
		}

		// Objects without a name get the name of the resource and a random suffix.
		access, err := search.NewSearchIngestPipeline(ctx, "access", &search.SearchIngestPipelineArgs{
			Description: pulumi.String("Access logs of the shop"),
			Processors:  pulumi.ToStringArray([]string{duration.Json, cleanup.Json}),
		})
		if err != nil {
			return err
		}

		// Lists are always present. With WithoutSecrets, the fields of the result are plain values.
		groups, err := datapipeline.GetGroups(ctx, &datapipeline.GetGroupsArgs{})
		if err != nil {
			return err
		}
		if len(groups.Groups) == 0 {
			return errors.New("the account has no group")
		}
		group := groups.Groups[0]
		warehouse, err := datapipeline.GetDestination(ctx, &datapipeline.GetDestinationArgs{
			Id:             group.Id,
			WithoutSecrets: pulumi.BoolRef(true),
		})
		if err != nil {
			return err
		}

		ctx.Export("pipeline", access.Name)
		ctx.Export("groupName", pulumi.String(group.Name))
		ctx.Export("warehouseService", pulumi.String(warehouse.Service))
		return nil
	})
}
