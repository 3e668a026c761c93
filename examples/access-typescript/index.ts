/**
 * Access to a cluster and its backup: a role for those who write logs, an API key for a connector and one for CI, and a nightly snapshot. A secret that is
 * replaced works until everything in this program that uses it has the new one. Needs Elasticsearch 8.16 or later.
 */
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const prefix = new pulumi.Config().require("prefix");

// The mapping gives the role to the members of a group.
const writer = new search.SearchRole("writer", {
  name: `${prefix}-writer`,
  description: "Writes logs",
  clusters: ["monitor"],
  indices: [{ names: [`${prefix}-logs-*`], privileges: ["auto_configure", "create_doc"] }],
});
new search.SearchRoleMapping("writers", {
  name: `${prefix}-writers`,
  roles: [writer.name],
  rules: JSON.stringify({ field: { groups: `cn=${prefix}-writers,dc=example,dc=com` } }),
});

// Change the trigger to replace the key. The connector gets the new ID in the same deployment.
const connectorKey = new search.SearchApiKey("connectorKey", {
  name: `${prefix}-connector`,
  triggers: { rotation: "1" },
  roleDescriptors: {
    connector: {
      clusters: ["monitor"],
      indices: [{ names: [`${prefix}-products`], privileges: ["create_index", "read", "write"] }],
    },
  },
});
new search.SearchConnector("products", {
  connectorId: `${prefix}-products`,
  name: "products",
  serviceType: "postgresql",
  indexName: `${prefix}-products`,
  apiKeyId: connectorKey.apiKeyId,
});

// The first deployment after 60 days replaces the key. The old one remains valid for an hour, because jobs of CI read the output later.
const ci = new search.SearchApiKey("ci", {
  name: `${prefix}-ci`,
  expiration: "90d",
  rotateAfter: "60d",
  overlap: "1h",
  roleDescriptors: { deploy: { clusters: ["manage_index_templates", "manage_ingest_pipelines", "monitor"] } },
});

const backups = new search.SearchSnapshotRepository("backups", { name: `${prefix}-backups`, s3: { bucket: `${prefix}-backups` } });
const nightly = new search.SearchSnapshotLifecyclePolicy("nightly", {
  name: `${prefix}-nightly`,
  schedule: "0 30 1 * * ?",
  repository: backups.name,
  config: { indices: [`${prefix}-*`], includeGlobalState: false },
  retention: { expireAfter: "30d", minCount: 7, maxCount: 60 },
});

export const role = writer.name;
export const ciKey = ci.encoded;
export const schedule = nightly.schedule;
