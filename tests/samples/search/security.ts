/** Programs of the resources of security. */
import type { Autonamed, Variant } from "../variant";
import { named, objectName, timeouts, variant, type Kind } from "./parts";

const roles: Variant[] = [
  variant("SearchRole", "minimal", {
    inputs: { name: "reader" },
    news: { name: "reader", clusters: ["monitor"] },
  }),
  variant("SearchRole", "all inputs", {
    inputs: {
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
    news: {
      name: "shop",
      clusters: ["monitor"],
      indices: [{ names: ["metrics-*", "logs-*"], privileges: ["all"] }],
      remoteClusters: [{ clusters: ["eu-*", "us-*"], privileges: ["monitor_stats"] }],
      applications: [
        { application: "stock", privileges: ["read"], resources: ["shelf/1"] },
        { application: "shop-*", privileges: ["data:write/*", "read"], resources: ["*"] },
      ],
      metadata: '{"owner":"dev"}',
      description: "second",
    },
  }),
];

const mappings: Variant[] = [
  variant("SearchRoleMapping", "minimal", {
    inputs: { name: "staff", roles: ["reader"], rules: '{"field":{"groups":["staff"]}}' },
    news: { name: "staff", roles: ["reader", "writer"], rules: '{"field":{"groups":"staff"}}' },
  }),
  variant("SearchRoleMapping", "all inputs", {
    inputs: {
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
    news: {
      name: "admins",
      enabled: true,
      roles: ["superuser"],
      rules: '{"any":[{"field":{"groups":["a","b"]}}]}',
      metadata: '{"owner":"dev"}',
    },
  }),
];

const descriptors = {
  app: {
    clusters: ["monitor"],
    indices: [{ names: ["logs-*"], privileges: ["read", "view_index_metadata"], query: '{"term":{"team":"shop"}}' }],
    metadata: '{"owner":"ops"}',
    restriction: { workflows: ["search_application_query"] },
  },
};

const keys: Variant[] = [
  variant("SearchApiKey", "minimal", { inputs: { name: "ci" }, news: { name: "ci", metadata: '{"owner":"dev"}' } }),
  variant("SearchApiKey", "all inputs of a key for HTTP", {
    inputs: {
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
    news: {
      name: "shop",
      type: "rest",
      expiration: "2160h",
      roleDescriptors: { app: { clusters: ["monitor", "manage_ilm"] } },
      metadata: '{"owner":"dev"}',
      triggers: { day: "1" },
      rotateAfter: "60d",
      issuedAt: "2026-01-31T12:00:00Z",
    },
  }),
  variant(
    "SearchApiKey",
    "all inputs of a cross-cluster key",
    {
      inputs: {
        name: "remote",
        type: "cross_cluster",
        access: { searches: [{ names: ["logs-*"], allowRestrictedIndices: true }], replications: [{ names: ["metrics-*"] }] },
        certificateIdentity: "CN=remote",
      },
      news: {
        name: "remote",
        type: "cross_cluster",
        access: { searches: [{ names: ["logs-*", "orders"], fieldSecurity: { grants: ["a"] }, query: '{"term":{"a":1}}' }] },
        certificateIdentity: "CN=other",
      },
    },
    { emulator: { version: "9.3.0" } },
  ),
];

const tokens: Variant[] = [
  variant("SearchServiceToken", "minimal", {
    inputs: { service: "fleet-server", name: "fleet-1" },
    news: { service: "fleet-server", name: "fleet-1", timeouts },
  }),
  variant("SearchServiceToken", "all inputs", {
    inputs: {
      namespace: "elastic",
      service: "kibana",
      name: "kibana-1",
      triggers: { day: "1" },
      rotateAfter: "30d",
      issuedAt: "2026-01-31T12:00:00Z",
    },
    news: { namespace: "elastic", service: "kibana", name: "kibana-1", triggers: { day: "1" } },
  }),
];

/** All variants. */
export const securityVariants: readonly Variant[] = [...roles, ...mappings, ...keys, ...tokens];

/** The resources that Pulumi names. */
export const securityNames: Readonly<Record<string, Autonamed>> = {
  "quartet:search:SearchApiKey": named,
  "quartet:search:SearchRole": named,
  "quartet:search:SearchRoleMapping": named,
  "quartet:search:SearchServiceToken": { ...named, valid: /^[a-z0-9-][a-z0-9_-]{0,255}$/ },
};

/** The kinds of security, for cases that hold for each of them. */
export const securityKinds: readonly Kind[] = [
  {
    title: "role",
    type: "quartet:search:SearchRole",
    inputs: { name: objectName, clusters: ["monitor"] },
    news: { name: objectName, clusters: ["monitor", "manage_ilm"], indices: [{ names: ["a"], privileges: ["read"] }] },
  },
  {
    title: "role mapping",
    type: "quartet:search:SearchRoleMapping",
    inputs: { name: objectName, roles: ["a"], rules: '{"field":{"groups":"a"}}' },
    news: { name: objectName, roles: ["b"], rules: '{"field":{"groups":"b"}}', enabled: false },
  },
  {
    title: "API key",
    type: "quartet:search:SearchApiKey",
    // A connection with an API key creates only keys without privileges.
    inputs: { name: objectName, roleDescriptors: { app: {} } },
    news: { name: objectName, roleDescriptors: { app: { clusters: ["manage_ilm"] } }, expiration: "30d" },
  },
  {
    title: "service token",
    type: "quartet:search:SearchServiceToken",
    inputs: { service: "fleet-server", name: objectName },
    news: { service: "fleet-server", name: objectName, timeouts },
  },
];
