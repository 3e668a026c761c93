// The rules of the types of inputs: those of one resource are beside it. Pure.
import type { Rules, ValueRule } from "../../../contract/rules";
import { durationViolation } from "../../../core/values/duration";
import { uniqueAliases } from "./alias/rules";
import { dataStreamTypeRules } from "./data-stream/rules";
import { lifecycleTypeRules } from "./index-lifecycle-policy/rules";
import { keyTypeRules } from "./security/api-key";
import { applicationTypeRules } from "./security/application-privileges";
import { privilegeTypeRules } from "./security/privileges";
import { mappingTypeRules } from "./security/role-mapping";
import { snapshotPolicyTypeRules } from "./snapshot-lifecycle-policy/rules";
import { repositoryTypeRules } from "./snapshot-repository/settings";
import { synonymTypeRules } from "./synonym-set/rules";
import { transformTypeRules } from "./transform/rules";

const timeLimit: ValueRule = { test: durationViolation };

/** The rules by token. */
export const inputTypeRules: Readonly<Record<string, Rules>> = {
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
      aliases: uniqueAliases,
    },
  },
  "quartet:search:ResourceTimeouts": {
    properties: { create: timeLimit, read: timeLimit, update: timeLimit, delete: timeLimit },
  },
};
