// Ingest pipelines (search spec 14). A PUT replaces the whole pipeline, on create and update alike.
import type { Resource } from "../../../core/contract";
import type { Search } from "../../../core/gen/types";
import { equalText, isObject } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import type { SearchClient } from "../client";
import { sameProcessor } from "../equal-forms";
import { canonicalId, idBreach, nameToDelete, objectName, objectNameRule } from "../ids";
import { listText, objectText } from "../json-fields";
import { misanswered } from "../answers";
import { jsonParts } from "../json-parts";
import { differences, existsAlready, failedCreate } from "../meaning";
import { fromRemote, toRemote } from "../names";
import { oneBlock } from "../rules";

type Inputs = Search.SearchIngestPipelineInputs;
type State = Search.SearchIngestPipelineState;

const token = "quartet:search:SearchIngestPipeline";
const plainFields = ["description", "version", "deprecated", "fieldAccessPattern"];
const local = ["searchConnections", "timeouts"] as const;
const same = { "processors[*]": sameProcessor, "onFailures[*]": sameProcessor, metadata: equalText };
const serverDefaults = { deprecated: false, fieldAccessPattern: "classic" };
const pathOf = (name: string): string[] => ["_ingest", "pipeline", name];

/** An ingest pipeline. */
export const SearchIngestPipeline: Resource<SearchClient, Inputs, State> = {
  rules: {
    properties: {
      name: objectNameRule,
      processors: { minItems: 1, json: "object" },
      onFailures: { minItems: 1, json: "object" },
      metadata: { json: "object" },
      version: { whole: true },
      searchConnections: oneBlock,
    },
  },
  same,
  serverDefaults,
  local,
  stables: ["name"],
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  checkId: idBreach,

  async create(inputs, client) {
    const id = `${(await client.cluster()).uuid}/${inputs.name}`;
    const standing = await stateOf(inputs.name, client);
    if (standing) refuseOther(inputs, standing, id);
    else await client.put(pathOf(inputs.name), bodyOf(inputs)).catch((error: unknown) => Promise.reject(failedCreate(error, token, id)));
    return id;
  },

  async recover(inputs, client) {
    const standing = await stateOf(inputs.name, client);
    const ours = standing !== undefined && differences(inputs, standing, meaning).length === 0;
    return ours ? `${(await client.cluster()).uuid}/${inputs.name}` : undefined;
  },

  async apply(id, inputs, _previous, client) {
    await client.put(pathOf(objectName(id)), bodyOf(inputs));
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
    const pipelines = await client.get(["_ingest", "pipeline"]);
    const names = isObject(pipelines) ? Object.keys(pipelines) : [];
    const uuid = names.length > 0 ? (await client.cluster()).uuid : "";
    for (const name of names) yield { id: `${uuid}/${name}`, name };
  },
};

const meaning = { same, serverDefaults, local };

function refuseOther(inputs: Inputs, standing: PlainMap, id: string): void {
  const differing = differences(inputs, standing, meaning);
  if (differing.length > 0) throw existsAlready(token, "ingest pipeline", id, differing);
}

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
