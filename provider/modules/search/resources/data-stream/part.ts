// Lifecycle and options of data streams: parts that a stream may have from its template, so that a create takes them over, and a delete restores them.
// See docs/modules/search.md#data-stream-lifecycles.
import type { Context } from "../../../../contract/context";
import type { PriorState, ReadResult } from "../../../../contract/resource";
import { hasCode, messageOf, ProviderError, withHint } from "../../../../core/errors/errors";
import { equal, isObject, parseJson } from "../../../../core/json/json";
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { readerOf, streamCollection } from "../../collections";
import { objectText } from "../../json/fields";
import { unknownMembers, type UnknownMembers } from "../../json/unknown";
import { namedEntriesIn, unexpectedResponse, type SearchResponse } from "../../response";
import { nanosecondsOf } from "../../units";
import { idIn, objectName } from "../../ids";
import { isSystemObject } from "../listing";
import { namedObject, type NamedOperations } from "../named";

/** A part of a data stream, as responses have it. */
interface PartForm {
  /** Its name in responses, and with `_` in paths. */
  part: "lifecycle" | "options";
  /** Members that only responses have. */
  reported: readonly string[];
}

/** A part of a data stream. */
interface StreamPart<Inputs, State extends Inputs> extends PartForm {
  /** Its name in the member `template` of an index template. */
  inTemplate: string;
  /** The output with the part from before this resource. */
  previous: keyof State & string;
  /** Fails if the server is too old for an input. */
  requireVersions(inputs: Inputs, client: SearchClient): Promise<void>;
  /** Returns the body of the PUT. `unknown`: the members of the server that have no property. */
  bodyOf(inputs: Partial<Inputs>, unknown?: UnknownMembers): string;
  /** Returns the properties of a part as the server returns it. */
  stateOf(remote: PlainMap, name: string): State;
  /** Logs what the state of a write means. */
  onWritten?(state: State, inputs: Inputs, context: Context<SearchClient>): void;
}

interface Found {
  /** Undefined if the stream has no such part. */
  value: PlainMap | undefined;
  /** The JSON text of the part. */
  text: string | undefined;
  unknown: UnknownMembers;
}

const absent: Found = { value: undefined, text: undefined, unknown: unknownMembers(undefined) };

/** Returns the operations of a part of data streams. */
export function streamPart<Inputs extends { name: string }, State extends Inputs>(
  kind: StreamPart<Inputs, State>,
): NamedOperations<Inputs, State> {
  const { part, previous } = kind;
  return {
    ...readingOperations(kind),

    async create({ inputs, created, attempt }, context) {
      const { client } = context;
      const { name } = inputs;
      const id = await idIn(client, name);
      const { value, text } = await readPart(kind, name, client);
      if (value && !(await isOfTemplate(kind, name, value, context)))
        throw new ProviderError("already_exists", `Another writer has set the ${part} of the data stream "${name}".`);
      const written = withPrevious<object>(kind, inputs, text) as Partial<State>;
      attempt(written);
      await write(kind, name, kind.bodyOf(inputs), client);
      created(id, written);
      return reached(kind, { id, before: text, inputs }, context);
    },

    async update({ id, inputs, merged, prior }, context) {
      const { client } = context;
      const name = objectName(id);
      await kind.requireVersions(inputs, client);
      const written = await merged();
      const { unknown } = await readPart(kind, name, client);
      await write(kind, name, kind.bodyOf(written, unknown), client);
      return reached(kind, { id, before: previousOf(prior, previous), inputs }, context);
    },

    async delete({ id, prior }, { client, log }) {
      const name = objectName(id);
      const { value } = await readPart(kind, name, client);
      if (!value) return;
      if (!isSame(kind.bodyOf(prior.inputs), kind.bodyOf(kind.stateOf(value, name)))) {
        log("warning", `Another writer has changed the ${part} of the data stream "${name}". The change is kept.`);
        return;
      }
      const before = previousOf(prior, previous);
      if (before !== undefined) return write(kind, name, before, client);
      await remove(kind, name, client);
    },
  };
}

/** Returns the operations, of which those that write are replaced. */
function readingOperations<Inputs extends { name: string }, State extends Inputs>(
  kind: StreamPart<Inputs, State>,
): NamedOperations<Inputs, State> {
  const { part, previous } = kind;
  const all = streamCollection(`_${part}`);
  return namedObject<Inputs, State>({
    key: "name",
    path: all.path,
    rejectsExisting: true,
    requireSupport: (inputs, client) => kind.requireVersions(inputs, client),
    put: async () => undefined,
    read: readerOf(all, (response, name, prior?: PriorState<Inputs, State>) => {
      const { value } = partIn(kind, response, name);
      return value && withPrevious(kind, kind.stateOf(value, name), previousOf(prior, previous));
    }),
    async names(client) {
      const response = await client.fetch(pathOf(kind, "*"), { query: { expand_wildcards: "all" }, expects: "list" });
      const entries = response ? namedEntriesIn(response, "data_streams") : [];
      const names = entries.filter((entry) => isObject(entry[part])).map(({ name }) => String(name));
      return names.filter((name) => !isSystemObject(name));
    },
  });
}

function pathOf({ part }: PartForm, name: string): string[] {
  return ["_data_stream", name, `_${part}`];
}

async function write(kind: PartForm, name: string, body: string, client: SearchClient): Promise<void> {
  try {
    await client.put(pathOf(kind, name), body, { query: { expand_wildcards: "all" } });
  } catch (error) {
    throw hasCode(error, "not_found") ? withHint(error, "Create the data stream first and pass its name.") : error;
  }
}

/** Returns the object that a write has reached; undefined if it is gone, which core reports. */
async function reached<Inputs, State extends Inputs>(
  kind: StreamPart<Inputs, State>,
  { id, before, inputs }: { id: string; before: string | undefined; inputs: Inputs },
  context: Context<SearchClient>,
): Promise<ReadResult<State> | undefined> {
  const { value } = await readPart(kind, objectName(id), context.client);
  if (!value) return undefined;
  const state = withPrevious(kind, kind.stateOf(value, objectName(id)), before);
  kind.onWritten?.(state, inputs, context);
  return { id, state };
}

function previousOf<Inputs, State>(prior: PriorState<Inputs, State> | undefined, key: keyof State): string | undefined {
  const value = prior?.state[key];
  return typeof value === "string" ? value : undefined;
}

function withPrevious<T>({ previous }: { previous: string }, state: T, before: string | undefined): T {
  return { ...state, ...omitUndefined({ [previous]: before }) };
}

async function readPart(kind: PartForm, name: string, client: SearchClient): Promise<Found> {
  const response = await client.fetch(pathOf(kind, name), { query: { expand_wildcards: "all" } });
  return response ? partIn(kind, response, name) : absent;
}

/** Returns the part in a response of a list of data streams. Members that only responses have are not part of it. */
function partIn({ part, reported }: PartForm, response: SearchResponse, name: string): Found {
  const entries = namedEntriesIn(response, "data_streams");
  const index = entries.findIndex((entry) => entry["name"] === name);
  if (index < 0) return absent;
  const value = entries[index]![part];
  if (value !== undefined && !isObject(value)) throw unexpectedResponse(response, `an object "${part}" of the data stream "${name}"`);
  const inResponse = unknownMembers(response);
  const unknown: UnknownMembers = (path, known) => inResponse(["data_streams", index, part, ...path], known);
  return { value, text: value && objectText(unknown([], reported)), unknown };
}

/** Returns whether the stream has the part from its template. If the server does not permit to simulate it, a warning names the part, and the answer is yes. */
async function isOfTemplate<Inputs, State extends Inputs>(
  { inTemplate, part, stateOf, bodyOf }: StreamPart<Inputs, State>,
  name: string,
  value: PlainMap,
  { client, log }: Context<SearchClient>,
): Promise<boolean> {
  const simulated = await client.simulate(["_index_template", "_simulate_index", name], undefined).catch((error: unknown) => {
    if (!hasCode(error, "permission_denied")) throw error;
    log("warning", `The ${part} of the data stream "${name}" is taken over without a comparison with its template: ${messageOf(error)}`);
    return undefined;
  });
  if (!simulated) return true;
  const ofTemplate = objectOf(objectOf(simulated.json)["template"])[inTemplate];
  if (!isObject(ofTemplate)) return false;
  return isSame(bodyOf(stateOf(ofTemplate, name)), bodyOf(stateOf(value, name)));
}

async function remove(kind: PartForm, name: string, client: SearchClient): Promise<void> {
  try {
    await client.delete(pathOf(kind, name));
  } catch (error) {
    if (!messageOf(error).includes("api_not_available_exception")) throw error;
    client.warnOnce(`Elastic Cloud Serverless cannot remove the ${kind.part} of the data stream "${name}": it stays.`);
  }
}

/** Returns whether two bodies have the same meaning: durations by value, and `enabled: true` as its absence. */
function isSame(left: string, right: string): boolean {
  return equal(canonicalPart(parseJson(left)), canonicalPart(parseJson(right)));
}

function canonicalPart(value: Plain | undefined): Plain {
  if (Array.isArray(value)) return value.map(canonicalPart);
  if (!isObject(value)) return nanosecondsOf(value) ?? value ?? null;
  const members = Object.entries(value).map(([key, member]) => [key, canonicalPart(member)] as const);
  return Object.fromEntries(members.filter(([key, member]) => !(key === "enabled" && member === true) && !equal(member, {})));
}
