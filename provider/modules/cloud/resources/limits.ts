// Limits of requests per second of services and APIs, one per environment. See docs/modules/cloud.md#environment-limits.
import type { ReadContext } from "../../../contract/shared-reads";
import { rowsOf } from "../../../core/values/records";
import type { ValueRule } from "../../../contract/rules";
import { sameTraits } from "../../../core/compare/traits";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { equalLimits } from "../equality";
import { apiLimits } from "../collections";
import { environmentNames } from "../ids";

/** The three inputs, by the environment they apply to. */
interface Limits {
  preLimit?: number;
  releaseLimit?: number;
  testLimit?: number;
}

/** A service, or one API of it. */
interface LimitTarget {
  serviceId: string;
  apiId?: string;
}

/** In the order in which they are written. */
const names = ["preLimit", "releaseLimit", "testLimit"] as const;
type Name = (typeof names)[number];
const environmentOf = { preLimit: "prepub", releaseLimit: "release", testLimit: "test" } satisfies Record<
  Name,
  (typeof environmentNames)[number]
>;

/** The value that reports the absence of a limit. */
const unlimited = 5000;

const limitRule: ValueRule = {
  whole: true,
  test: (limit) => (limit === -1 || Number(limit) > 0 ? undefined : "expected a number above 0, or -1 for no limit"),
};

/** The traits of the three inputs. They are read although the program does not set them; a removed one keeps its value. */
export const limitTraits = sameTraits(names, {
  validate: limitRule,
  computed: true,
  equals: equalLimits,
  omitOnImport: (limit) => limit === unlimited,
});

/** Returns whether the input is one of the three. */
export function isLimit(name: string): name is Name {
  return name in environmentOf;
}

/** Returns the inputs without the three. */
export function withoutLimits<Inputs extends Limits>(inputs: Inputs): Omit<Inputs, Name> {
  const { preLimit: _pre, releaseLimit: _release, testLimit: _test, ...rest } = inputs;
  return rest;
}

/** Writes the declared limits, or those of them that changed, with one request each. */
export async function writeLimits(
  client: CloudClient,
  on: LimitTarget,
  limits: Limits,
  changed: { has(name: Name): boolean } = { has: () => true },
): Promise<void> {
  for (const name of names) {
    const limit = limits[name];
    if (limit !== undefined && changed.has(name)) await writeLimit(client, on, environmentOf[name], limit);
  }
}

async function writeLimit(client: CloudClient, { serviceId, apiId }: LimitTarget, environment: string, Strategy: number): Promise<void> {
  const on = { ServiceId: serviceId, Strategy };
  await (apiId === undefined
    ? client.write("ModifyServiceEnvironmentStrategy", { ...on, EnvironmentNames: [environment] })
    : client.write("ModifyApiEnvironmentStrategy", { ...on, EnvironmentName: environment, ApiIds: [apiId] }));
}

/** Removes the limits of an API, the first step of its deletion. Returns those that it had: an absent limit, which reads as a number, is none of them. */
export async function clearLimits(reads: ReadContext<CloudClient>, place: Required<LimitTarget>): Promise<Limits> {
  const limits = await readLimits(reads, place);
  for (const name of environmentNames) await writeLimit(reads.client, place, name, -1);
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== unlimited));
}

/** Returns the limits; an environment that the service does not list has none. */
export async function readLimits(reads: ReadContext<CloudClient>, { serviceId, apiId }: LimitTarget): Promise<Limits> {
  if (apiId !== undefined) {
    const api = await apiLimits.find(apiLimits.ids.join({ serviceId, apiId }), reads);
    return limitsIn(rowsOf(api?.EnvironmentStrategySet), "Quota");
  }
  const options = { members: ["EnvironmentName"] };
  const rows = await reads.client.readPages("DescribeServiceEnvironmentStrategy", { ServiceId: serviceId }, "EnvironmentList", options);
  return limitsIn(rows, "Strategy");
}

function limitsIn(rows: readonly PlainMap[], member: string): Limits {
  const limits: Limits = {};
  for (const name of names) {
    const value: Plain | undefined = rows.find(({ EnvironmentName }) => EnvironmentName === environmentOf[name])?.[member];
    const limit = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof limit === "number" && Number.isInteger(limit)) limits[name] = limit === -1 ? unlimited : limit;
  }
  return limits;
}
