package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import io.github.quartetdev.quartet.search.SearchComponentTemplate;
import io.github.quartetdev.quartet.search.SearchComponentTemplateArgs;
import io.github.quartetdev.quartet.search.SearchDataStream;
import io.github.quartetdev.quartet.search.SearchDataStreamArgs;
import io.github.quartetdev.quartet.search.SearchDataStreamLifecycle;
import io.github.quartetdev.quartet.search.SearchDataStreamLifecycleArgs;
import io.github.quartetdev.quartet.search.SearchDataStreamOptions;
import io.github.quartetdev.quartet.search.SearchDataStreamOptionsArgs;
import io.github.quartetdev.quartet.search.SearchFunctions;
import io.github.quartetdev.quartet.search.SearchIndexAlias;
import io.github.quartetdev.quartet.search.SearchIndexAliasArgs;
import io.github.quartetdev.quartet.search.SearchIndexLifecyclePolicy;
import io.github.quartetdev.quartet.search.SearchIndexLifecyclePolicyArgs;
import io.github.quartetdev.quartet.search.SearchIndexTemplate;
import io.github.quartetdev.quartet.search.SearchIndexTemplateArgs;
import io.github.quartetdev.quartet.search.SearchIngestPipeline;
import io.github.quartetdev.quartet.search.SearchIngestPipelineArgs;
import io.github.quartetdev.quartet.search.inputs.FailureStoreArgs;
import io.github.quartetdev.quartet.search.inputs.FailureStoreLifecycleArgs;
import io.github.quartetdev.quartet.search.inputs.GetSearchIngestProcessorDateArgs;
import io.github.quartetdev.quartet.search.inputs.GetSearchIngestProcessorDissectArgs;
import io.github.quartetdev.quartet.search.inputs.GetSearchIngestProcessorRemoveArgs;
import io.github.quartetdev.quartet.search.inputs.IndexAliasMemberArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleDeleteActionsArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleDeleteArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleDeletePhaseArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleHotActionsArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleHotPhaseArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecyclePhasesArgs;
import io.github.quartetdev.quartet.search.inputs.IndexLifecycleRolloverArgs;
import io.github.quartetdev.quartet.search.inputs.IndexTemplateBodyArgs;
import io.github.quartetdev.quartet.search.inputs.IndexTemplateDataStreamArgs;

/**
 * A platform for the logs of a shop, from the ingest pipeline to the alias that users search. No resource needs dependsOn: each refers to outputs of
 * the resources that it uses, so that Pulumi creates and deletes them in the right order. Requires Elasticsearch 8.19 or later.
 */
public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context context) {
        var prefix = context.config().require("prefix");
        var parse = pipeline(prefix);

        // Shared by all log streams: the lifecycle policy, settings and mappings.
        var policy = new SearchIndexLifecyclePolicy("policy", SearchIndexLifecyclePolicyArgs.builder()
            .name(prefix + "-logs")
            .phases(IndexLifecyclePhasesArgs.builder()
                .hot(IndexLifecycleHotPhaseArgs.builder()
                    .actions(IndexLifecycleHotActionsArgs.builder()
                        .rollover(IndexLifecycleRolloverArgs.builder().maxAge("1d").maxPrimaryShardSize("50gb").build())
                        .build())
                    .build())
                .delete(IndexLifecycleDeletePhaseArgs.builder()
                    .minAge("30d")
                    .actions(IndexLifecycleDeleteActionsArgs.builder().delete(IndexLifecycleDeleteArgs.builder().build()).build())
                    .build())
                .build())
            .build());
        var base = new SearchComponentTemplate("base", SearchComponentTemplateArgs.builder()
            .name(prefix + "-logs-base")
            .template(IndexTemplateBodyArgs.builder()
                .settings(Output.format("{\"index.lifecycle.name\":\"%s\",\"number_of_shards\":1}", policy.name()))
                .mappings("{\"properties\":{\"client.ip\":{\"type\":\"ip\"},\"http.response.status_code\":{\"type\":\"short\"},"
                    + "\"url.path\":{\"type\":\"keyword\"}}}")
                .build())
            .build());
        var logs = new SearchIndexTemplate("logs", SearchIndexTemplateArgs.builder()
            .name(prefix + "-logs")
            .indexPatterns(prefix + "-logs-*")
            .priority(200.0)
            .dataStream(IndexTemplateDataStreamArgs.builder().build())
            .composedOfs(Output.all(base.name()))
            .template(IndexTemplateBodyArgs.builder()
                .settings(Output.format("{\"index.default_pipeline\":\"%s\"}", parse.name()))
                .build())
            .build());

        // One stream of the platform. Its name begins with the name of the template, so that it depends on the template. The setting
        // applies the lifecycle below instead of the policy.
        var access = new SearchDataStream("access", SearchDataStreamArgs.builder()
            .name(Output.format("%s-access", logs.name()))
            .settings("{\"index.lifecycle.prefer_ilm\":false}")
            .build());
        var retention = new SearchDataStreamLifecycle("retention", SearchDataStreamLifecycleArgs.builder()
            .name(access.name())
            .dataRetention("7d")
            .build());
        // Keeps the lines that the pipeline cannot parse.
        new SearchDataStreamOptions("failures", SearchDataStreamOptionsArgs.builder()
            .name(access.name())
            .failureStore(FailureStoreArgs.builder()
                .enabled(true)
                .lifecycle(FailureStoreLifecycleArgs.builder().dataRetention("3d").build())
                .build())
            .build());
        var errors = new SearchIndexAlias("errors", SearchIndexAliasArgs.builder()
            .name(prefix + "-errors")
            .members(IndexAliasMemberArgs.builder()
                .index(access.name())
                .filter("{\"range\":{\"http.response.status_code\":{\"gte\":500}}}")
                .build())
            .build());

        context.export("stream", access.name());
        context.export("effectiveRetention", retention.effectiveRetention());
        context.export("alias", errors.name());
    }

    /** Creates the pipeline that parses each line. Functions build and validate processors; each returns a processor as a JSON string. */
    private static SearchIngestPipeline pipeline(String prefix) {
        var line = SearchFunctions.getSearchIngestProcessorDissect(GetSearchIngestProcessorDissectArgs.builder()
            .field("message")
            .pattern("%{client.ip} [%{time}] \"%{http.request.method} %{url.path}\" %{http.response.status_code}")
            .build());
        var time = SearchFunctions.getSearchIngestProcessorDate(GetSearchIngestProcessorDateArgs.builder()
            .field("time")
            .formats("dd/MMM/yyyy:HH:mm:ss Z")
            .locale("en")
            .build());
        var tidy = SearchFunctions.getSearchIngestProcessorRemove(GetSearchIngestProcessorRemoveArgs.builder().fields("time").build());
        return new SearchIngestPipeline("parse", SearchIngestPipelineArgs.builder()
            .name(prefix + "-parse")
            .description("Access log of the shop")
            .processors(Output.all(
                line.applyValue(processor -> processor.json()),
                time.applyValue(processor -> processor.json()),
                tidy.applyValue(processor -> processor.json())))
            .build());
    }
}
