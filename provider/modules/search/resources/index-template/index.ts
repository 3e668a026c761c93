// Index templates (search spec 13). A PUT replaces the whole template, on create and update alike.
import type { LegacyResource as Resource } from "../../../../core/legacy-contract";
import { hasCode } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import type { Plain, PlainMap } from "../../../../core/value";
import type { SearchClient } from "../../client";
import { givenMembers, sameAlias, sameAliases, sameJsonOrBlank, sameRetention, sameSet, servedLifecycle } from "../../equality";
import { canonicalId, idBreach, nameToDelete, objectName, objectNameRule } from "../ids";
import { jsonObjectOrBlank } from "../../json/fields";
import { sameMappings, servedMappings } from "./mappings";
import { differences, existsAlready, failedCreate, withoutDefaults } from "../existing";
import { oneBlock } from "../../type-rules";
import { sameSettings } from "./settings";
import { described, templatesIn } from "./response";
import { templateBody } from "./body";

type Inputs = Search.SearchIndexTemplateInputs;
type State = Search.SearchIndexTemplateState;

const token = "quartet:search:SearchIndexTemplate";
const local = ["searchConnections", "timeouts"] as const;
const same = {
  indexPatterns: sameSet,
  metadata: sameJsonOrBlank,
  "template.settings": sameSettings,
  "template.mappings": sameMappings,
  "template.aliases": sameAliases,
  "template.aliases[*]": sameAlias,
  "template.lifecycle.dataRetention": sameRetention,
  "template.dataStreamOptions.failureStore.lifecycle.dataRetention": sameRetention,
};
/** The server adds members to what it was given, for example `enabled: true`. */
const served = {
  ...same,
  "template.mappings": servedMappings,
  "template.lifecycle": servedLifecycle,
  "template.dataStreamOptions": givenMembers,
};
const serverDefaults: Record<string, Plain> = {
  composedOfs: [],
  ignoreMissingComponentTemplates: [],
  metadata: "",
  deprecated: false,
  "dataStream.hidden": false,
  "dataStream.allowCustomRouting": false,
  template: {},
  "template.settings": "{}",
  "template.mappings": "{}",
  "template.aliases": [],
  "template.aliases[*].indexRouting": "",
  "template.aliases[*].routing": "",
  "template.aliases[*].searchRouting": "",
  "template.aliases[*].isHidden": false,
  "template.aliases[*].isWriteIndex": false,
  "template.lifecycle.enabled": true,
  "template.dataStreamOptions.failureStore.lifecycle": {},
  "template.dataStreamOptions.failureStore.lifecycle.enabled": true,
};
const meaning = { same, serverDefaults, local };
const pathOf = (name: string): string[] => ["_index_template", name];

/** An index template. */
export const SearchIndexTemplate: Resource<SearchClient, Inputs, State> = {
  rules: {
    properties: {
      name: objectNameRule,
      indexPatterns: { minItems: 1 },
      metadata: { test: jsonObjectOrBlank },
      priority: { whole: true, minimum: 0 },
      version: { whole: true },
      searchConnections: oneBlock,
    },
  },
  same,
  served,
  serverDefaults,
  local,
  stables: ["name"],
  // Two templates of the same patterns and priority cannot stand beside each other.
  deleteBeforeReplace: true,
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  checkId: idBreach,

  async create(inputs, client) {
    await demandFor(inputs, client);
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    if (await standsAlready(inputs, id, client)) return id;
    try {
      await client.put(pathOf(inputs.name), templateBody(inputs), { query: { create: "true" } });
    } catch (error) {
      // A repeated attempt meets what the first one made, and is refused for it.
      if (!hasCode(error, "failed_precondition") || !(await standsAlready(inputs, id, client))) throw failedCreate(error, token, id);
    }
    return id;
  },

  async recover(inputs, client) {
    const standing = await stateOf(inputs.name, client);
    const ours = standing !== undefined && differences(inputs, standing, meaning).length === 0;
    return ours ? `${(await client.cluster()).uuid}/${inputs.name}` : undefined;
  },

  async apply(id, inputs, previous, client) {
    await demandFor(inputs, client);
    await client.put(pathOf(objectName(id)), templateBody(inputs, previous.dataStream));
  },

  async read(id, client) {
    const name = objectName(id);
    const state = await stateOf(name, client);
    return state && { id: await canonicalId(id, name, client), state: state as unknown as State };
  },

  async delete(id, client) {
    await client.delete(pathOf(nameToDelete(id)));
  },

  async *list(client) {
    const templates = templatesIn(await client.answer(["_index_template"]));
    const uuid = templates.length > 0 ? (await client.cluster()).uuid : "";
    for (const { name } of templates) yield { id: `${uuid}/${name}`, name };
  },
};

async function demandFor(inputs: Inputs, client: SearchClient): Promise<void> {
  if (inputs.ignoreMissingComponentTemplates?.length)
    await client.demand("ignoreMissingComponentTemplates of SearchIndexTemplate", "8.7.0");
  if (inputs.template?.dataStreamOptions) await client.demand("template.dataStreamOptions of SearchIndexTemplate", "8.19.0");
}

/** Whether the very template stands on the server. Fails with the command to import it when another one of that name does. */
async function standsAlready(inputs: Inputs, id: string, client: SearchClient): Promise<boolean> {
  const standing = await stateOf(inputs.name, client);
  if (!standing) return false;
  const differing = differences(inputs, standing, meaning);
  if (differing.length > 0) throw existsAlready(token, "index template", id, differing);
  return true;
}

/** The template of exactly that name, or nothing. */
async function stateOf(name: string, client: SearchClient): Promise<PlainMap | undefined> {
  const template = templatesIn(await client.answer(pathOf(name))).find((entry) => entry.name === name);
  return template && withoutDefaults(described(template), serverDefaults);
}
