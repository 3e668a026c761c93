// Builds the outputs of functions: IDs, and elements of lists. Pure. See docs/modules/cloud.md#function-ids.
import { scalarText } from "../../../core/values/records";
import { crc32 } from "node:zlib";
import type { Plain, PlainMap } from "../../../core/values/value";
import { elementRef, declaredOutputs } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { fromRemote, typedFromRemote } from "../mapping";
import type { FunctionName } from "./types";

/** Returns the ID of a list: the decimal CRC-32 of the IDs in it, each followed by a hyphen; `0` for an empty list. */
export function hashOf(ids: readonly (Plain | undefined)[]): string {
  return String(crc32(ids.map((id) => `${scalarText(id)}-`).join("")));
}

/** Returns the ID of a request: the texts of these inputs joined by `#`; an absent input is empty. */
export function joinInputs(inputs: PlainMap, keys: readonly string[]): string {
  return keys.map((key) => String(inputs[key] ?? "")).join("#");
}

/** Returns remote rows as elements of an output. */
export function elementsOf(client: CloudClient, name: FunctionName, output: string, rows: readonly PlainMap[]): PlainMap[] {
  const { schema } = client.configuration;
  const ref = elementRef(schema, `quartet:cloud:${name}`, output);
  return rows.map((row) => typedFromRemote(schema, ref, row));
}

/** Returns the outputs of a function that are no inputs, and these inputs, from a remote record. */
export function recordOutputs(client: CloudClient, name: FunctionName, record: PlainMap, returned: readonly string[]): PlainMap {
  const { schema } = client.configuration;
  const token = `quartet:cloud:${name}` as const;
  const { properties = {}, required } = declaredOutputs(schema, token);
  const { properties: inputs = {} } = schema.function(token)?.inputs ?? {};
  const own = Object.entries(properties).filter(([key]) => returned.includes(key) || !(key in inputs));
  return fromRemote(schema, { properties: Object.fromEntries(own), required }, record);
}
