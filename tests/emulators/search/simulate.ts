/**
 * `_ingest/pipeline/_simulate` and `_ingest/pipeline/{id}/_simulate`; with `verbose` the result of every processor that runs, those of handlers and of inner pipelines
 * included. See docs/modules/search.md#simulation.
 */
import type { Json, JsonObject } from "../exchange";
import { type Api, endpoint, flag, type Run, type State } from "./api";
import { failure, illegal, reply, SearchFailure } from "./errors";
import { copied } from "./json";
import { checkPipeline, readPipelineBody, requireBody } from "./pipelines";
import { pipelineRead } from "./privileges";
import { javaClass, Options } from "./processor-options";
import { Dropped, runProcessor, SimulatedDocument, textIn, Unsupported } from "./simulated-processors";

/** A processor has failed; handlers find these members in `_ingest`. */
class Failed extends Error {
  constructor(
    readonly failure: SearchFailure,
    readonly members: JsonObject,
  ) {
    super();
  }
}

/** Where a processor runs: the name of its pipeline, and the failure that it handles. */
interface Place {
  pipeline: string;
  handled?: Failed;
}

/** The objects of an option. */
const listIn = (options: JsonObject, name: string) => (Array.isArray(options[name]) ? (options[name] as JsonObject[]) : []);

/** Runs a pipeline, which has been validated, on a document; collects the results of its processors if it is verbose. */
class PipelineRun {
  readonly results: JsonObject[] = [];

  constructor(
    private readonly document: SimulatedDocument,
    private readonly state: State,
    private readonly isVerbose: boolean,
  ) {}

  pipeline(name: string, body: JsonObject) {
    const run = () => listIn(body, "processors").forEach((entry) => this.entry(entry, { pipeline: name }));
    this.handling(run, listIn(body, "on_failure"), name);
  }

  private handling(work: () => void, handlers: JsonObject[], pipeline: string) {
    try {
      work();
    } catch (failure) {
      if (!(failure instanceof Failed) || handlers.length === 0) throw failure;
      for (const handler of handlers) this.entry(handler, { pipeline, handled: failure });
    }
  }

  private entry(entry: JsonObject, place: Place) {
    for (const [type, value] of Object.entries(entry)) {
      const options = value as JsonObject;
      const handlers = options.ignore_failure === true ? [] : listIn(options, "on_failure");
      this.handling(() => this.one(type, options, place), handlers, place.pipeline);
    }
  }

  private one(type: string, options: JsonObject, place: Place) {
    if (options.if !== undefined) throw new Unsupported("conditions of processors");
    const ignored = options.ignore_failure === true || (type === "pipeline" && options.ignore_missing_pipeline === true);
    try {
      if (type === "pipeline") return this.inner(options);
      runProcessor(type, options, this.document);
    } catch (failure) {
      if (failure instanceof Failed && options.ignore_failure === true) return;
      if (failure instanceof Dropped) this.add(type, options, { status: "dropped" });
      if (!(failure instanceof SearchFailure)) throw failure;
      const error = failure.body().error ?? null;
      if (ignored) return this.add(type, options, { status: "error_ignored", ignored_error: { error } }, place);
      this.add(type, options, { status: "error", error });
      throw new Failed(failure, {
        on_failure_message: failure.cause_.reason,
        on_failure_pipeline: place.pipeline,
        on_failure_processor_tag: options.tag ?? null,
        on_failure_processor_type: type,
      });
    }
    this.add(type, options, { status: "success" }, place);
  }

  private inner(options: JsonObject) {
    const name = textIn(options, "name");
    const stored = this.state.pipelines.get(name);
    const reason = `Pipeline processor configured for non-existent pipeline [${name}]`;
    if (!stored) throw this.isVerbose ? illegal(reason) : failure(500, "illegal_state_exception", reason);
    this.add("pipeline", options, { status: "success" });
    this.pipeline(name, stored);
  }

  private add(type: string, { tag, description }: JsonObject, members: JsonObject, place?: Place) {
    if (!this.isVerbose) return;
    const named = { ...(description !== undefined && { description }), ...(tag !== undefined && { tag }) };
    this.results.push({ processor_type: type, ...members, ...(place && { doc: this.shown(place) }), ...named });
  }

  private shown({ pipeline, handled }: Place): JsonObject {
    const ingest = { pipeline, ...handled?.members, timestamp: this.state.now().toISOString() };
    return { ...this.document.metadata, _source: copied(this.document.source), _ingest: ingest };
  }
}

/** The name that the server gives to a pipeline of the request. */
const REQUEST_PIPELINE = "_simulate_pipeline";

const pipelineOf = (id: string | undefined, options: Options, state: State) => {
  if (id === undefined) {
    const sent = options.required("pipeline", options.map("pipeline"));
    checkPipeline(REQUEST_PIPELINE, sent, state);
    return sent;
  }
  const stored = state.pipelines.get(id);
  if (!stored) throw illegal(`pipeline [${id}] does not exist`);
  return stored;
};

const documentOf = (item: Json) => {
  if (item === null || javaClass(item) !== "java.util.HashMap") throw illegal("malformed [docs] section, should include an inner object");
  const given = item as JsonObject;
  const options = new Options(given);
  return new SimulatedDocument(copied(options.required("_source", options.map("_source"))) as JsonObject, given);
};

const documentsOf = (options: Options) => {
  const items = options.required("docs", options.list("docs"));
  if (items.length === 0) throw illegal("must specify at least one document in [docs]");
  return items.map(documentOf);
};

/** The result for one document. */
const resultOf = (
  document: SimulatedDocument,
  { name, pipeline, verbose }: { name: string; pipeline: JsonObject; verbose: boolean },
  state: State,
): Json => {
  const run = new PipelineRun(document, state, verbose);
  try {
    run.pipeline(name, pipeline);
  } catch (failed) {
    if (failed instanceof Unsupported) throw illegal(`the emulator does not run ${failed.message}`);
    if (!(failed instanceof Failed || failed instanceof Dropped)) throw failed;
    if (!verbose) return failed instanceof Failed ? { error: failed.failure.body().error ?? null } : null;
  }
  if (verbose) return { processor_results: run.results };
  return { doc: { ...document.metadata, _source: document.source, _ingest: { timestamp: state.now().toISOString() } } };
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
