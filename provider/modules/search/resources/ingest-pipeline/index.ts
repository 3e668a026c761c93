// Ingest pipelines: a PUT replaces the whole pipeline, on create and update alike. See docs/modules/search.md#ingest-pipelines.
import type { Named, Resource } from "../../../../core/contract";
import type { Search } from "../../../../core/gen/types";
import { equalText, isObject } from "../../../../core/json";
import type { SearchClient } from "../../client";
import { pipelineText } from "../../definitions";
import { toRemote } from "../../mapping";
import { oneBlock } from "../../settings";
import { alreadyExists, withImportHint } from "../existing";
import { isSystemObject } from "../listing";
import { canonicalId, nameToDelete, objectIdViolation, objectName, objectNameFormat, objectNameRule } from "../ids";
import { pipelineFailures } from "./preview";
import { equalProcessors } from "./processors";
import { collection, pathOf, plainFields, readPipeline } from "./response";

type Inputs = Named<Search.SearchIngestPipelineInputs, "name">;
type State = Search.SearchIngestPipelineState;

const processorList = { minItems: 1, json: "object" } as const;

/** An ingest pipeline. */
export const SearchIngestPipeline: Resource<SearchClient, Inputs, State> = {
  properties: {
    name: { validate: objectNameRule, stable: true, autoname: objectNameFormat },
    processors: { validate: processorList },
    "processors[*]": { equals: equalProcessors },
    onFailures: { validate: processorList },
    "onFailures[*]": { equals: equalProcessors },
    metadata: { validate: { json: "object" }, equals: equalText },
    version: { validate: { whole: true } },
    deprecated: { default: false },
    fieldAccessPattern: { default: "classic" },
    searchConnections: { validate: oneBlock, local: true },
    timeouts: { local: true },
  },
  importId: { validate: objectIdViolation },
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },

  async previewCheck({ inputs, isUnknown }, { client }) {
    if (isUnknown("processors") || isUnknown("onFailures")) return [];
    return pipelineFailures({ processors: inputs.processors ?? [], onFailures: inputs.onFailures }, membersOf(inputs), client);
  },

  async create({ inputs, created, importCommand }, { client, differences }) {
    const { name } = inputs;
    const id = `${(await client.cluster()).uuid}/${name}`;
    const object = { kind: "Ingest pipeline", id, importCommand };
    const existing = await readPipeline(name, client);
    if (existing) {
      const different = differences(inputs, existing);
      if (different.length > 0) throw alreadyExists(object, different);
    } else {
      await withImportHint(object, () => client.put(pathOf(name), bodyOf(inputs)));
    }
    created(id);
  },

  async find({ name }, { client }) {
    const state = await readPipeline(name, client);
    return state && { id: `${(await client.cluster()).uuid}/${name}`, state };
  },

  async update({ id, merged }, { client }) {
    await client.put(pathOf(objectName(id)), bodyOf(merged()));
  },

  async read({ id }, { client }) {
    const name = objectName(id);
    const state = await readPipeline(name, client);
    return state && { id: await canonicalId(id, name, client), state };
  },

  async delete({ id }, { client }) {
    await client.delete(pathOf(nameToDelete(id)));
  },

  async *list(_query, { client }) {
    const pipelines = await client.get(collection);
    const all = isObject(pipelines) ? Object.entries(pipelines) : [];
    const names = all.filter(([name, pipeline]) => !isSystemObject(name, pipeline)).map(([name]) => name);
    const uuid = names.length > 0 ? (await client.cluster()).uuid : "";
    for (const name of names) yield { id: `${uuid}/${name}`, name };
  },
};

function bodyOf(inputs: Inputs): string {
  return pipelineText(inputs, membersOf(inputs));
}

/** Returns the members of the definition other than processors. */
function membersOf(inputs: Partial<Inputs>): Record<string, string | undefined> {
  return { ...toRemote(inputs, plainFields), _meta: inputs.metadata };
}
