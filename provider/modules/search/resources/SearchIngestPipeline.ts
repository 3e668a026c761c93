// Ingest pipelines (search spec 14). A PUT replaces the whole pipeline, on create and update alike.
import type { Resource } from "../../../core/contract";
import type { Search } from "../../../core/gen/types";
import { equalText, isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { SearchClient } from "../client";
import { sameProcessor } from "../equality";
import { canonicalId, idBreach, nameToDelete, objectName, objectNameRule } from "./ids";
import { listText, objectText } from "../json/fields";
import { misanswered } from "../response";
import { jsonParts } from "../json/parts";
import { existsAlready, failedCreate } from "./existing";
import { fromRemote, toRemote } from "../mapping";
import { oneBlock } from "../type-rules";

type Inputs = Search.SearchIngestPipelineInputs;
type State = Search.SearchIngestPipelineState;

const token = "quartet:search:SearchIngestPipeline";
const plainFields = ["description", "version", "deprecated", "fieldAccessPattern"];
const processors = { validate: { minItems: 1, json: "object" } } as const;
const pathOf = (name: string): string[] => ["_ingest", "pipeline", name];

/** An ingest pipeline. */
export const SearchIngestPipeline: Resource<SearchClient, Inputs, State> = {
  properties: {
    name: { validate: objectNameRule, stable: true },
    processors,
    "processors[*]": { equals: sameProcessor },
    onFailures: processors,
    "onFailures[*]": { equals: sameProcessor },
    metadata: { validate: { json: "object" }, equals: equalText },
    version: { validate: { whole: true } },
    deprecated: { default: false },
    fieldAccessPattern: { default: "classic" },
    searchConnections: { validate: oneBlock, local: true },
    timeouts: { local: true },
  },
  importId: { validate: idBreach },
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },

  async create({ inputs, created }, { client, differences }) {
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    const existing = await stateOf(inputs.name, client);
    const differing = existing ? differences(inputs, existing) : [];
    if (differing.length > 0) throw existsAlready(token, "ingest pipeline", id, differing);
    if (!existing)
      await client.put(pathOf(inputs.name), bodyOf(inputs)).catch((error: unknown) => Promise.reject(failedCreate(error, token, id)));
    created(id);
  },

  async find({ name }, { client }) {
    const state = await stateOf(name, client);
    return state && { id: `${(await client.cluster()).uuid}/${name}`, state: state as unknown as State };
  },

  async update({ id, merged }, { client }) {
    await client.put(pathOf(objectName(id)), bodyOf(merged()));
  },

  async read({ id }, { client }) {
    const name = objectName(id);
    const state = await stateOf(name, client);
    return state && { id: await canonicalId(id, name, client), state: state as unknown as State };
  },

  async delete({ id }, { client }) {
    await client.delete(pathOf(nameToDelete(id)));
  },

  async *list(_query, { client }) {
    const pipelines = await client.get(["_ingest", "pipeline"]);
    const names = isObject(pipelines) ? Object.keys(pipelines) : [];
    const uuid = names.length > 0 ? (await client.cluster()).uuid : "";
    for (const name of names) yield { id: `${uuid}/${name}`, name };
  },
};

function bodyOf(inputs: Inputs): string {
  return objectText({
    ...toRemote(inputs, plainFields),
    processors: listText(inputs.processors),
    on_failure: inputs.onFailures && listText(inputs.onFailures),
    _meta: inputs.metadata,
  });
}

/** The pipeline as it stands on the server, or nothing. The dates of its making and last change are no part of it. */
async function stateOf(name: string, client: SearchClient): Promise<PlainMap | undefined> {
  const answer = await client.answer(pathOf(name));
  if (!answer) return undefined;
  if (!isObject(answer.json)) throw misanswered(answer, "pipelines by name");
  const pipeline = Object.hasOwn(answer.json, name) ? answer.json[name] : undefined;
  if (!isObject(pipeline)) return undefined;
  const partAt = jsonParts(answer.text);
  const texts = (key: string): string[] | undefined => textsOf(pipeline[key], (i) => partAt([name, key, i]));
  const onFailures = texts("on_failure");
  const metadata = isObject(pipeline["_meta"]) ? partAt([name, "_meta"]) : undefined;
  const state: PlainMap = { name, processors: texts("processors") ?? [], ...fromRemote(pipeline, plainFields) };
  return { ...state, ...(onFailures && { onFailures }), ...(metadata !== undefined && { metadata }) };
}

/** The entries as they were received; `textAt` knows the text of each. */
function textsOf(list: Plain | undefined, textAt: (index: number) => string | undefined): string[] | undefined {
  return Array.isArray(list) ? list.map((entry, i) => textAt(i) ?? JSON.stringify(entry)) : undefined;
}
