/** The processors of ingest pipelines: the table of types, and the reading of lists of processors. See docs/modules/search.md#processor-table. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { isSince, type State } from "./api";
import { failure, failureOf, SearchFailure, wrapping } from "./errors";
import { type Read, reads } from "./processor-options";
import { DEFINITIONS } from "./processor-table";
import { castFailure, configFailure, javaClass, named, Options, type Owner } from "./properties";
import { checkScript } from "./scripts";

/** The options that every processor has, in the order of the server. Returns the tag. */
const readCommon = (options: Options, type: string, state: State) => {
  const tag = options.text("tag");
  options.text("description");
  options.bool("ignore_failure");
  const condition = options.any("if");
  const handlers = options.list("on_failure");
  if (handlers?.length === 0) throw configFailure({ type, tag }, "on_failure", "processors list cannot be empty");
  if (handlers) readProcessors(handlers, state);
  if (condition !== undefined) checkScript(condition, { type, tag }, state);
  return tag;
};

const readOne = (type: string, config: Json, state: State) => {
  const definition = Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type] : undefined;
  if (config === null) throw configFailure({ type }, undefined, "processor config cannot be [null]");
  const short = typeof config === "string" && type === "script";
  if (!short && javaClass(config) !== "java.util.HashMap") {
    throw configFailure({ type }, undefined, `property isn't a map, but of type [${javaClass(config)}]`);
  }
  const options = new Options(short ? { source: config } : (config as JsonObject));
  if (!definition || !isSince(state.version, definition.since ?? "0")) {
    const tag = options.text("tag");
    throw configFailure({ type, tag }, undefined, `No processor type exists with name [${type}]`);
  }
  const owner: Owner = { type, tag: readCommon(options, type, state) };
  options.owner = owner;
  const work = () => {
    for (const read of definition.reads) read(options, state);
    if (definition.inner) readInner(options, state);
  };
  // The server adds type and tag to any failure inside a processor.
  wrapping(work, ({ status, cause_ }) => new SearchFailure(status, { ...cause_, extra: { ...cause_.extra, ...named(owner) } }));
  options.rejectLeft(`processor [${type}]`);
};

/** The processor inside a foreach. */
const readInner = (options: Options, state: State) => {
  reads("field!")(options, state);
  const inner = options.required("processor", options.map("processor"));
  reads("ignore_missing:bool")(options, state);
  const [only, second] = Object.entries(inner);
  if (!only || second) throw configFailure(options.owner, "processor", "Must specify exactly one processor type");
  if (javaClass(only[1]) !== "java.util.HashMap") throw castFailure(options.owner, only[1], "java.util.Map");
  readOne(only[0], only[1], state);
};

const entries = (item: Json) => {
  if (item === null) throw failure(500, "null_pointer_exception", "a processor is null");
  if (isObject(item) && javaClass(item) === "java.util.HashMap") return Object.entries(item);
  throw new SearchFailure(500, castFailure({}, item, "java.util.Map").cause_.causedBy!);
};

/**
 * Reads a list of processors. All are checked; the first failure is the response, with the others in `suppressed`.
 */
export const readProcessors = (items: readonly Json[], state: State): void => {
  const failures = items.flatMap(entries).map(([type, config]) => failureOf(() => readOne(type, config, state)));
  const [first, ...others] = failures.filter((failed) => failed !== undefined);
  if (!first) return;
  if (others.length === 0) throw first;
  const suppressed = others.map(({ cause_: { type, reason, extra } }): JsonObject => ({ type, reason, ...extra }));
  throw new SearchFailure(first.status, { ...first.cause_, extra: { ...first.cause_.extra, suppressed } });
};

/** The row of the table for one type. */
export interface Definition {
  reads: readonly Read[];
  /** The first version that has it; without it all have. */
  since?: string;
  /** Whether it wraps another processor. */
  inner?: boolean;
}
