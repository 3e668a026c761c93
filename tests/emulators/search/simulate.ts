/** `_ingest/pipeline/_simulate` and `_ingest/pipeline/{id}/_simulate`. See docs/modules/search.md#simulation. */
import type { Json, JsonObject } from "../exchange";
import { type Api, endpoint, flag, type Run, type State } from "./api";
import { illegal, reply, SearchFailure } from "./errors";
import { checkPipeline, readPipelineBody, requireBody } from "./pipelines";
import { pipelineRead } from "./privileges";
import { javaClass, Options } from "./properties";
import { verboseResult } from "./simulate-verbose";
import { SimulatedDocument, Unsupported } from "./simulated-document";
import { Dropped, runPipeline } from "./simulated-processors";

/** The name that the server gives to a pipeline of the request. */
const REQUEST_PIPELINE = "_simulate_pipeline";

const pipelineOf = (id: string | undefined, options: Options, state: State): JsonObject => {
  if (id === undefined) {
    const sent = options.required("pipeline", options.map("pipeline"));
    checkPipeline(REQUEST_PIPELINE, sent, state);
    return sent;
  }
  const stored = state.pipelines.get(id);
  if (!stored) throw illegal(`pipeline [${id}] does not exist`);
  return stored;
};

const documentOf = (item: Json): SimulatedDocument => {
  if (item === null || javaClass(item) !== "java.util.HashMap") throw illegal("malformed [docs] section, should include an inner object");
  const given = item as JsonObject;
  const options = new Options(given);
  return new SimulatedDocument(structuredClone(options.required("_source", options.map("_source"))), given);
};

const documentsOf = (options: Options): SimulatedDocument[] => {
  const items = options.required("docs", options.list("docs"));
  if (items.length === 0) throw illegal("must specify at least one document in [docs]");
  return items.map(documentOf);
};

const resultOf = (
  document: SimulatedDocument,
  { name, pipeline, verbose }: { name: string; pipeline: JsonObject; verbose: boolean },
  state: State,
): Json => {
  try {
    if (verbose) return verboseResult(name, pipeline, document, state);
    runPipeline(pipeline, document, state);
    return { doc: { ...document.metadata, _source: document.source, _ingest: { timestamp: state.now().toISOString() } } };
  } catch (failure) {
    if (failure instanceof Dropped) return null;
    if (failure instanceof SearchFailure) return { error: failure.body().error ?? null };
    if (failure instanceof Unsupported) throw illegal(`the emulator does not run ${failure.message}`);
    throw failure;
  }
};

const simulate: Run = (call, state) => {
  const { id } = call.parts;
  const options = new Options(readPipelineBody(call));
  const simulation = { name: id ?? REQUEST_PIPELINE, pipeline: pipelineOf(id, options, state), verbose: flag(call, "verbose") };
  const documents = documentsOf(options);
  return reply(200, { docs: documents.map((document) => resultOf(document, simulation, state)) });
};

/** The routes of simulations of pipelines. */
export const simulateApi: Api = [
  endpoint(
    "GET|POST /_ingest/pipeline[/{id}]/_simulate?verbose",
    ["cluster:admin/ingest/pipeline/simulate", pipelineRead],
    simulate,
    requireBody,
  ),
];
