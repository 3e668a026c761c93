// A platform for the logs of a shop, from the ingest pipeline to the alias that users search. No resource needs DependsOn: each refers to
// outputs of the resources that it uses, so that Pulumi creates and deletes them in the right order. Requires Elasticsearch 8.19 or later.
package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/quartet-dev/pulumi-quartet/sdk/go/quartet/search"
)

type object = map[string]interface{}

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		prefix := config.Require(ctx, "prefix")

		parse, err := newPipeline(ctx, prefix)
		if err != nil {
			return err
		}

		// Shared by all log streams: the lifecycle policy, settings and mappings.
		policy, err := search.NewSearchIndexLifecyclePolicy(ctx, "policy", &search.SearchIndexLifecyclePolicyArgs{
			Name: pulumi.String(prefix + "-logs"),
			Phases: search.IndexLifecyclePhasesArgs{
				Hot: search.IndexLifecycleHotPhaseArgs{
					Actions: search.IndexLifecycleHotActionsArgs{
						Rollover: search.IndexLifecycleRolloverArgs{MaxAge: pulumi.String("1d"), MaxPrimaryShardSize: pulumi.String("50gb")},
					},
				},
				Delete: search.IndexLifecycleDeletePhaseArgs{
					MinAge:  pulumi.String("30d"),
					Actions: search.IndexLifecycleDeleteActionsArgs{Delete: search.IndexLifecycleDeleteArgs{}},
				},
			},
		})
		if err != nil {
			return err
		}
		base, err := search.NewSearchComponentTemplate(ctx, "base", &search.SearchComponentTemplateArgs{
			Name: pulumi.String(prefix + "-logs-base"),
			Template: search.IndexTemplateBodyArgs{
				Settings: pulumi.JSONMarshal(object{"index.lifecycle.name": policy.Name, "number_of_shards": 1}),
				Mappings: pulumi.JSONMarshal(object{"properties": object{
					"client.ip":                 object{"type": "ip"},
					"http.response.status_code": object{"type": "short"},
					"url.path":                  object{"type": "keyword"},
				}}),
			},
		})
		if err != nil {
			return err
		}
		logs, err := search.NewSearchIndexTemplate(ctx, "logs", &search.SearchIndexTemplateArgs{
			Name:          pulumi.String(prefix + "-logs"),
			IndexPatterns: pulumi.StringArray{pulumi.String(prefix + "-logs-*")},
			Priority:      pulumi.Float64(200),
			DataStream:    search.IndexTemplateDataStreamArgs{},
			ComposedOfs:   pulumi.StringArray{base.Name},
			Template: search.IndexTemplateBodyArgs{
				Settings: pulumi.JSONMarshal(object{"index.default_pipeline": parse.Name}),
			},
		})
		if err != nil {
			return err
		}

		// One stream of the platform. Its name begins with the name of the template, so that it depends on the template. The setting
		// applies the lifecycle below instead of the policy.
		access, err := search.NewSearchDataStream(ctx, "access", &search.SearchDataStreamArgs{
			Name:     pulumi.Sprintf("%s-access", logs.Name),
			Settings: pulumi.JSONMarshal(object{"index.lifecycle.prefer_ilm": false}),
		})
		if err != nil {
			return err
		}
		retention, err := search.NewSearchDataStreamLifecycle(ctx, "retention", &search.SearchDataStreamLifecycleArgs{
			Name:          access.Name,
			DataRetention: pulumi.String("7d"),
		})
		if err != nil {
			return err
		}
		// Keeps the lines that the pipeline cannot parse.
		_, err = search.NewSearchDataStreamOptions(ctx, "failures", &search.SearchDataStreamOptionsArgs{
			Name: access.Name,
			FailureStore: search.FailureStoreArgs{
				Enabled:   pulumi.Bool(true),
				Lifecycle: search.FailureStoreLifecycleArgs{DataRetention: pulumi.String("3d")},
			},
		})
		if err != nil {
			return err
		}
		errors, err := search.NewSearchIndexAlias(ctx, "errors", &search.SearchIndexAliasArgs{
			Name: pulumi.String(prefix + "-errors"),
			Members: search.IndexAliasMemberArray{search.IndexAliasMemberArgs{
				Index:  access.Name,
				Filter: pulumi.JSONMarshal(object{"range": object{"http.response.status_code": object{"gte": 500}}}),
			}},
		})
		if err != nil {
			return err
		}

		ctx.Export("stream", access.Name)
		ctx.Export("effectiveRetention", retention.EffectiveRetention)
		ctx.Export("alias", errors.Name)
		return nil
	})
}

// newPipeline creates the pipeline that parses each line. Functions build and validate processors; each returns a processor as a JSON string.
func newPipeline(ctx *pulumi.Context, prefix string) (*search.SearchIngestPipeline, error) {
	line, err := search.GetSearchIngestProcessorDissect(ctx, &search.GetSearchIngestProcessorDissectArgs{
		Field:   "message",
		Pattern: `%{client.ip} [%{time}] "%{http.request.method} %{url.path}" %{http.response.status_code}`,
	})
	if err != nil {
		return nil, err
	}
	time, err := search.GetSearchIngestProcessorDate(ctx, &search.GetSearchIngestProcessorDateArgs{
		Field:   "time",
		Formats: []string{"dd/MMM/yyyy:HH:mm:ss Z"},
		Locale:  pulumi.StringRef("en"),
	})
	if err != nil {
		return nil, err
	}
	tidy, err := search.GetSearchIngestProcessorRemove(ctx, &search.GetSearchIngestProcessorRemoveArgs{Fields: []string{"time"}})
	if err != nil {
		return nil, err
	}
	return search.NewSearchIngestPipeline(ctx, "parse", &search.SearchIngestPipelineArgs{
		Name:        pulumi.String(prefix + "-parse"),
		Description: pulumi.String("Access log of the shop"),
		Processors:  pulumi.ToStringArray([]string{line.Json, time.Json, tidy.Json}),
	})
}
