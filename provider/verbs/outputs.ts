// From what a module reads to what the engine stores: inputs as the program spells them, outputs with their secret marks.
import { differingNames } from "../core/equality";
import type { Marked } from "../core/marks";
import { markSchemaSecrets, markSecrets } from "../core/marks";
import { reconcile } from "../core/reconcile";
import type { Plain, PlainMap, ValueMap } from "../core/value";
import { emptyMap, secretTexts } from "../core/value";
import { comparisonOf } from "./changes";
import type { RegisteredResource, Registry } from "./registry";

/** Returns the plain inputs that describe the remote object; `declared` is empty on import. */
export function describedInputs(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): PlainMap {
  const { traits, spec } = resource;
  const isImport = Object.keys(declared).length === 0;
  return reconcile(declared, remote, {
    ...comparisonOf(registry, resource, "refresh"),
    properties: spec.inputProperties ?? {},
    local: traits.local,
    ...(isImport && { computed: omittedOnImport(resource, remote) }),
  });
}

/** Returns the inputs that an import leaves to the service. All other computed values are declared. */
function omittedOnImport({ traits }: RegisteredResource, remote: PlainMap): ReadonlySet<string> {
  const omitted = [...traits.omits].filter(([key, omits]) => {
    const value = remote[key];
    return value !== undefined && value !== null && omits(value, remote);
  });
  return new Set(omitted.map(([key]) => key));
}

/**
 * Returns the plain outputs. Outputs that are inputs have the declared spelling where it means the same, and the value of the service else; what the service
 * returns is in the state, declared or not.
 */
export function outputsOf(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): PlainMap {
  const inputs = describedInputs(registry, resource, declared, remote);
  const result = emptyMap<Plain>();
  for (const key of Object.keys(resource.spec.properties ?? {})) {
    const reported = resource.traits.reported.has(key) ? remote[key] : undefined;
    const value = reported ?? inputs[key] ?? remote[key];
    if (value !== undefined && value !== null) result[key] = value;
  }
  return result;
}

/** Marks the outputs that the schema declares secret and those that are secret in one of `like`. */
export function markOutputs({ schema }: Registry, { spec }: RegisteredResource, plain: PlainMap, like: Marked[]): ValueMap {
  return markSecrets(plain, { schema, shape: spec, like, texts: secretTexts(like.filter((map) => map !== undefined)) });
}

/** Marks the inputs that the schema declares secret and those that are secret in one of `like`. */
export function markInputs({ schema }: Registry, { spec }: RegisteredResource, plain: PlainMap, like: Marked[]): ValueMap {
  return markSecrets(plain, { schema, shape: { properties: spec.inputProperties ?? {} }, like });
}

/** Marks the inputs of a preview, which may be unknown. */
export function markPreviewInputs({ schema }: Registry, { spec }: RegisteredResource, inputs: ValueMap): ValueMap {
  return markSchemaSecrets(inputs, spec.inputProperties, schema);
}

/** Returns the names of the inputs in which an object differs from the declared ones; local inputs do not count, nor do write-only ones that `remote` leaves out. */
export function differences(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): string[] {
  const { local, writeOnly } = resource.traits;
  const names = differingNames(comparisonOf(registry, resource, "refresh"), resource.spec.inputProperties ?? {}, declared, remote);
  return names.filter((key) => !local.has(key) && !(writeOnly.has(key) && !(key in remote)));
}
