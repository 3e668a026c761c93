// An ingest pipeline that adds the time of ingestion to each document, and the index template that uses it.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/search"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Functions build and validate processors; each returns a processor as a JSON string.
		stamp, err := search.GetSearchIngestProcessorSet(ctx, &search.GetSearchIngestProcessorSetArgs{
			Field: "event.ingested",
			Value: pulumi.StringRef("{{{_ingest.timestamp}}}"),
		})
		if err != nil {
			return err
		}

		access, err := search.NewSearchIngestPipeline(ctx, "access", &search.SearchIngestPipelineArgs{
			Description: pulumi.String("Access logs of the shop"),
			Processors:  pulumi.ToStringArray([]string{stamp.Json}),
		})
		if err != nil {
			return err
		}

		logs, err := search.NewSearchIndexTemplate(ctx, "logs", &search.SearchIndexTemplateArgs{
			IndexPatterns: pulumi.ToStringArray([]string{"shop-logs-*"}),
			Template: search.IndexTemplateBodyArgs{
				Settings: pulumi.JSONMarshal(map[string]interface{}{"index.default_pipeline": access.Name}),
			},
		})
		if err != nil {
			return err
		}

		ctx.Export("pipeline", access.Name)
		ctx.Export("template", logs.Name)
		return nil
	})
}
