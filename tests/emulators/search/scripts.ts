/** Scripts of processors and conditions: shape, language and stored ids are checked. Painless itself is not compiled. */
import type { Json, JsonObject } from "../exchange";
import type { State } from "./api";
import { type Cause, illegal, illegalCause, SearchFailure } from "./errors";
import { javaText } from "./mappings";
import { LongNumber } from "./numbers";
import { configFailure, javaClass, javaFailure, named, type Owner } from "./properties";
import { didYouMean, near } from "./suggest";

const NEITHER = "must specify either [source] for an inline script or [id] for a stored script";
const isEmpty = ({ source, id }: JsonObject) => source === undefined && id === undefined;

/** The members of a script and the kinds of value that each takes. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  source: ["VALUE_STRING", "START_OBJECT"],
  id: ["VALUE_STRING"],
  lang: ["VALUE_STRING"],
  params: ["START_OBJECT"],
  options: ["START_OBJECT"],
};

const parseFailure = (reason: string, causedBy?: Cause) =>
  new SearchFailure(400, { type: "x_content_parse_exception", reason: `[1:2] [script] ${reason}`, causedBy });

/** What is wrong with the members of a script, in the words of the server's parser. The place is a guess. */
const shapeProblem = (script: JsonObject) => {
  for (const [name, value] of Object.entries(script)) {
    const kinds = Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined;
    if (!kinds) return parseFailure(`unknown field [${name}]${didYouMean(near(name, Object.keys(MEMBERS), 0.5))}`);
    if (!kinds.includes(kind(value))) return parseFailure(`${name} doesn't support values of type: ${kind(value)}`);
  }
  if (script.source === undefined || script.id === undefined) return undefined;
  return parseFailure("failed to parse field [id]", illegalCause("must only use one of [source, id] when specifying a script"));
};

const kind = (value: Json) => {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (value instanceof LongNumber) return "VALUE_NUMBER";
  return typeof value === "object" ? "START_OBJECT" : `VALUE_${typeof value}`.toUpperCase();
};

/** `parameters` is how many the server gives to a condition (1) or to a script (0). */
const compile = (source: string, { type }: Owner, parameters: number) => {
  if (source.trim() !== "") return;
  const extra: JsonObject = {
    script_stack: [source, `${source}^---- HERE`],
    script: source,
    lang: "painless",
    position: { offset: source.length, start: 0, end: source.length },
    ...named({ type }),
  };
  const reason = `invalid function definition: found no statements for function [execute] with [${parameters}] parameters`;
  throw new SearchFailure(400, { type: "script_exception", reason: "compile error", extra, causedBy: illegalCause(reason) });
};

/** A source that is an object is for template languages; painless does not take it. */
const rejectObject = (source: Json, { type }: Owner) => {
  const reason = `Failed to compile inline script [${JSON.stringify(source)}] using lang [painless]`;
  const causedBy = illegalCause("Unrecognized compile-time parameter(s): {content_type=application/json;charset=utf-8}");
  throw new SearchFailure(500, { type: "general_script_exception", reason, extra: named({ type }), causedBy });
};

const check = ({ lang, id, source, options }: JsonObject, owner: Owner, { scripts }: State, parameters: number) => {
  const rejected = (reason: string): Error => javaFailure(owner, "java.lang.IllegalArgumentException", illegalCause(reason));
  if (lang !== undefined && lang !== "painless" && lang !== "expression") throw rejected(`script_lang not supported [${lang as string}]`);
  if (typeof id === "string" && !scripts.has(id)) {
    const reason = `unable to find script [${id}] in cluster state`;
    throw new SearchFailure(404, { type: "resource_not_found_exception", reason, extra: named({ type: owner.type }) });
  }
  if (typeof source === "string") compile(source, owner, parameters);
  if (typeof source === "object") rejectObject(source, owner);
  if (Object.keys((options ?? {}) as JsonObject).length > 0) throw rejected(`illegal compiler options [${javaText(options!)}] specified`);
};

/** Checks a condition: a text, or an object that names or holds a script. */
export const checkScript = (condition: Json, owner: Owner, state: State): void => {
  if (typeof condition === "string") return compile(condition, owner, 1);
  if (condition === null || javaClass(condition) !== "java.util.HashMap") {
    throw configFailure({ type: "conditional" }, "script", `property isn't a map or string, but of type [${javaClass(condition)}]`);
  }
  const problem = shapeProblem(condition as JsonObject);
  if (problem) throw problem;
  if (isEmpty(condition as JsonObject)) throw illegal(NEITHER);
  check(condition as JsonObject, owner, state, 1);
};

/** Checks the body of a script processor; its failures of shape are wrapped as Java exceptions. */
export const checkScriptProcessor = (script: JsonObject, owner: Owner, state: State): void => {
  const problem = shapeProblem(script);
  if (problem) throw javaFailure(owner, "org.elasticsearch.xcontent.XContentParseException", problem.cause_);
  if (isEmpty(script)) throw javaFailure(owner, "java.lang.IllegalArgumentException", illegalCause(NEITHER));
  check(script, owner, state, 0);
};

/** Compiles a script before it is stored. A template in the form of an object is for the language mustache. */
export const compileStored = ({ lang, source }: JsonObject): void => {
  if (lang !== "painless") return;
  if (typeof source === "string") compile(source, {}, 0);
  else rejectObject(source ?? null, {});
};
