/** Filters of lists: of the vendor's filter language (AIP-160) a single comparison of a member; everything else is rejected. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { matches } from "../store";
import { wrong } from "./errors";
import type { Shapes } from "./shapes";
import { camel } from "./shapes";

const COMPARISON = /^\s*(\w+)\s*([=:])\s*("(?:[^"\\]|\\.)*"|[^\s()]+)\s*$/;

/** `:`: the member is there, an element is equal, or the text holds the value. */
const has = (found: Json | undefined, value: string): boolean => {
  if (found === undefined) return false;
  if (value === "*") return true;
  if (Array.isArray(found)) return found.some((each) => (isObject(each) ? Object.values(each).includes(value) : each === value));
  if (isObject(found)) return Object.hasOwn(found, value) || Object.hasOwn(found, camel(value));
  return String(found).toLowerCase().includes(value.toLowerCase());
};

/**
 * The test that a filter represents; an empty one matches everything.
 * @throws EventFailure INVALID_ARGUMENT for what is no comparison, and for fields that the things do not have.
 */
export const readFilter = (filter: string, shapes: Shapes): ((object: JsonObject) => boolean) => {
  if (filter.trim() === "") return () => true;
  const [, path = "", operator, value = ""] = COMPARISON.exec(filter) ?? [];
  const name = camel(path);
  if (!Object.hasOwn(shapes, name)) throw wrong("filter", `The request was invalid: filter is invalid: ${filter}`);
  const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
  return (object) => {
    const found = object[name];
    return operator === ":" ? has(found, plain) : matches(plain, String((found ?? "") as string));
  };
};
