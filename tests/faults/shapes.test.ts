/**
 * Operations whose properties have other forms than the schema declares, as only direct callers and old states have them: none is an internal error, and no
 * failure quotes a secret. tests/provider/verbs/shapes and tests/conformance/check cover single rejections. See docs/protocol.md#create and
 * docs/protocol.md#delete.
 */
import { asProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { TypeSpec } from "../../provider/core/schema/schema";
import type { Value, ValueMap } from "../../provider/core/values/value";
import { createVariant, decoded, schema, type Subject } from "../invariants/fixture";
import { variants } from "../invariants/variants";
import { outcomeOf } from "../support/in-process";
import type { StoredObject } from "../support/provider-process";
import { secret, type Json } from "../support/structs";

jest.setTimeout(300_000);

/** A secret text. */
const hidden = "canary-of-shapes-x7Q";

const odd: Json[] = [
  5,
  true,
  "",
  "text",
  [],
  [null],
  [[["deep"]]],
  [{ a: [1] }],
  {},
  { "": { toString: null } },
  { name: [1], alias: { filter: [] } },
  secret(hidden),
  secret({ a: [hidden] }),
];

/** Values of other forms in the place of one of the type, and such values inside one that has its form. */
function* wrongForms(spec: TypeSpec, depth = 2): Generator<Json> {
  yield* odd;
  if (depth === 0) return;
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  for (const [key, member] of Object.entries(named?.properties ?? {}))
    for (const value of wrongForms(member, depth - 1)) yield { [key]: value };
  if (spec.items) for (const value of wrongForms(spec.items, depth - 1)) yield [value];
  if (spec.additionalProperties) for (const value of wrongForms(spec.additionalProperties, depth - 1)) yield { key: value };
}

/** Every verb with the property as it should not be, in each place where a request has properties. */
function operationsWith({ fixture, type, inputs, stored }: Subject & { stored: StoredObject }, property: string, wrong: Value) {
  const news = { ...inputs, [property]: wrong };
  const state = { ...stored.state, [property]: wrong };
  const old = { ...stored, inputs: news, state };
  const isListed = schema.resource(type)!.listInputs !== undefined;
  const operations: Record<string, () => Promise<unknown>> = {
    check: () => fixture.check(type, news),
    create: () => fixture.create(type, news),
    "create in a preview": () => fixture.create(type, news, { preview: true }),
    update: () => fixture.update(type, stored, news),
    "update of such a state": () => fixture.update(type, old, inputs),
    "update in a preview": () => fixture.update(type, old, news, { preview: true }),
    "diff to it": () => fixture.diff(type, stored, news),
    "diff from it": () => fixture.diff(type, old, inputs),
    "diff from such a state": () => fixture.provider.diff({ type, olds: state, oldInputs: undefined, news: inputs, ignoreChanges: [] }),
    read: () => fixture.read(type, old),
    "read of such a state": () => fixture.read(type, { id: stored.id, state }),
    delete: () => fixture.delete(type, { ...old, id: `${stored.id}-of-none` }),
    ...(isListed && { list: () => fixture.list({ token: type, query: { [property]: wrong }, limit: 0, continuation: "" }) }),
  };
  return Object.entries(operations);
}

const isDefect = (outcome: unknown) =>
  outcome instanceof Error && asProviderError(outcome instanceof ResourceInitFailedError ? outcome.cause : outcome).code === "internal";

const chosen = [...new Map(variants.map((variant) => [variant.token, variant])).values()];

test.each(chosen)("no form of a property of $token ($title) causes an internal error, and none shows a secret", async (variant) => {
  const subject = await createVariant(variant);
  const { inputProperties, properties } = schema.resource(subject.type)!;
  const cases = Object.entries({ ...properties, ...inputProperties, unexpected: {} }).flatMap(([property, spec]) =>
    [...wrongForms(spec)].flatMap((form) => {
      const { value } = decoded({ value: form }) as ValueMap & { value: Value };
      return operationsWith(subject, property, value).map(([verb, work]) => ({
        title: `${verb}: ${property} ${JSON.stringify(form)}`,
        work,
      }));
    }),
  );
  const wrong: string[] = [];
  for (const { title, work } of cases) {
    const outcome = await outcomeOf(work());
    const complaint =
      outcome instanceof Error ? outcome.message : JSON.stringify((outcome as { failures?: object[] } | undefined)?.failures);
    if (isDefect(outcome) || complaint?.includes(hidden)) wrong.push(`${title}: ${complaint}`);
  }
  expect(wrong).toEqual([]);
});
