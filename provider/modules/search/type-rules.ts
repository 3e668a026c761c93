// What the schema cannot say about the types and settings of this module. Rules of single functions and resources stand beside these. Pure.
import { durationViolation } from "../../core/duration";
import type { Rules, ValueRule } from "../../core/rules";
import { otherServerRules, searchServerRules } from "./connection/rules";
import { jsonObjectOrBlank } from "./json/fields";

/** At most one connection block. */
export const oneBlock: ValueRule = { maxItems: 1 };

/** Rules of the provider's settings. */
export const settingRules: Rules = { properties: { searchServers: oneBlock, agentManagers: oneBlock, dashboards: oneBlock } };

/** Rules of named types, by token. */
export const rules: Readonly<Record<string, Rules>> = {
  "quartet:search:SearchConnection": searchServerRules(),
  "quartet:search:AgentManagerConnection": otherServerRules(),
  "quartet:search:DashboardConnection": otherServerRules(),
  "quartet:search:ConnectorConfigurationValue": {
    exactlyOne: [["string", "number", "bool", "json", "secretValue"]],
    properties: { json: { json: "any" } },
  },
  "quartet:search:IndexTemplateAlias": { properties: { filter: { json: "object" } } },
  "quartet:search:IndexTemplateBody": {
    properties: { mappings: { test: jsonObjectOrBlank }, settings: { test: jsonObjectOrBlank }, aliases: { test: aliasNamedTwice } },
  },
  "quartet:search:ResourceTimeouts": {
    properties: Object.fromEntries(["create", "read", "update", "delete"].map((verb) => [verb, { test: durationViolation }])),
  },
};

function aliasNamedTwice(value: unknown): string | undefined {
  const names = (value as { name?: string }[]).map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? undefined : `two aliases have the name "${twice}"`;
}
