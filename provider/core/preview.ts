// What a preview may promise about outputs without asking anybody (protocol 3.7). Pure.
import type { ObjectSpec } from "./schema";
import type { Value, ValueMap } from "./value";
import { emptyMap, secret, unknown } from "./value";

/** Outputs of a create: known inputs are echoed, everything else is unknown. Inputs that were not given may be filled by the service: unknown as well. */
export function previewCreate(shape: ObjectSpec, inputs: ValueMap): ValueMap {
  return outputs(shape, (key) => inputs[key] ?? unknown);
}

/** Outputs of an update: inputs are echoed; an output that is no input keeps its old value when it is stable or nothing changed, and is unknown otherwise. */
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
