// Index templates: a PUT replaces the whole template, on create and update alike. See docs/modules/search.md#index-templates.
import type { Context, Named, Resource } from "../../../../core/contract";
import { hasCode } from "../../../../core/errors";
import type { Search } from "../../../../core/gen/types";
import { equal } from "../../../../core/json";
import { each, mergeTraits } from "../../../../core/traits";
import type { SearchClient } from "../../client";
import { containsMembers, equalJsonOrBlank, equalSets } from "../../equality";
import { oneBlock } from "../../settings";
import { alreadyExists, withImportHint } from "../existing";
import { isSystemObject } from "../listing";
import { canonicalId, nameToDelete, objectIdViolation, objectName, objectNameFormat, objectNameRule } from "../ids";
import { templateBody } from "./body";
import { containsMappings, equalMappings, withForeignMembers } from "./mappings";
import { equalAliases, equalAliasLists, equalRetention, matchesLifecycle } from "./parts";
import { templateFailures } from "./preview";
import { templatesIn, templateState } from "./response";
import { equalSettings } from "./settings";

type Inputs = Named<Search.SearchIndexTemplateInputs, "name">;
type State = Search.SearchIndexTemplateState;

const token = "quartet:search:SearchIndexTemplate";
const collection = ["_index_template"];

/** An index template. */
export const SearchIndexTemplate: Resource<SearchClient, Inputs, State> = {
  properties: mergeTraits(
    each(["composedOfs", "ignoreMissingComponentTemplates", "template.aliases"], { default: [] }),
    each(["deprecated", "dataStream.hidden", "dataStream.allowCustomRouting"], { default: false }),
    each(["template.aliases[*].isHidden", "template.aliases[*].isWriteIndex"], { default: false }),
    each(["template.aliases[*].indexRouting", "template.aliases[*].routing", "template.aliases[*].searchRouting"], { default: "" }),
    each(["template.lifecycle.enabled", "template.dataStreamOptions.failureStore.lifecycle.enabled"], { default: true }),
    each(["template.settings", "template.mappings"], { default: "{}" }),
    {
      name: { validate: objectNameRule, stable: true, autoname: objectNameFormat },
      indexPatterns: { validate: { minItems: 1 }, equals: equalSets },
      metadata: { validate: { json: "objectOrBlank" }, equals: equalJsonOrBlank, default: "" },
      priority: { validate: { whole: true, minimum: 0 } },
      version: { validate: { whole: true } },
      template: { default: {} },
      "template.settings": { equals: equalSettings },
      "template.mappings": { equals: { diff: equalMappings, refresh: containsMappings } },
      "template.aliases": { equals: equalAliasLists },
      "template.aliases[*]": { equals: equalAliases },
      "template.lifecycle": { equals: { diff: equal, refresh: matchesLifecycle } },
      "template.lifecycle.dataRetention": { equals: equalRetention },
      // The server adds members, for example `enabled: true`.
      "template.dataStreamOptions": { equals: { diff: equal, refresh: containsMembers } },
      "template.dataStreamOptions.failureStore.lifecycle": { default: {} },
      "template.dataStreamOptions.failureStore.lifecycle.dataRetention": { equals: equalRetention },
      searchConnections: { validate: oneBlock, local: true },
      timeouts: { local: true },
    },
  ),
  importId: { validate: objectIdViolation },
  // The server rejects a second template with the same patterns and priority.
  deleteBeforeReplace: true,
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },

  async previewCheck({ inputs, isUnknown }, { client }) {
    const { name, indexPatterns } = inputs;
    const isIncomplete = ["composedOfs", "ignoreMissingComponentTemplates", "template", "dataStream"].some(isUnknown);
    if (name === undefined || indexPatterns === undefined || isIncomplete) return [];
    return templateFailures(name, templateBody({ ...inputs, indexPatterns }), client);
  },

  async create({ inputs, created }, context) {
    const { client } = context;
    await requireVersions(inputs, client);
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    if (!(await existsEqual(id, inputs, context))) {
      try {
        await withImportHint(token, id, () => client.put(pathOf(inputs.name), templateBody(inputs), { query: { create: "true" } }));
      } catch (error) {
        // A repeated request is rejected if the first one created the template.
        if (!hasCode(error, "failed_precondition") || !(await existsEqual(id, inputs, context))) throw error;
      }
    }
    created(id);
  },

  async find({ name }, { client }) {
    const state = await readTemplate(name, client);
    return state && { id: `${(await client.cluster()).uuid}/${name}`, state };
  },

  async update({ id, merged, prior, remote }, { client }) {
    const inputs = withForeignMappings(merged(), prior.inputs, remote);
    await requireVersions(inputs, client);
    await client.put(pathOf(objectName(id)), templateBody(inputs, remote.dataStream));
  },

  async read({ id }, { client }) {
    const name = objectName(id);
    const state = await readTemplate(name, client);
    return state && { id: await canonicalId(id, name, client), state };
  },

  async delete({ id }, { client }) {
    await client.delete(pathOf(nameToDelete(id)));
  },

  async *list(_query, { client }) {
    const templates = templatesIn(await client.fetch(collection)).filter(({ name, template }) => !isSystemObject(name, template));
    const uuid = templates.length > 0 ? (await client.cluster()).uuid : "";
    for (const { name } of templates) yield { id: `${uuid}/${name}`, name };
  },
};

function pathOf(name: string): string[] {
  return [...collection, name];
}

async function requireVersions(inputs: Inputs, client: SearchClient): Promise<void> {
  if (inputs.ignoreMissingComponentTemplates?.length) await client.requireVersion("ignoreMissingComponentTemplates", "8.7.0");
  if (inputs.template?.dataStreamOptions) await client.requireVersion("template.dataStreamOptions", "8.19.0");
}

/** Whether an equal template exists. Fails with the command to import it if the existing one differs. */
async function existsEqual(id: string, inputs: Inputs, { client, differences }: Context<SearchClient>): Promise<boolean> {
  const existing = await readTemplate(inputs.name, client);
  if (!existing) return false;
  const different = differences(inputs, existing);
  if (different.length > 0) throw alreadyExists(token, "Index template", id, different);
  return true;
}

function withForeignMappings(inputs: Inputs, prior: Partial<Inputs>, remote: State): Inputs {
  const { template } = inputs;
  if (template?.mappings === undefined) return inputs;
  const mappings = withForeignMembers(template.mappings, prior.template?.mappings, remote.template?.mappings);
  return { ...inputs, template: { ...template, mappings } };
}

/** Returns the template of exactly that name. */
async function readTemplate(name: string, client: SearchClient): Promise<State | undefined> {
  const template = templatesIn(await client.fetch(pathOf(name))).find((entry) => entry.name === name);
  return template && templateState(template);
}
