/** Programs of the resources of security. */
import type { SearchEmulator } from "../../emulators/search/index";
import type { Autonamed, Variant } from "../variant";
import { connection, named, objectName, timeouts, variant, type Kind } from "./parts";

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
      timeouts,
      searchConnections: [connection],
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
      timeouts,
      searchConnections: [connection],
    },
  }),
];

/** All variants. */
export const securityVariants: readonly Variant[] = roles;

/** The resources that Pulumi names. */
export const securityNames: Readonly<Record<string, Autonamed>> = { "quartet:search:SearchRole": named };

/** The resources of the fault campaigns. */
export const securityKinds: readonly Kind[] = [
  {
    title: "role",
    type: "quartet:search:SearchRole",
    inputs: { name: objectName, clusters: ["monitor"] },
    news: { name: objectName, clusters: ["monitor", "manage_ilm"], indices: [{ names: ["a"], privileges: ["read"] }] },
  },
];

/** Returns the names of the objects of security on a server. */
export function securityObjects({ roles }: SearchEmulator): string[] {
  return roles.names();
}
