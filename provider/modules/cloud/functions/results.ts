// What all lookups of this module share: what is sent of the inputs, how an answer is identified, what is echoed and written (cloud-lookups.md 7). Pure but for the file.
import { crc32 } from "node:zlib";
import type { Functions } from "../../../core/gen/types";
import { isObject } from "../../../core/json";
import type { Rules, ValueRule } from "../../../core/rules";
import type { Plain, PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { pascalCase, readObject, toRemote, type RemoteNames } from "../mapping";
import { fileText, writeResult } from "./result-file";

/** The lookups of this module. */
export type LookupName = keyof Functions extends infer Token ? (Token extends `quartet:cloud:${infer Name}` ? Name : never) : never;
/** What a lookup takes, after the schema. */
export type InputsOf<Name extends LookupName> = Functions[`quartet:cloud:${Name}`]["inputs"];
/** What a lookup answers, after the schema. */
export type OutputsOf<Name extends LookupName> = Functions[`quartet:cloud:${Name}`]["outputs"];

/** Rules that refuse empty texts before any call. */
export function nonEmpty(...names: readonly string[]): { properties: Record<string, ValueRule> } & Rules {
  return { properties: Object.fromEntries(names.map((name) => [name, { minLength: 1 }])) };
}

/** An answer that writes a file is made anew each time. */
export function kept({ resultOutputFile }: { resultOutputFile?: string }): boolean {
  return !resultOutputFile;
}

/** Whether an input says something: empty texts count as not given. */
export function given(value: Plain | undefined): value is NonNullable<Plain> {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** Attempts while the service has internal errors, in lookups that the vendor's own tools do not repeat then (cloud-lookups.md 3.2). */
export const brief = { attempts: 3 } as const;

/** Inputs under the names of the service; what says nothing is not sent, lists of texts go without repeats. */
export function sent(inputs: PlainMap, keys: readonly string[], names: RemoteNames = {}): PlainMap {
  return Object.fromEntries(
    keys.filter((key) => given(inputs[key])).map((key) => [names[key] ?? pascalCase(key), toRemote(plainest(inputs[key]!))]),
  );
}

/** At any depth: a list of texts without repeats, in the order given; an object without empty lists, which the services refuse (cloud-lookups.md 1). */
function plainest(value: Plain): Plain {
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => !(Array.isArray(member) && member.length === 0));
    return Object.fromEntries(members.map(([key, member]) => [key, plainest(member)]));
  }
  if (!Array.isArray(value)) return value;
  return value.every((item) => typeof item === "string") ? [...new Set(value)] : value.map(plainest);
}

/** The inputs that are given, as filters of the service; nothing when there is none. */
export function filters(inputs: PlainMap, names: Readonly<Record<string, string | undefined>>): PlainMap {
  const all = Object.entries(names).filter(([key]) => given(inputs[key]));
  return all.length === 0 ? {} : { Filters: all.map(([key, name = key]) => ({ Name: name, Values: [inputs[key]!] })) };
}

/** The id of found things: decimal CRC-32 of their ids, each followed by a hyphen; `0` for none. */
export function hash(ids: readonly (Plain | undefined)[]): string {
  return String(crc32(ids.map((id) => `${String(id ?? "")}-`).join("")));
}

/** The id of inputs: their texts joined by `#`, empty for those not given. */
export function joined(inputs: PlainMap, keys: readonly string[]): string {
  return keys.map((key) => String(inputs[key] ?? "")).join("#");
}

/** Rows of the service as elements of an output of the lookup. */
export function elements(client: CloudClient, name: LookupName, output: string, rows: readonly PlainMap[]): PlainMap[] {
  const { schema } = client.place;
  const ref = schema.function(`quartet:cloud:${name}`)?.outputs?.properties?.[output]?.items?.$ref ?? "";
  return rows.map((row) => readObject(schema, ref, row));
}

/** What the file of a lookup holds, and keys that it names in its own way. */
export interface FileContent {
  content: Plain;
  keys?: Readonly<Record<string, string>>;
}

/** The whole answer: the inputs as given, then what was found; the file is written first, where one is wished. */
export async function concluded<Outputs>(client: CloudClient, inputs: object, outputs: PlainMap, file: FileContent): Promise<Outputs> {
  const echo = inputs as PlainMap;
  const path = echo["resultOutputFile"];
  if (given(path)) await writeResult(String(path), fileText(file.content, file.keys), client.place.home);
  const { id: _id, ...rest } = echo;
  return { ...rest, ...outputs } as Outputs;
}
