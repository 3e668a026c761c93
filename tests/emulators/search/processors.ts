/** The processors of ingest pipelines: the table of types, and the reading of lists of processors. See docs/modules/search.md#processor-table. */
import type { Json, JsonObject } from "../exchange";
import type { State } from "./api";
import { compareVersions } from "./api";
import type { Cause } from "./errors";
import { SearchFailure } from "./errors";
import { bool, mustText } from "./processor-options";
import type { Read } from "./processor-options";
import { DEFINITIONS } from "./processor-table";
import { castFailure, configFailure, javaClass, Options } from "./properties";
import { checkScript } from "./scripts";
import type { Owner } from "./properties";

/** What the server adds to any failure inside a processor: its type and tag, unless a deeper one is named already. */
const named = (failure: unknown, { type, tag }: Owner): unknown => {
  if (!(failure instanceof SearchFailure)) return failure;
  const { cause_: cause, status } = failure;
  const extra: JsonObject = {
    ...cause.extra,
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
  };
  return new SearchFailure(status, { ...cause, extra });
};

/** The options that every processor has, in the order of the server. Returns the tag. */
const readCommon = (options: Options, type: string, state: State): string | undefined => {
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

const readOne = (type: string, config: Json, state: State): void => {
  const definition = Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type] : undefined;
  if (config === null) throw configFailure({ type }, undefined, "processor config cannot be [null]");
  const short = typeof config === "string" && type === "script";
  if (!short && javaClass(config) !== "java.util.HashMap") {
    throw configFailure({ type }, undefined, `property isn't a map, but of type [${javaClass(config)}]`);
  }
  const options = new Options(short ? { source: config } : (config as JsonObject));
  if (!definition || compareVersions(state.version, definition.since ?? "0.0.0") < 0) {
    const tag = options.text("tag");
    throw configFailure({ type, tag }, undefined, `No processor type exists with name [${type}]`);
  }
  const owner: Owner = { type, tag: readCommon(options, type, state) };
  options.owner = owner;
  try {
    for (const read of definition.reads) read(options, state);
    if (definition.inner) readInner(options, state);
  } catch (failure) {
    throw named(failure, owner);
  }
  if (options.left.length > 0) {
    const unexpectedNames = options.left.sort().join(", ");
    throw configFailure(
      owner,
      undefined,
      `processor [${type}] doesn't support one or more provided configuration parameters [${unexpectedNames}]`,
    );
  }
};

/** The processor inside a foreach. */
const readInner = (options: Options, state: State): void => {
  mustText("field")(options, state);
  const inner = options.required("processor", options.map("processor"));
  bool("ignore_missing")(options, state);
  const [only, second] = Object.entries(inner);
  if (!only || second) throw configFailure(options.owner, "processor", "Must specify exactly one processor type");
  if (javaClass(only[1]) !== "java.util.HashMap") throw castFailure(options.owner, only[1], "java.util.Map");
  readOne(only[0], only[1], state);
};

/** The failure of one processor type inside an entry, or nothing. */
const failureOf = ([type, config]: [string, Json], state: State): SearchFailure | undefined => {
  try {
    readOne(type, config, state);
    return undefined;
  } catch (failure) {
    if (failure instanceof SearchFailure) return failure;
    throw failure;
  }
};

const entries = (item: Json): [string, Json][] => {
  if (item === null) throw new SearchFailure(500, { type: "null_pointer_exception", reason: "a processor is null" });
  if (javaClass(item) === "java.util.HashMap") return Object.entries(item as JsonObject);
  throw new SearchFailure(500, castFailure({}, item, "java.util.Map").cause_.causedBy as Cause);
};

/**
 * Reads a list of processors. All are checked; the first failure is the response, with the others in `suppressed`.
 */
export const readProcessors = (items: readonly Json[], state: State): void => {
  const failures = items.flatMap(entries).map((entry) => failureOf(entry, state));
  const [first, ...others] = failures.filter((failure) => failure !== undefined);
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
