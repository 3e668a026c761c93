// The outputs that a preview can state without a request. Pure. See docs/protocol.md#preview.
import { propertiesOf } from "../compare/equality";
import type { ObjectSpec, ResourceSpec, Schema, TypeSpec } from "../schema/schema";
import type { Value, ValueMap } from "../values/value";
import { emptyMap, isMap, mapMembers, secret, Secret, unknown } from "../values/value";

/** Returns the outputs of a create: given inputs as they are, everything else unknown, since the service may fill inputs that are not given. */
export function previewCreate(shape: ObjectSpec, inputs: ValueMap): ValueMap {
  return buildOutputs(shape, (key) => inputs[key] ?? unknown);
}

/** Returns the outputs of an update: given inputs as they are; every other output keeps its old value when `keeps` returns true, and is unknown otherwise. */
export function previewUpdate(shape: ObjectSpec, inputs: ValueMap, old: ValueMap, keeps: (key: string) => boolean): ValueMap {
  return buildOutputs(shape, (key) => inputs[key] ?? (keeps(key) ? old[key] : unknown));
}

/**
 * Returns the inputs as outputs show them: where the output's type has members that the input's has not, or the program leaves out, the service determines
 * them, and they are unknown.
 */
export function widenInputs(
  inputs: ValueMap,
  names: ReadonlySet<string>,
  { spec, schema }: { spec: ResourceSpec; schema: Schema },
): ValueMap {
  return mapMembers<Value, Value>(inputs, (value, key) =>
    names.has(key) ? widen(schema, value, spec.inputProperties?.[key], spec.properties?.[key]) : value,
  );
}

function widen(schema: Schema, value: Value, input: TypeSpec | undefined, output: TypeSpec | undefined): Value {
  if (value instanceof Secret) return secret(widen(schema, value.value, input, output));
  const given = propertiesOf(schema, input);
  const returned = propertiesOf(schema, output);
  if (!isMap(value) || !given || !returned) return value;
  return mapMembers<TypeSpec, Value>(returned, (type, key) =>
    value[key] === undefined ? unknown : widen(schema, value[key], given[key], type),
  );
}

function buildOutputs(shape: ObjectSpec, value: (key: string) => Value | undefined): ValueMap {
  const result = emptyMap();
  for (const [key, { secret: hidden }] of Object.entries(shape.properties ?? {})) {
    const output = value(key);
    if (output !== undefined && output !== null) result[key] = hidden ? secret(output) : output;
  }
  return result;
}
