// A sample of a function: inputs, requests with responses, outputs, and the content of the file. See docs/modules/cloud.md#function-list.
import { isObject } from "../../../../provider/core/json/json";
import { createCloudEmulator } from "../../../emulators/cloud";
import { callerOf } from "../../../emulators/cloud/caller";
import type { JsonObject } from "../../../emulators/exchange";
import type { Plain, PlainMap } from "../../../../provider/core/values/value";

/** One request of a lookup, and the response to it. */
export interface Exchange {
  action: string;
  /** The whole body. */
  params: PlainMap;
  /** The content of `Response`, but for the request id. */
  response: PlainMap;
}

/** One call of a lookup. */
export interface Sample {
  /** Name of the function, without the module. */
  name: string;
  inputs: PlainMap;
  exchanges: Exchange[];
  /** All outputs but the inputs that are returned as they were given. */
  found: PlainMap;
  /** What the file holds, in our names. */
  file: Plain[];
}

/** A time as the API gateway writes it. */
export const T = "2023-11-14T22:13:20Z";
/** Both times of an object of the gateway. */
export const times = { CreatedTime: T, ModifiedTime: T };

const call = callerOf(createCloudEmulator());

/** One request of a service, and the response of the emulator to it. */
export function answered(service: string, action: string, params: JsonObject) {
  return { action, params, response: call(`${service}/${action}`, params) };
}

/** The parameters of a first page, in numbers. */
export const first = { Limit: 100, Offset: 0 };

/** A filter as the gateway takes it. */
export function filter(name: string, ...values: string[]) {
  return { Name: name, Values: values };
}

/** One request of a list: the rows in `Result` of the response. */
export function listed(action: string, params: PlainMap, rows: string, content: Plain[] | null) {
  return { action, params: { ...params, ...first }, response: { Result: { TotalCount: content?.length ?? 0, [rows]: content } } };
}

/** A lookup of one list: the elements of the output are what the file holds. */
export function list(name: string, inputs: PlainMap, exchanges: Exchange[], found: PlainMap & { id: string }) {
  const output = Object.keys(found).find((key) => Array.isArray(found[key]))!;
  return { name, inputs, exchanges, found, file: found[output] as Plain[] };
}

/** The members of a row in the spelling of outputs, lists in the plural, at every depth, without those that are null. */
export function outputOf(row: PlainMap) {
  const lowered = (value: Plain): Plain => (Array.isArray(value) ? value.map(lowered) : isObject(value) ? outputOf(value) : value);
  const plural = (name: string, value: unknown) => (Array.isArray(value) && !name.endsWith("s") ? `${name}s` : name);
  const members = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([name, value]) => [plural(name.charAt(0).toLowerCase() + name.slice(1), value), lowered(value!)]));
}

/** The same with both times named as in lists. */
export function listedOutputOf(row: PlainMap) {
  const { createdTime, modifiedTime, ...members } = outputOf(row);
  return { ...members, modifyTime: modifiedTime!, createTime: createdTime! };
}
