/** Programs of the resources of security. */
import { timeouts, variant, type SearchVariant } from "./parts";

const descriptors = {
  app: {
    clusters: ["monitor"],
    indices: [{ names: ["logs-*"], privileges: ["read", "view_index_metadata"], query: '{"term":{"team":"shop"}}' }],
    metadata: '{"owner":"ops"}',
    restriction: { workflows: ["search_application_query"] },
  },
};

/** All variants. */
export const securityVariants: readonly SearchVariant[] = [
  variant("SearchRole: minimal", { name: "reader" }, { clusters: ["monitor"] }),
  variant(
    "SearchRole: all inputs",
    {
      name: "shop",
      clusters: ["monitor", "manage_ilm"],
      indices: [
        {
          names: ["logs-*", "metrics-*"],
          privileges: ["read", "view_index_metadata"],
          fieldSecurity: { grants: ["*"], excepts: ["customer.*"] },
          query: '{ "range": { "amount": { "lt": 12345678901234567890.10 } } }',
          allowRestrictedIndices: true,
        },
        { names: ["orders"], privileges: ["write"], fieldSecurity: { grants: ["*"] }, query: "" },
      ],
      remoteIndices: [
        {
          clusters: ["eu-*"],
          names: ["logs-*"],
          privileges: ["read"],
          fieldSecurity: { grants: ["message"], excepts: [] },
          query: '{"term":{"team":"shop"}}',
          allowRestrictedIndices: false,
        },
      ],
      remoteClusters: [{ clusters: ["eu-*"], privileges: ["monitor_enrich", "monitor_stats"] }],
      applications: [{ application: "shop-*", privileges: ["read", "data:write/*"], resources: ["*"] }],
      runAs: ["shop-*"],
      global: '{ "application": { "manage": { "applications": ["shop-*"] } } }',
      metadata: '{ "owner": "ops", "a": [1, 2.5, 1e3] }',
      description: "first",
    },
    {
      clusters: ["monitor"],
      indices: [{ names: ["metrics-*", "logs-*"], privileges: ["all"] }],
      remoteClusters: [{ clusters: ["eu-*", "us-*"], privileges: ["monitor_stats"] }],
      applications: [
        { application: "stock", privileges: ["read"], resources: ["shelf/1"] },
        { application: "shop-*", privileges: ["data:write/*", "read"], resources: ["*"] },
      ],
      metadata: '{"owner":"dev"}',
      description: "second",
      remoteIndices: null,
      runAs: null,
      global: null,
    },
  ),
  variant(
    "SearchRoleMapping: minimal",
    { name: "staff", roles: ["reader"], rules: '{"field":{"groups":["staff"]}}' },
    { roles: ["reader", "writer"], rules: '{"field":{"groups":"staff"}}' },
  ),
  variant(
    "SearchRoleMapping: all inputs",
    {
      name: "admins",
      enabled: false,
      roleTemplates: [
        {
          template: {
            source: '{ "a": "{{username}}" }',
            params: '{ "b": 1.5 }',
            lang: "mustache",
            options: { content_type: "text/plain" },
          },
          format: "json",
        },
        { template: { scriptId: "roles-of-user" } },
      ],
      rules: '{ "all": [ { "field": { "realm.name": ["ldap1"] } }, { "except": { "field": { "dn": "*,ou=guests" } } } ] }',
      metadata: '{ "owner": "ops" }',
    },
    {
      enabled: true,
      roles: ["superuser"],
      rules: '{"any":[{"field":{"groups":["a","b"]}}]}',
      metadata: '{"owner":"dev"}',
      roleTemplates: null,
    },
  ),
  variant("SearchApiKey: minimal", { name: "ci" }, { metadata: '{"owner":"dev"}' }),
  variant(
    "SearchApiKey: all inputs of a key for HTTP",
    {
      name: "shop",
      type: "rest",
      expiration: "90d",
      roleDescriptors: descriptors,
      metadata: '{ "owner": "ops", "a": [1, 2.50] }',
      triggers: { day: "1" },
      rotateAfter: "60d",
      issuedAt: "2026-01-31T12:00:00Z",
      overlap: "1h",
    },
    { expiration: "2160h", roleDescriptors: { app: { clusters: ["monitor", "manage_ilm"] } }, metadata: '{"owner":"dev"}', overlap: null },
  ),
  variant(
    "SearchApiKey: all inputs of a cross-cluster key",
    {
      name: "remote",
      type: "cross_cluster",
      access: { searches: [{ names: ["logs-*"], allowRestrictedIndices: true }], replications: [{ names: ["metrics-*"] }] },
      certificateIdentity: "CN=remote",
    },
    {
      access: { searches: [{ names: ["logs-*", "orders"], fieldSecurity: { grants: ["a"] }, query: '{"term":{"a":1}}' }] },
      certificateIdentity: "CN=other",
    },
    { emulator: { version: "9.3.0" } },
  ),
  variant("SearchServiceToken: minimal", { service: "fleet-server", name: "fleet-1" }, { timeouts }),
  variant(
    "SearchServiceToken: all inputs",
    {
      namespace: "elastic",
      service: "kibana",
      name: "kibana-1",
      triggers: { day: "1" },
      rotateAfter: "30d",
      issuedAt: "2026-01-31T12:00:00Z",
    },
    { rotateAfter: null, issuedAt: null },
  ),
];
