/** The rules for labels, the same on every kind of thing. */
import type { JsonObject } from "../exchange";
import type { Violation } from "./errors";
import { isObject } from "./shapes";

const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

/** What is wrong with the labels of a thing. */
export const labelViolations = (object: JsonObject, member: string): Violation[] => {
  const labels = isObject(object["labels"]) ? object["labels"] : {};
  const field = `${member}.labels`;
  const entries = Object.entries(labels);
  const many = entries.length > 64 ? [{ field, description: "The request was invalid: a resource has at most 64 labels" }] : [];
  const bad = entries.flatMap(([key, value]) =>
    KEY.test(key) && VALUE.test(String(value)) && [key, String(value)].every((text) => Buffer.byteLength(text) <= 128)
      ? []
      : [{ field, description: `The request was invalid: invalid label ${key}:${String(value)}` }],
  );
  return [...many, ...bad];
};
