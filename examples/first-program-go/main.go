// Gives the access logs of a shop a pipeline and an index template, and names the warehouse that they are loaded into.
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
		// Helpers make the JSON texts of processors. A value of the configuration is a string, although the helper has types.
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
		logs, err := search.NewSearchIndexTemplate(ctx, "logs", &search.SearchIndexTemplateArgs{
			IndexPatterns: pulumi.ToStringArray([]string{"logs-shop-*"}),
			Template: search.IndexTemplateBodyArgs{
				Settings: pulumi.JSONMarshal(map[string]interface{}{"index.default_pipeline": access.Name}),
			},
		})
		if err != nil {
			return err
		}

		// Lists are always there. Without its secrets a result has a plain form.
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
		ctx.Export("template", logs.Name)
		ctx.Export("groupName", pulumi.String(group.Name))
		ctx.Export("warehouseService", pulumi.String(warehouse.Service))
		return nil
	})
}
