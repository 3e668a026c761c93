// Access to a cluster and its backup: a role for those who write logs, an API key for a connector and one for CI, and a nightly snapshot. A secret
// that is replaced works until everything in this program that uses it has the new one. Needs Elasticsearch 8.16 or later.
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

		if err := newWriters(ctx, prefix); err != nil {
			return err
		}
		if err := newConnector(ctx, prefix); err != nil {
			return err
		}

		// The first deployment after 60 days replaces the key. The old one remains valid for an hour, because jobs of CI read the output later.
		ci, err := search.NewSearchApiKey(ctx, "ci", &search.SearchApiKeyArgs{
			Name:        pulumi.String(prefix + "-ci"),
			Expiration:  pulumi.String("90d"),
			RotateAfter: pulumi.String("60d"),
			Overlap:     pulumi.String("1h"),
			RoleDescriptors: search.RoleDescriptorMap{
				"deploy": search.RoleDescriptorArgs{
					Clusters: pulumi.ToStringArray([]string{"manage_index_templates", "manage_ingest_pipelines", "monitor"}),
				},
			},
		})
		if err != nil {
			return err
		}

		backups, err := search.NewSearchSnapshotRepository(ctx, "backups", &search.SearchSnapshotRepositoryArgs{
			Name: pulumi.String(prefix + "-backups"),
			S3:   search.SnapshotRepositoryS3Args{Bucket: pulumi.String(prefix + "-backups")},
		})
		if err != nil {
			return err
		}
		nightly, err := search.NewSearchSnapshotLifecyclePolicy(ctx, "nightly", &search.SearchSnapshotLifecyclePolicyArgs{
			Name:       pulumi.String(prefix + "-nightly"),
			Schedule:   pulumi.String("0 30 1 * * ?"),
			Repository: backups.Name,
			Config: search.SnapshotPolicyConfigArgs{
				Indices:            pulumi.StringArray{pulumi.String(prefix + "-*")},
				IncludeGlobalState: pulumi.Bool(false),
			},
			Retention: search.SnapshotPolicyRetentionArgs{
				ExpireAfter: pulumi.String("30d"),
				MinCount:    pulumi.Float64(7),
				MaxCount:    pulumi.Float64(60),
			},
		})
		if err != nil {
			return err
		}

		ctx.Export("ciKey", ci.Encoded)
		ctx.Export("schedule", nightly.Schedule)
		return nil
	})
}

// newWriters makes the role, and the mapping that gives it to the members of a group.
func newWriters(ctx *pulumi.Context, prefix string) error {
	writer, err := search.NewSearchRole(ctx, "writer", &search.SearchRoleArgs{
		Name:        pulumi.String(prefix + "-writer"),
		Description: pulumi.String("Writes logs"),
		Clusters:    pulumi.ToStringArray([]string{"monitor"}),
		Indices: search.RoleIndexPrivilegesArray{
			search.RoleIndexPrivilegesArgs{
				Names:      pulumi.StringArray{pulumi.String(prefix + "-logs-*")},
				Privileges: pulumi.ToStringArray([]string{"auto_configure", "create_doc"}),
			},
		},
	})
	if err != nil {
		return err
	}
	ctx.Export("role", writer.Name)
	_, err = search.NewSearchRoleMapping(ctx, "writers", &search.SearchRoleMappingArgs{
		Name:  pulumi.String(prefix + "-writers"),
		Roles: pulumi.StringArray{writer.Name},
		Rules: pulumi.JSONMarshal(object{"field": object{"groups": "cn=" + prefix + "-writers,dc=example,dc=com"}}),
	})
	return err
}

// newConnector makes a connector and its key. Change the trigger to replace the key: the connector gets the new ID in the same deployment.
func newConnector(ctx *pulumi.Context, prefix string) error {
	key, err := search.NewSearchApiKey(ctx, "connectorKey", &search.SearchApiKeyArgs{
		Name:     pulumi.String(prefix + "-connector"),
		Triggers: pulumi.StringMap{"rotation": pulumi.String("1")},
		RoleDescriptors: search.RoleDescriptorMap{
			"connector": search.RoleDescriptorArgs{
				Clusters: pulumi.ToStringArray([]string{"monitor"}),
				Indices: search.RoleIndexPrivilegesArray{
					search.RoleIndexPrivilegesArgs{
						Names:      pulumi.StringArray{pulumi.String(prefix + "-products")},
						Privileges: pulumi.ToStringArray([]string{"create_index", "read", "write"}),
					},
				},
			},
		},
	})
	if err != nil {
		return err
	}
	_, err = search.NewSearchConnector(ctx, "products", &search.SearchConnectorArgs{
		ConnectorId: pulumi.String(prefix + "-products"),
		Name:        pulumi.String("products"),
		ServiceType: pulumi.String("postgresql"),
		IndexName:   pulumi.String(prefix + "-products"),
		ApiKeyId:    key.ApiKeyId,
	})
	return err
}
