// Property values of other forms than the schema declares, and every verb with such a value, for the suites of shapes.
import type { ServiceError } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import type { TypeSpec } from "../../provider/core/schema/schema";
import { schema } from "../provider/tools/schema-file";
import { list } from "../support/listing";
import type { Rpc } from "../support/rpc";
import type { Json, Properties } from "../support/structs";
import { secret } from "../support/structs";

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
  secret({ a: [null] }),
];
const defects: readonly number[] = [status.INTERNAL, status.UNKNOWN, status.DATA_LOSS, status.UNIMPLEMENTED];

/** A call, and what it is in words. */
export interface DescribedCall {
  what: string;
  call: Promise<unknown>;
}

/** How the calls ended that ended as defects of the provider, in words. */
export async function defectsAmong(calls: readonly DescribedCall[]): Promise<string[]> {
  const results = calls.map(async ({ what, call }) =>
    call.then(
      () => [],
      ({ code, details, message }: ServiceError) =>
        defects.includes(code) || code === undefined ? [`${what}: ${details ?? message}`] : [],
    ),
  );
  return (await Promise.all(results)).flat();
}

/** Values of other forms in the place of one of the type, and such values inside one that has its form. */
export function* wrongForms(spec: TypeSpec, depth = 2): Generator<Json> {
  yield* depth === 2 ? odd : odd.slice(3, 7);
  if (depth === 0) return;
  const named = spec.$ref === undefined ? undefined : schema.types![spec.$ref.slice("#/types/".length)];
  for (const [key, member] of Object.entries(named?.properties ?? {}))
    for (const value of wrongForms(member, depth - 1)) yield { [key]: value };
  if (spec.items) for (const value of wrongForms(spec.items, depth - 1)) yield [value];
  if (spec.additionalProperties) for (const value of wrongForms(spec.additionalProperties, depth - 1)) yield { key: value };
}

/** An object that exists, and how to call for it. */
export interface GeneratedValue {
  rpc: Rpc;
  kind: { type: string; inputs: Properties };
  /** Whether objects of the kind can be listed; default yes. */
  listed?: boolean;
  id: string;
  properties: Properties;
}

/** Every verb with the property as it should not be, in each place where a request holds properties. */
export function callsWith(
  { rpc, kind: { type, inputs }, id, properties, listed = true }: GeneratedValue,
  property: string,
  wrong: Json,
): DescribedCall[] {
  const what = `${property} ${JSON.stringify(wrong)}`;
  const news = { ...inputs, [property]: wrong };
  const olds = { ...properties, [property]: wrong };
  const calls: Record<string, Promise<unknown>> = {
    check: rpc.check({ type, news }),
    create: rpc.create({ type, inputs: news }),
    "create in a preview": rpc.create({ type, inputs: news, preview: true }),
    update: rpc.update({ type, id, olds: properties, oldInputs: inputs, news }),
    "update of such a state": rpc.update({ type, id, olds, oldInputs: news, news: inputs }),
    "update in a preview": rpc.update({ type, id, olds, oldInputs: news, news, preview: true }),
    "diff to it": rpc.diff({ type, id, olds: properties, oldInputs: inputs, news }),
    "diff from it": rpc.diff({ type, id, olds, oldInputs: news, news: inputs }),
    "diff from such a state": rpc.diff({ type, id, olds, news: inputs }),
    read: rpc.read({ type, id, inputs: news, properties: olds }),
    "read of such a state": rpc.read({ type, id, properties: olds }),
    delete: rpc.delete({ type, id: `${id}-of-none`, properties: olds, oldInputs: news }),
    ...(listed && { list: list(rpc, type, { query: { [property]: wrong } }) }),
  };
  return Object.entries(calls).map(([verb, call]) => ({ what: `${verb}: ${what}`, call }));
}
