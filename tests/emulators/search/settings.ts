/** Settings of indices and templates: flattened, made text, prefixed, checked, and nested again. See docs/modules/search.md#index-template-equality. */
import type { Json, JsonObject } from "../exchange";
import { failureOf, SearchFailure } from "./errors";
import { type Node, type ObjectNode, token } from "./json";
import { KEYS, PREFIXES, PRIVATE, type Rule } from "./settings-table";
import { didYouMean, near } from "./suggest";
import { sizeProblem, timeValue } from "./units";

/** A value of one setting: its text, a list of texts, or null for "reset to the default". */
export type Setting = string | string[] | null;
/** Full dotted keys, with the prefix `index.`. */
export type Settings = Map<string, Setting>;

const PREFIX = "index.";

const list = (items: readonly Node[]) =>
  items.map((item) => {
    if (item.kind === "string" || item.kind === "number" || item.kind === "boolean") return item.text;
    const reason = "only value lists are allowed in serialized settings";
    throw new SearchFailure(400, { type: "illegal_state_exception", reason }, {}, item.at);
  });

const collect = (node: ObjectNode, path: string, into: Settings): void => {
  for (const { name, value } of node.fields) {
    const key = path + name;
    if (value.kind === "object") collect(value, `${key}.`, into);
    else if (value.kind === "array") into.set(key, list(value.items));
    else into.set(key, value.kind === "null" ? null : value.text);
  }
};

/** Reads settings by full key as they are written, nested or dotted. */
export const collectSettings = (node: Node): Settings => {
  if (node.kind !== "object") throw new Error(`settings are read from objects only, not from ${token(node)}`);
  const written: Settings = new Map();
  collect(node, "", written);
  return written;
};

/**
 * Reads the settings of a body. A key given twice, flat and nested, takes what is written last; but a key without the
 * prefix always wins over its prefixed twin, wherever the two are (measured on 8.19.8).
 */
export const readSettings = (node: Node): Settings => {
  const written = collectSettings(node);
  const isBare = (key: string) => !key.startsWith(PREFIX);
  const prefixed = [...written].filter(([key]) => !isBare(key));
  const bare = [...written].filter(([key]) => isBare(key)).map(([key, value]): [string, Setting] => [PREFIX + key, value]);
  return new Map([...prefixed, ...bare]);
};

/** The nested form in which the server gives settings back. */
export const nestSettings = (settings: Settings): JsonObject => {
  const root: JsonObject = {};
  for (const [key, value] of settings) {
    const path = key.split(".");
    const last = path.pop() ?? key;
    let at = root;
    for (const part of path) at = (at[part] ??= {}) as JsonObject;
    at[last] = value as Json;
  }
  return root;
};

const NUMBER: Record<string, RegExp> = { int: /^[+-]?\d+$/, float: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/ };

const numberProblem = (key: string, value: string, [kind = "int", minimal = "", most = ""]: readonly string[]): string | undefined => {
  if (!NUMBER[kind]?.test(value)) return `Failed to parse value [${value}] for setting [${key}]`;
  if (minimal !== "" && Number(value) < Number(minimal))
    return `Failed to parse value [${value}] for setting [${key}] must be >= ${minimal}`;
  if (most !== "" && Number(value) > Number(most)) return `Failed to parse value [${value}] for setting [${key}] must be <= ${most}`;
  return undefined;
};

/** Why a value does not fit the kind of its setting; undefined if it does. */
export const valueProblem = (key: string, value: Setting, rule: Rule): string | undefined => {
  if (value === null || rule === "list" || rule === "text") return undefined;
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : value;
  const [kind = "", ...limits] = rule.split(":");
  if (kind === "int" || kind === "float") return numberProblem(key, text, [kind, ...limits]);
  if (kind === "time") return failureOf(() => timeValue(key, text))?.cause_.reason ?? undefined;
  if (kind === "bool")
    return text === "true" || text === "false" ? undefined : `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  if (kind === "bytes") return sizeProblem(key, text);
  const words = (limits[0] ?? "").split(",");
  return words.includes(text) ? undefined : `unknown value for [${key}] must be one of [${words.join(", ")}] but was: ${text}`;
};

const problem = (key: string, value: Setting): string | undefined => {
  if (PRIVATE.has(key)) return `private index setting [${key}] can not be set explicitly`;
  const rule = KEYS[key] ?? (PREFIXES.some((prefix) => key.startsWith(prefix) && key.length > prefix.length) ? "text" : undefined);
  if (rule) return valueProblem(key, value, rule);
  const hint = didYouMean(near(key, Object.keys(KEYS), 0.7));
  return `unknown setting [${key}]${hint || " please check that any required plugins are installed, or check the breaking changes documentation for removed settings"}`;
};

/** The order of entries by their keys. */
export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** All that is wrong with the settings, key by key in order of their names. */
export const settingProblems = (settings: Settings): string[] =>
  [...settings].sort(byKey).flatMap(([key, value]) => problem(key, value) ?? []);
