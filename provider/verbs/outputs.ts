// From what a module reads to what the engine stores: inputs as the program spells them, outputs with their secret marks.
import { differingNames, type Comparison } from "../core/compare/equality";
import { inFormOf, withUsualForms } from "../core/compare/forms";
import type { Marked } from "../core/secrets/marks";
import { markSchemaSecrets, markSecrets } from "../core/secrets/marks";
import { reconcile } from "../core/compare/reconcile";
import type { ObjectSpec } from "../core/schema/schema";
import type { Plain, PlainMap, ValueMap } from "../core/values/value";
import { emptyMap, secretTexts, setDefined } from "../core/values/value";
import { comparisonOf } from "./changes";
import type { RegisteredResource, Registry } from "./registry";

/** What the names of internal outputs begin with: the CLI does not display them. See docs/protocol.md#internal-outputs. */
const internalPrefix = "__";

function describedInputs(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): PlainMap {
  const { traits, spec } = resource;
  const isImport = Object.keys(declared).length === 0;
  return reconcile(declared, inFormOf(remote, [declared], traits.forms), {
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

/** The plain inputs and outputs of an object. */
interface Described {
  inputs: PlainMap;
  outputs: PlainMap;
}

/**
 * Returns the inputs that describe the remote object, and the outputs; `declared` is empty on import. Outputs that are inputs have the declared spelling where it
 * means the same, and the value of the service else; what the service returns is in the state, declared or not. Internal members of the resource stay as they are.
 */
export function describeObject(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): Described {
  const inputs = describedInputs(registry, resource, declared, remote);
  const { reported: ofService, forms } = resource.traits;
  const declaredOutputs = withUsualForms(inputs, forms);
  const result = emptyMap<Plain>();
  for (const key of Object.keys(resource.spec.properties ?? {})) {
    const reported = ofService.has(key) ? remote[key] : undefined;
    const value = reported ?? declaredOutputs[key] ?? remote[key];
    if (value !== undefined && value !== null) result[key] = value;
  }
  for (const key of Object.keys(remote)) if (key.startsWith(internalPrefix)) setDefined(result, key, remote[key]);
  return { inputs, outputs: result };
}

/** Returns the outputs of {@link describeObject}. */
export function outputsOf(...object: Parameters<typeof describeObject>): PlainMap {
  return describeObject(...object).outputs;
}

/** Marks the outputs that the schema declares secret, those that are secret in one of `like`, and those with a secret text of `like`. */
export function markOutputs(registry: Registry, resource: RegisteredResource, plain: PlainMap, like: Marked[]): ValueMap {
  return markFound(registry, resource, resource.spec, { plain, like });
}

/** Marks the inputs that describe an object of the service, as {@link markOutputs} marks outputs. */
export function markFoundInputs(registry: Registry, resource: RegisteredResource, plain: PlainMap, like: Marked[]): ValueMap {
  return markFound(registry, resource, { properties: resource.spec.inputProperties ?? {} }, { plain, like });
}

function markFound(
  registry: Registry,
  resource: RegisteredResource,
  shape: ObjectSpec,
  { plain, like }: { plain: PlainMap; like: Marked[] },
): ValueMap {
  const given = like.filter((map) => map !== undefined);
  const inAllForms = given.map((map) => withUsualForms(map, resource.traits.forms));
  return markSecrets(plain, { ...markComparison(registry, resource), shape, like: inAllForms, texts: secretTexts(given) });
}

/** Marks the inputs of a program: those that the schema declares secret, and those that are secret in `given`. */
export function markInputs(registry: Registry, resource: RegisteredResource, plain: PlainMap, given: ValueMap): ValueMap {
  return markSecrets(plain, {
    ...markComparison(registry, resource),
    shape: { properties: resource.spec.inputProperties ?? {} },
    like: [given],
  });
}

/** Returns how elements of lists are compared with former ones. Equal ones have the same content: absence is never equal to what a service computes. */
export function markComparison(registry: Pick<Registry, "schema">, resource: RegisteredResource): Comparison {
  return { ...comparisonOf(registry, resource, "diff"), computed: undefined };
}

/** Marks the inputs of a preview, which may be unknown. */
export function markPreviewInputs({ schema }: Registry, { spec }: RegisteredResource, inputs: ValueMap): ValueMap {
  return markSchemaSecrets(inputs, spec.inputProperties, schema);
}

/** Returns the names of the inputs in which an object differs from the declared ones; local inputs do not count, nor do write-only ones that `remote` leaves out. */
export function differences(registry: Registry, resource: RegisteredResource, declared: PlainMap, remote: PlainMap): string[] {
  const { local, writeOnly, forms } = resource.traits;
  const current = inFormOf(remote, [declared], forms);
  const names = differingNames(comparisonOf(registry, resource, "refresh"), resource.spec.inputProperties ?? {}, declared, current);
  return names.filter((key) => !local.has(key) && !(writeOnly.has(key) && !(key in current)));
}
