// Check: validates inputs, applies defaults and marks secrets, by the schema and the rules of the modules. Sends no request. See docs/protocol.md#check.
import type { RpcContext } from "../contract/context";
import { requiredForms } from "../core/compare/forms";
import type { Failure } from "../core/errors/errors";
import { InvalidInputsError } from "../core/errors/errors";
import { markSecrets } from "../core/secrets/marks";
import { redactor } from "../core/secrets/redact";
import type { Validated } from "../core/validate/validate";
import { validate } from "../core/validate/validate";
import { truncateFailures } from "../core/validate/value-rules";
import type { Plain, Value, ValueMap } from "../core/values/value";
import { hasUnknown, mapMembers, secretTexts, unknownLike } from "../core/values/value";
import { nameInputs, type NamingRequest } from "./autonaming";
import { dropInvalid, migrate, plainPart } from "./stored-values";
import { markComparison } from "./outputs";
import type { RegisteredResource } from "./registry";
import { rulesByType } from "./registry";
import type { Runtime } from "./runtime";

/** The inputs of a program. Without `naming` no name is made. */
export interface CheckRequest {
  type: string;
  news: ValueMap;
  naming?: NamingRequest;
}

/** Returns the inputs with defaults and secret marks, and all failures. Logs the warnings. */
export async function check(runtime: Runtime, { type, news, naming }: CheckRequest, context: Pick<RpcContext, "log">): Promise<Validated> {
  const resource = await runtime.registry.resource(type);
  const named = naming ? nameInputs(runtime, resource, news, migrate(resource, naming, "olds")) : { inputs: news, failures: [] };
  const olds = naming ? migrate(resource, naming, "olds").olds : {};
  const hasOwnName = naming !== undefined && named.inputs === news;
  const validated = validateInputs(runtime, resource, named.inputs, { olds, reported: named.failures, hasOwnName });
  for (const warning of validated.warnings) context.log("warning", warning);
  return validated;
}

/** Returns the inputs of a Create, or of an Update with its old inputs, as Check does. Fails with {@link InvalidInputsError}, or with the error of a module that rejects writes. */
export function acceptInputs(runtime: Runtime, resource: RegisteredResource, given: ValueMap, olds: ValueMap = {}): ValueMap {
  const { inputs, failures } = validateInputs(runtime, resource, given, { olds });
  if (failures.length > 0) throw new InvalidInputsError(failures);
  const { complete } = runtime.configuration;
  const rejection = complete && resource.module.rejectsWrites?.(complete, inputs);
  if (rejection) throw rejection;
  return inputs;
}

/** Validates and normalizes inputs. `reported`: failures that are known already. `hasOwnName`: whether the name, if there is one, is from the program. */
function validateInputs(
  runtime: Runtime,
  resource: RegisteredResource,
  news: ValueMap,
  { olds, reported = [], hasOwnName = false }: { olds: ValueMap; reported?: Failure[]; hasOwnName?: boolean },
): Validated {
  const { spec, traits, module } = resource;
  const { autoname } = traits;
  const name = autoname && !traits.computed.has(autoname.property) && reported.length === 0 ? [autoname.property] : [];
  const required = [...(spec.requiredInputs ?? []), ...name, ...requiredForms(news, traits.forms)];
  const shape = { properties: spec.inputProperties ?? {}, required };
  const validated = validate(shape, news, { schema: runtime.registry.schema, rules: traits.rules, rulesOf: rulesByType(module) });
  const { inputs, failures, warnings } = resource.implementation.normalize
    ? normalize(runtime, resource, validated, { olds, hasOwnName })
    : validated;
  return { inputs, failures: truncateFailures([...reported, ...failures]), warnings };
}

/** Adds what the resource's `normalize` returns. A member keeps its secret mark, and a value made from a secret is secret. */
function normalize(
  { registry, configuration, generatedNames }: Runtime,
  resource: RegisteredResource,
  { inputs, failures, warnings }: Validated,
  { olds, hasOwnName }: { olds: ValueMap; hasOwnName: boolean },
): Validated {
  const isUnknown = (key: string): boolean => hasUnknown(inputs[key]);
  const known = plainPart(dropInvalid(registry, resource, inputs));
  const {
    inputs: added = {},
    failures: more = [],
    warnings: others = [],
    unsettled = [],
  } = resource.implementation.normalize!(known, {
    configuration: configuration.complete,
    isUnknown,
    isGiven: (key) => (isUnknown(key) || (known[key] ?? null) !== null) && (hasOwnName || key !== resource.traits.autoname?.property),
    olds: plainPart(dropInvalid(registry, resource, olds)),
    now: (registry.options.clock ?? Date.now)(),
  });
  for (const key of resource.traits.generated)
    if ((known[key] ?? null) === null && typeof added[key] === "string") generatedNames.add(resource.token, added[key]);
  const settled = mapMembers<Plain | undefined, Plain>(added, (value, key) => (isUnknown(key) ? undefined : value));
  const texts = secretTexts({ news: inputs, olds });
  const shape = { properties: resource.spec.inputProperties ?? {} };
  const marked = markSecrets(settled, { ...markComparison(registry, resource), shape, like: [inputs], texts });
  const redact = redactor(texts);
  // A property that has failed already is not reported twice.
  const fresh = more
    .filter(({ property }) => !failures.some((failure) => failure.property === property))
    .map(({ property, reason }) => ({ property, reason: redact(reason) }));
  const hidden = unsettled.map((key): [string, Value] => [key, unknownLike(inputs[key])]);
  const settledInputs = { ...inputs, ...marked, ...Object.fromEntries(hidden) };
  return { inputs: settledInputs, failures: [...failures, ...fresh], warnings: [...warnings, ...others.map(redact)] };
}
