// Runs documents through an ingest pipeline without storing them. See docs/modules/search.md#simulatesearchingestpipeline.
import type { ReadContext } from "../../../contract/shared-reads";
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError, type Failure } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { isObject, parseJson } from "../../../core/json/json";
import { objectOf, omitUndefined, textOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { Redact } from "../../../core/secrets/redact";
import type { SearchClient } from "../client";
import { fullReason, isRejection, pipelineText, processorFailures, rejectionError, rejections, tagPipeline } from "../definitions";
import { notFound } from "../ids";
import { listText, objectText } from "../json/fields";
import { jsonParts } from "../json/parts";
import { processorLists, processorObjectList, type ProcessorLists, processorList } from "../processor-lists";
import { toRemote } from "../mapping";
import { readPipeline } from "../resources/ingest-pipeline/response";
import { addressAdvice, listIn, type SearchResponse } from "../response";
import { oneBlock } from "../connection/rules";
import { simulatedFailures, type VerboseSimulation } from "./verbose";

type Inputs = Search.SimulateSearchIngestPipelineInputs;
type Outputs = Search.SimulateSearchIngestPipelineOutputs;

/** Runs documents through a pipeline. The failure of a document is part of the result; a rejected definition is an error. */
export const simulateSearchIngestPipeline: ProviderFunction<SearchClient, Inputs, Outputs> = {
  rules: {
    exactlyOne: [["name", "processors", "processorObjects"]],
    properties: {
      name: { minLength: 1 },
      processors: processorList,
      processorObjects: processorObjectList,
      onFailures: processorList,
      onFailureObjects: { ...processorObjectList, excludes: ["onFailures"] },
      documents: { minItems: 1, json: "object" },
      searchConnections: oneBlock,
    },
    test: handlersOfNothing,
  },
  derived: ["results"],
  async read({ name, documents, verbose, ...declared }, { client, load }) {
    const docs = listText(documents.map(documentText));
    const lists = processorLists(declared);
    const response =
      name === undefined
        ? await simulateProcessors(lists, docs, client)
        : await client.simulate(simulationPath(name), objectText({ docs }));
    const entries = listIn(response, "docs");
    if (entries.length !== documents.length) throw wrongCount(response, documents.length, entries.length);
    const partAt = jsonParts(response.text);
    const redact = await client.redactor();
    const results = entries.map((entry, i) => resultOf(entry, (member) => partAt(["docs", i, "doc", member]), redact));
    if (verbose) {
      const simulation = name === undefined ? { lists, docs } : { ...(await storedPipeline(name, { client, load })), docs };
      const failures = await simulatedFailures(simulation, client);
      if (failures.length !== documents.length) throw wrongCount(response, documents.length, failures.length);
      failures.forEach((each, i) => (results[i]!.failures = each));
    }
    return { results, failed: results.filter(({ error }) => error !== undefined).length };
  },
};

/** A stored pipeline has handlers of its own. */
function handlersOfNothing({ name, onFailures, onFailureObjects }: Readonly<Record<string, unknown>>): Failure[] {
  const property = onFailures !== undefined ? "onFailures" : "onFailureObjects";
  if (name === undefined || (onFailures ?? onFailureObjects) === undefined) return [];
  return [{ property, reason: `${property} requires processors or processorObjects` }];
}

/** Returns the definition of a stored pipeline, which the server simulates with tags only as part of a request. */
async function storedPipeline(name: string, reading: ReadContext<SearchClient>): Promise<Omit<VerboseSimulation, "docs">> {
  const stored = await readPipeline(name, reading);
  if (!stored) throw notFound("Ingest pipeline", name);
  return { lists: stored, members: toRemote(stored, ["fieldAccessPattern"]) };
}

function simulationPath(...name: string[]): string[] {
  return ["_ingest", "pipeline", ...name, "_simulate"];
}

/** Returns the document as the server expects it. A text without `_source` is the source. */
function documentText(text: string): string {
  const document = parseJson(text);
  return isObject(document) && isObject(document._source) ? text : objectText({ _source: text });
}

async function simulateProcessors(lists: ProcessorLists, docs: string, client: SearchClient): Promise<SearchResponse> {
  const send = async (pipeline: string): Promise<SearchResponse> =>
    client.simulate(simulationPath(), objectText({ pipeline, docs }), { accepts: isRejection });
  const response = await send(pipelineText(lists));
  if (response.status < 300) return response;
  // Tags are visible to processors, so that only the repetition of a rejected request contains them.
  const taggedResponse = await send(tagPipeline(lists));
  const redact = await client.redactor();
  const failures = taggedResponse.status < 300 ? [] : processorFailures(rejections(taggedResponse), lists, redact);
  throw rejectionError(response, failures, redact);
}

function resultOf(entry: Plain, partAt: (member: string) => string | undefined, redact: Redact): Search.SimulatedDocument {
  if (entry === null) return { dropped: true };
  const { doc, error } = objectOf(entry);
  if (isObject(error)) return { dropped: false, error: fullReason(error, redact) };
  const { _index, _id } = objectOf(doc);
  return { dropped: false, ...omitUndefined({ document: partAt("_source"), index: textOf(_index), id: textOf(_id) }) };
}

function wrongCount({ method, path, status }: SearchResponse, expected: number, got: number): ProviderError {
  const failure = `${method} ${path}: HTTP ${status}: expected the results of ${expected} documents; got ${got}.`;
  return new ProviderError("unavailable", `${failure} ${addressAdvice}`);
}
