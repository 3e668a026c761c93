/** Rules for the members of an object: each is a row that states whether it is broken, the field, and the problem. */
import type { JsonObject } from "../exchange";
import { isObject } from "../objects";
import { invalid } from "./errors";
import { snake } from "./shapes";

/** One rule; the field is in snake_case, without the member of the request that holds the object. */
export type Rule = readonly [isBroken: boolean, field: string, problem: string];

/** A text of an object, by its path; empty where there is none. */
export const textAt = (object: JsonObject, ...[name = "", ...rest]: string[]): string => {
  const value = object[name];
  if (rest.length > 0) return isObject(value) ? textAt(value, ...rest) : "";
  return typeof value === "string" ? value : "";
};

/** A text that is given must have a form; `field` replaces the path. */
export const form = (object: JsonObject, path: string, pattern: RegExp, problem?: string): Rule => {
  const text = textAt(object, ...path.split("."));
  return [text !== "" && !pattern.test(text), snake(path), problem ?? `${snake(path)} is malformed: ${JSON.stringify(text)}`];
};

const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

/** The rules for labels, the same on every kind of thing. */
const labelRules = ({ labels }: JsonObject): Rule[] => {
  const entries = Object.entries(isObject(labels) ? labels : {}).map(([key, value]) => [key, String(value)] as const);
  const each = entries.map(([key, value]): Rule => {
    const fits = KEY.test(key) && VALUE.test(value) && [key, value].every((text) => Buffer.byteLength(text) <= 128);
    return [!fits, "labels", `invalid label ${key}:${value}`];
  });
  return [[entries.length > 64, "labels", "a resource has at most 64 labels"], ...each];
};

/** Rejects an object that breaks rules, or those for labels. */
export const checkRules = (member: string, object: JsonObject, rules: readonly Rule[]): void => {
  const broken = [...rules, ...labelRules(object)].filter(([isBroken]) => isBroken);
  if (broken.length > 0)
    throw invalid(
      ...broken.map(([, field, problem]) => ({ field: `${member}.${field}`, description: `The request was invalid: ${problem}` })),
    );
};
