// The outputs that a preview can state without a request. Pure. See docs/protocol.md#preview.
import type { ObjectSpec } from "./schema";
import type { Value, ValueMap } from "./value";
import { emptyMap, secret, unknown } from "./value";

/** Returns the outputs of a create: given inputs as they are, everything else unknown, since the service may fill inputs that are not given. */
export function previewCreate(shape: ObjectSpec, inputs: ValueMap): ValueMap {
  return outputs(shape, (key) => inputs[key] ?? unknown);
}

/** Returns the outputs of an update: given inputs as they are; every other output keeps its old value when `keeps` says so, and is unknown otherwise. */
export function previewUpdate(shape: ObjectSpec, inputs: ValueMap, old: ValueMap, keeps: (key: string) => boolean): ValueMap {
  return outputs(shape, (key) => inputs[key] ?? (keeps(key) ? old[key] : unknown));
}

function outputs(shape: ObjectSpec, value: (key: string) => Value | undefined): ValueMap {
  const result = emptyMap();
  for (const [key, { secret: hidden }] of Object.entries(shape.properties ?? {})) {
    const output = value(key);
    if (output !== undefined && output !== null) result[key] = hidden ? secret(output) : output;
  }
  return result;
}
