// What schema.json cannot state about the settings and types of this module. Rules of functions and resources are beside them. Pure.
import { durationViolation } from "../../core/values/duration";
import { isObject } from "../../core/json/json";
import type { Rules, ValueRule } from "../../contract/rules";
import { connectionRules, unusedConnectionRules } from "./connection/rules";
import { dataStreamTypeRules } from "./resources/data-stream/rules";
import { keyTypeRules } from "./resources/security/api-key";
import { lifecycleTypeRules } from "./resources/index-lifecycle-policy/rules";
import { applicationTypeRules } from "./resources/security/application-privileges";
import { mappingTypeRules } from "./resources/security/role-mapping";
import { privilegeTypeRules } from "./resources/security/privileges";
import { synonymTypeRules } from "./resources/synonym-set/rules";
import { transformTypeRules } from "./resources/transform/rules";
import { snapshotPolicyTypeRules } from "./resources/snapshot-lifecycle-policy/rules";
import { repositoryTypeRules } from "./resources/snapshot-repository/settings";

/** At most one connection block. */
export const oneBlock: ValueRule = { maxItems: 1 };

/** The traits of the inputs that every resource has: they concern the requests, not the object. */
export const requestTraits = {
  searchConnections: { validate: oneBlock, local: true },
  timeouts: { local: true },
} as const;

/** A list of processors, each a JSON object as text. */
export const processorList: ValueRule = {
  minItems: 1,
  json: "object",
  jsonSource: "the output `json` of a function such as getSearchIngestProcessorSet",
};

const serversRule: ValueRule = { ...oneBlock, example: [{ endpoints: ["https://search.example.com:9200"] }] };

/** The rules of the provider's settings. */
export const settingRules: Rules = { properties: { searchServers: serversRule, agentManagers: oneBlock, dashboards: oneBlock } };

/** The name of an index that exists: no pattern, date math or list. */
export const indexNameRule: ValueRule = {
  pattern: {
    matches: /^[^-_+*,/\s<][^*,/\s]*$/,
    reason: "must not begin with -, _, + or <, and must not contain *, comma, / or whitespace",
  },
};

/** A list of aliases, each name once. */
export const uniqueNames: ValueRule = { test: duplicateAliasViolation };

const timeLimit: ValueRule = { test: durationViolation };

/** The rules of named types, by token. */
export const typeRules: Readonly<Record<string, Rules>> = {
  ...dataStreamTypeRules,
  ...lifecycleTypeRules,
  ...applicationTypeRules,
  ...mappingTypeRules,
  ...keyTypeRules,
  ...privilegeTypeRules,
  ...synonymTypeRules,
  ...transformTypeRules,
  ...repositoryTypeRules,
  ...snapshotPolicyTypeRules,
  "quartet:search:SearchConnection": connectionRules,
  "quartet:search:AgentManagerConnection": unusedConnectionRules,
  "quartet:search:DashboardConnection": unusedConnectionRules,
  "quartet:search:ConnectorConfigurationValue": {
    exactlyOne: [["string", "number", "bool", "json", "secretValue"]],
    properties: { json: { json: "any" } },
  },
  "quartet:search:IndexAliasMember": { properties: { filter: { json: "object" } } },
  "quartet:search:IndexTemplateAlias": { properties: { filter: { json: "object" } } },
  "quartet:search:IndexTemplateBody": {
    properties: {
      mappings: { json: "objectOrBlank" },
      settings: { json: "objectOrBlank" },
      aliases: uniqueNames,
    },
  },
  "quartet:search:PrivilegeCheckIndices": { properties: { names: { minItems: 1 }, privileges: { minItems: 1 } } },
  "quartet:search:ResourceTimeouts": {
    properties: { create: timeLimit, read: timeLimit, update: timeLimit, delete: timeLimit },
  },
};

/** Returns why a list of aliases is invalid: each name may occur once. */
export function duplicateAliasViolation(value: unknown): string | undefined {
  const names = (Array.isArray(value) ? value : []).filter(isObject).map(({ name }) => name);
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  return duplicate === undefined ? undefined : `two aliases have the name "${String(duplicate)}". Use different names.`;
}
