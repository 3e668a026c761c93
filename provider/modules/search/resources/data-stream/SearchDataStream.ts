// Data streams, with overrides of the settings and mappings of their template. See docs/modules/search.md#data-streams.
import type { Context } from "../../../../contract/context";
import type { Named } from "../../../../contract/properties";
import type { PreviewCheckRequest, PriorState, Resource } from "../../../../contract/resource";
import { mergeTraits, sameTraits } from "../../../../core/compare/traits";
import { ProviderError, withHint, type Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import { exactText, type Json } from "../../../../core/json/exact-json";
import { objectOf, omitUndefined, rowsOf, textOf } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { deleteAfterSnapshot, previewDestruction, requireDestroyable, type Container } from "../../data-loss";
import { idIn, nameRule, nameToDelete, objectName, objectNameTraits } from "../../ids";
import * as settings from "../indices/settings";
import { isSystemObject } from "../listing";
import { namedObject } from "../named";
import { containsMappings, equalMappings } from "../template/mappings";
import { equalSettings } from "../template/settings";
import { readStream, streams, streamsIn, type ListedStream } from "./response";

type Inputs = Named<Search.SearchDataStreamInputs, "name">;
type State = Search.SearchDataStreamResourceState;

const { path } = streams;
const streamNameRule = nameRule(
  /^(?!\.ds-|\.{1,2}$)[^-_+A-Z\\/*?"<>|,#:\s][^A-Z\\/*?"<>|,#:\s]*$/,
  'must be lower case, must not begin with -, _, + or .ds-, and must not contain \\ / * ? " < > | , # : or whitespace',
);
const everywhere = { query: { expand_wildcards: "all" } };

const operations = namedObject<Inputs, State>({
  key: "name",
  path,
  requireSupport: requireVersions,
  put: async () => undefined,
  read: async (name, reading, prior) => stateOf(await readStream(name, reading), prior),
  async names(client) {
    const response = await client.fetch(path, { ...everywhere, expects: "list" });
    const found = response ? streamsIn(response) : [];
    return found.filter(isOwn).map(({ name }) => name);
  },
});

/** A data stream. */
export const SearchDataStream: Resource<SearchClient, Inputs, State> = {
  ...operations,
  properties: mergeTraits(sameTraits(["settings", "mappings"], { validate: { json: "objectOrBlank" }, default: "{}" }), {
    name: objectNameTraits(streamNameRule),
    settings: { equals: equalSettings },
    mappings: { equals: { diff: equalMappings, refresh: containsMappings } },
    timestampField: { stable: true },
    forceDestroy: { local: true },
  }),
  identity: {
    ...operations.identity,
    // Settings and mappings are written by later requests. A rollover makes it the stream of another writer.
    written: ({ name, forceDestroy }) => omitUndefined({ name, forceDestroy }),
    isCreatedSince: ({ generation }) => generation === 1,
  },

  async create({ inputs, created }, context) {
    const { client } = context;
    const { name, forceDestroy } = inputs;
    const id = await idIn(client, name);
    await withTemplateHint(client.put([...path, name], undefined));
    created(id, omitUndefined({ name, forceDestroy }));
    await writeSettings(name, settings.declaredSettings(inputs.settings), context);
    if (hasMembers(inputs.mappings)) await writeOverride([name, "_mappings"], inputs.mappings!, context);
  },

  async update({ id, inputs, changed, prior, merged }, context) {
    const name = objectName(id);
    await requireVersions(inputs, context.client);
    const mappings = changed.has("mappings") ? ((await merged("mappings")).mappings ?? "{}") : undefined;
    const change = settings.declaredChanges(inputs.settings, prior.inputs.settings);
    await writeSettings(name, new Map<string, Json>([...change.changed, ...change.removed.map((key) => [key, null] as const)]), context);
    if (mappings !== undefined) await writeOverride([name, "_mappings"], mappings, context);
  },

  async delete({ id, prior }, context) {
    const name = nameToDelete(id);
    const stream = await readStream(name, context.client.alone);
    if (!stream) return;
    await requireDestroyable(containerOf(stream, prior.inputs.forceDestroy), context);
    await deleteAfterSnapshot([...path, name], context);
  },

  async previewCheck(request, context) {
    const { name } = request.inputs;
    if (name === undefined) return [];
    const stream = await readStream(name, context);
    if (request.operation === "update") return stream ? overrideFailures(name, request, context) : [];
    if (stream) return previewDestruction(containerOf(stream, request.inputs.forceDestroy), context);
    const simulated = await context.client.simulate(["_index_template", "_simulate_index", name], undefined);
    if (objectOf(simulated.json)["template"] === undefined)
      context.client.warnOnce(`No index template matches the data stream "${name}" now; this update may create one.`);
    return [];
  },
};

function stateOf(stream: ListedStream | undefined, prior: PriorState<Inputs, State> | undefined): State | undefined {
  if (!stream) return undefined;
  const { lifecycle: _lifecycle, rolloverOnWrite: _rolloverOnWrite, settings: overrides, ...description } = stream;
  const current = settings.declaredSettings(overrides);
  // Overrides that the program does not declare belong to other writers.
  const own = prior ? settings.ownedSettingsPart(prior, current) : overrides;
  return { ...description, forceDestroy: prior?.inputs.forceDestroy ?? false, ...omitUndefined({ settings: own }) };
}

function isOwn({ name, system, replicated, metadata }: ListedStream): boolean {
  return (
    !system && replicated !== true && !isSystemObject(name, { _meta: metadata === undefined ? null : (JSON.parse(metadata) as Plain) })
  );
}

function containerOf({ name, backingIndices, failureIndices = [] }: ListedStream, forceDestroy = false): Container {
  const targets = failureIndices.length > 0 ? [name, `${name}::failures`] : [name];
  const indices = [...backingIndices, ...failureIndices].map(({ indexName }) => indexName);
  return { kind: "data stream", name, targets, indices, forceDestroy };
}

async function requireVersions({ settings: own, mappings }: Pick<Inputs, "settings" | "mappings">, client: SearchClient): Promise<void> {
  if (hasMembers(own)) await client.requireVersion("settings", "8.19.0");
  if (hasMembers(mappings)) await client.requireVersion("mappings", "9.2.0");
}

function hasMembers(json: string | undefined): boolean {
  return json !== undefined && Object.keys(objectOf(JSON.parse(json.trim() === "" ? "{}" : json))).length > 0;
}

async function writeSettings(name: string, values: ReadonlyMap<string, Json>, context: Context<SearchClient>): Promise<void> {
  if (values.size > 0) await writeOverride([name, "_settings"], exactText(Object.fromEntries(values)), context);
}

/** Writes an override. The server responds with 200 to one that it rejects. */
async function writeOverride(segments: readonly string[], body: string, { client, log }: Context<SearchClient>): Promise<void> {
  const response = await client.put([...path, ...segments], body);
  const [row = {}] = rowsOf(objectOf(response)["data_streams"]);
  const reason = rejectionOf(row);
  if (reason !== undefined)
    throw new ProviderError(
      "failed_precondition",
      `The data stream "${segments[0]}" exists, but the override was rejected: ${reason} Correct it.`,
    );
  for (const { index, error } of rowsOf(objectOf(row["index_settings_results"])["errors"]))
    log("warning", `The backing index ${textOf(index) ?? ""} keeps its settings: ${textOf(error) ?? "no reason given"}`);
}

function rejectionOf(row: Readonly<Record<string, unknown>>): string | undefined {
  if (row["applied_to_data_stream"] !== false) return undefined;
  const { error } = row;
  return `${typeof error === "string" ? error : "no reason given"}.`.replace(/\.\.$/, ".");
}

/** Returns what the server rejects in overrides of an existing stream. */
async function overrideFailures(
  name: string,
  { inputs }: PreviewCheckRequest<Inputs>,
  { client }: Context<SearchClient>,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const property of ["settings", "mappings"] as const) {
    const text = inputs[property];
    if (!hasMembers(text)) continue;
    const response = await client.simulate([...path, name, `_${property}`], text, { query: { dry_run: "true" }, method: "PUT" });
    const [row = {}] = rowsOf(objectOf(response.json)["data_streams"]);
    const reason = rejectionOf(row);
    if (reason !== undefined) failures.push({ property, reason: `Elasticsearch rejects the override: ${reason} Correct it.` });
  }
  return failures;
}

async function withTemplateHint<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const isMissing = error instanceof ProviderError && /no matching index template|has no data stream template/.test(error.message);
    if (!isMissing) throw error;
    const advice =
      "Create a SearchIndexTemplate with dataStream whose indexPatterns match. In the same program, let the name of the data stream contain the output name of the template, or list the template in dependsOn, so that it is created first.";
    throw withHint(error, advice);
  }
}
