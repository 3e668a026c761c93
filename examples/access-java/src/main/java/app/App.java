package app;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import io.github.quartetdev.quartet.search.SearchApiKey;
import io.github.quartetdev.quartet.search.SearchApiKeyArgs;
import io.github.quartetdev.quartet.search.SearchConnector;
import io.github.quartetdev.quartet.search.SearchConnectorArgs;
import io.github.quartetdev.quartet.search.SearchRole;
import io.github.quartetdev.quartet.search.SearchRoleArgs;
import io.github.quartetdev.quartet.search.SearchRoleMapping;
import io.github.quartetdev.quartet.search.SearchRoleMappingArgs;
import io.github.quartetdev.quartet.search.SearchSnapshotLifecyclePolicy;
import io.github.quartetdev.quartet.search.SearchSnapshotLifecyclePolicyArgs;
import io.github.quartetdev.quartet.search.SearchSnapshotRepository;
import io.github.quartetdev.quartet.search.SearchSnapshotRepositoryArgs;
import io.github.quartetdev.quartet.search.inputs.RoleDescriptorArgs;
import io.github.quartetdev.quartet.search.inputs.RoleIndexPrivilegesArgs;
import io.github.quartetdev.quartet.search.inputs.SnapshotPolicyConfigArgs;
import io.github.quartetdev.quartet.search.inputs.SnapshotPolicyRetentionArgs;
import io.github.quartetdev.quartet.search.inputs.SnapshotRepositoryS3Args;
import java.util.Map;

/**
 * Access to a cluster and its backup: a role for those who write logs, an API key for a connector and one for CI, and a nightly snapshot. A secret that
 * is replaced works until everything in this program that uses it has the new one. Needs Elasticsearch 8.16 or later.
 */
public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context context) {
        var prefix = context.config().require("prefix");
        var writer = writers(prefix);
        connector(prefix);

        // The first deployment after 60 days replaces the key. The old one remains valid for an hour, because jobs of CI read the output later.
        var ci = new SearchApiKey("ci", SearchApiKeyArgs.builder()
            .name(prefix + "-ci")
            .expiration("90d")
            .rotateAfter("60d")
            .overlap("1h")
            .roleDescriptors(Map.of("deploy", RoleDescriptorArgs.builder()
                .clusters("manage_index_templates", "manage_ingest_pipelines", "monitor")
                .build()))
            .build());

        var backups = new SearchSnapshotRepository("backups", SearchSnapshotRepositoryArgs.builder()
            .name(prefix + "-backups")
            .s3(SnapshotRepositoryS3Args.builder().bucket(prefix + "-backups").build())
            .build());
        var nightly = new SearchSnapshotLifecyclePolicy("nightly", SearchSnapshotLifecyclePolicyArgs.builder()
            .name(prefix + "-nightly")
            .schedule("0 30 1 * * ?")
            .repository(backups.name())
            .config(SnapshotPolicyConfigArgs.builder().indices(prefix + "-*").includeGlobalState(false).build())
            .retention(SnapshotPolicyRetentionArgs.builder().expireAfter("30d").minCount(7.0).maxCount(60.0).build())
            .build());

        context.export("role", writer.name());
        context.export("ciKey", ci.encoded());
        context.export("schedule", nightly.schedule());
    }

    /** Creates the role, and the mapping that gives it to the members of a group. */
    private static SearchRole writers(String prefix) {
        var writer = new SearchRole("writer", SearchRoleArgs.builder()
            .name(prefix + "-writer")
            .description("Writes logs")
            .clusters("monitor")
            .indices(RoleIndexPrivilegesArgs.builder().names(prefix + "-logs-*").privileges("auto_configure", "create_doc").build())
            .build());
        new SearchRoleMapping("writers", SearchRoleMappingArgs.builder()
            .name(prefix + "-writers")
            .roles(Output.all(writer.name()))
            .rules(String.format("{\"field\":{\"groups\":\"cn=%s-writers,dc=example,dc=com\"}}", prefix))
            .build());
        return writer;
    }

    /** Creates a connector and its key. Change the trigger to replace the key: the connector gets the new ID in the same deployment. */
    private static void connector(String prefix) {
        var key = new SearchApiKey("connectorKey", SearchApiKeyArgs.builder()
            .name(prefix + "-connector")
            .triggers(Map.of("rotation", "1"))
            .roleDescriptors(Map.of("connector", RoleDescriptorArgs.builder()
                .clusters("monitor")
                .indices(RoleIndexPrivilegesArgs.builder()
                    .names(prefix + "-products")
                    .privileges("create_index", "read", "write")
                    .build())
                .build()))
            .build());
        new SearchConnector("products", SearchConnectorArgs.builder()
            .connectorId(prefix + "-products")
            .name("products")
            .serviceType("postgresql")
            .indexName(prefix + "-products")
            .apiKeyId(key.apiKeyId())
            .build());
    }
}
