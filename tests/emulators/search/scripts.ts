/** Scripts of processors and conditions: shape, language and stored ids are checked. Painless itself is not compiled. */
import type { Json, JsonObject } from "../exchange";
import type { State } from "./api";
import { bad, notFound, SearchFailure } from "./errors";
import { configFailure, javaClass, javaFailure } from "./properties";
import type { Owner } from "./properties";

const MEMBERS = ["source", "id", "lang", "params", "options"];

/** What is wrong with the members of a script, as the server's parser says it. */
const shapeProblem = (script: JsonObject): SearchFailure | undefined => {
  const stranger = Object.keys(script).find((name) => !MEMBERS.includes(name));
  if (stranger !== undefined) return bad("x_content_parse_exception", `[1:2] [script] unknown field [${stranger}]`);
  if (script.source !== undefined && script.id !== undefined) {
    const causedBy = { type: "illegal_argument_exception", reason: "must only use one of [source, id] when specifying a script" };
    return new SearchFailure(400, { type: "x_content_parse_exception", reason: "[1:26] [script] failed to parse field [id]", causedBy });
  }
  for (const name of ["source", "id", "lang"]) {
    const value = script[name];
    if (value !== undefined && typeof value !== "string")
      return bad("x_content_parse_exception", `[1:2] [script] ${name} doesn't support values of type: ${kind(value)}`);
  }
  for (const name of ["params", "options"]) {
    const value = script[name];
    if (value !== undefined && (value === null || javaClass(value) !== "java.util.HashMap")) {
      return bad("x_content_parse_exception", `[1:2] [script] ${name} doesn't support values of type: ${kind(value)}`);
    }
  }
  return undefined;
};

const kind = (value: Json): string => {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  return typeof value === "object" ? "START_OBJECT" : `VALUE_${typeof value}`.toUpperCase();
};

const compile = (source: string, owner: Owner): void => {
  if (source.trim() !== "") return;
  const extra: JsonObject = {
    script_stack: ["", "^---- HERE"],
    script: source,
    lang: "painless",
    position: { offset: 0, start: 0, end: 0 },
    ...(owner.type === undefined ? {} : { processor_type: owner.type }),
  };
  const reason = "invalid function definition: found no statements for function [execute]";
  throw new SearchFailure(400, {
    type: "script_exception",
    reason: "compile error",
    extra,
    causedBy: { type: "illegal_argument_exception", reason },
  });
};

const stored = (id: string, owner: Owner, { scripts }: State): void => {
  if (scripts.has(id)) return;
  const { cause_: cause } = notFound(`unable to find script [${id}] in cluster state`);
  throw new SearchFailure(404, { ...cause, extra: owner.type === undefined ? {} : { processor_type: owner.type } });
};

const language = (lang: Json | undefined, owner: Owner): void => {
  if (lang === undefined || lang === "painless" || lang === "expression") return;
  const cause = { type: "illegal_argument_exception", reason: `script_lang not supported [${lang as string}]` };
  throw javaFailure(owner, "java.lang.IllegalArgumentException", cause);
};

const check = (script: JsonObject, owner: Owner, state: State): void => {
  language(script.lang, owner);
  if (typeof script.id === "string") stored(script.id, owner, state);
  if (typeof script.source === "string") compile(script.source, owner);
};

/** Checks a condition: a text, or an object that names or holds a script. */
export const checkScript = (condition: Json, owner: Owner, state: State): void => {
  if (typeof condition === "string") return compile(condition, owner);
  if (condition === null || javaClass(condition) !== "java.util.HashMap") {
    throw configFailure({ type: "conditional" }, "script", `property isn't a map or string, but of type [${javaClass(condition)}]`);
  }
  const problem = shapeProblem(condition as JsonObject);
  if (problem) throw problem;
  check(condition as JsonObject, owner, state);
};

/** Checks the body of a script processor; its failures of shape are wrapped as Java exceptions. */
export const checkScriptProcessor = (script: JsonObject, owner: Owner, state: State): void => {
  const problem = shapeProblem(script);
  if (problem) throw javaFailure(owner, "org.elasticsearch.xcontent.XContentParseException", problem.cause_);
  if (script.source === undefined && script.id === undefined) {
    const reason = "must specify either [source] for an inline script or [id] for a stored script";
    throw javaFailure(owner, "java.lang.IllegalArgumentException", { type: "illegal_argument_exception", reason });
  }
  check(script, owner, state);
};
