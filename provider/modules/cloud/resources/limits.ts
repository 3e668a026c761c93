// Limits of requests per second of services and APIs, one for each environment (cloud-resources.md 2.6).
import { isObject } from "../../../core/json";
import { each } from "../../../core/traits";
import type { ValueRule } from "../../../core/rules";
import type { Plain } from "../../../core/value";
import type { CloudClient } from "../client";
import { sameLimit } from "../equal-forms";

/** The three inputs, by the environment they are for. */
export interface Limits {
  preLimit?: number;
  releaseLimit?: number;
  testLimit?: number;
}

/** A service, or one API of it. */
export interface Limited {
  serviceId: string;
  apiId?: string;
}

/** In the order in which they are written. */
const environments = { preLimit: "prepub", releaseLimit: "release", testLimit: "test" } as const;
type Name = keyof typeof environments;
const names = Object.keys(environments) as Name[];

/** No limit, as it is shown. */
const none = 5000;

const rule: ValueRule = {
  whole: true,
  test: (limit) => (limit === -1 || Number(limit) > 0 ? undefined : "expected a number above 0, or -1 for no limit"),
};

/** The parts that a resource with limits takes over. They are read though the program does not set them; what it no longer sets stays. */
export const limitInputs = {
  rules: { preLimit: rule, releaseLimit: rule, testLimit: rule },
  filled: names,
  same: { preLimit: sameLimit, releaseLimit: sameLimit, testLimit: sameLimit },
};

/** The traits of the three inputs. */
export const limitTraits = each(names, { validate: rule, computed: true, equals: sameLimit, omitOnImport: (limit) => limit === none });

/** Writes those of the limits that are given, one call for each. */
export async function writeGivenLimits(client: CloudClient, on: Limited, limits: Limits): Promise<void> {
  for (const name of names) if (limits[name] !== undefined) await writeLimit(client, on, environments[name], limits[name]);
}

/** Whether the input is one of the three. */
export function isLimit(name: string): name is Name {
  return name in environments;
}

/** The limits that an import leaves out: those that are none. */
export function withoutLimit(state: Limits): Name[] {
  return names.filter((name) => state[name] === none);
}

/** Writes the limits that are given and are not so already, one call for each. */
export async function writeLimits(client: CloudClient, on: Limited, next: Limits, previous: Limits): Promise<void> {
  for (const name of names) {
    const [limit, before] = [next[name], previous[name]];
    const stands = limit === undefined || (before !== undefined && sameLimit(limit, before));
    if (!stands) await writeLimit(client, on, environments[name], limit);
  }
}

async function writeLimit(client: CloudClient, { serviceId, apiId }: Limited, environment: string, Strategy: number): Promise<void> {
  const on = { ServiceId: serviceId, Strategy };
  await (apiId === undefined
    ? client.write("ModifyServiceEnvironmentStrategy", { ...on, EnvironmentNames: [environment] })
    : client.write("ModifyApiEnvironmentStrategy", { ...on, EnvironmentName: environment, ApiIds: [apiId] }));
}

/** Takes the limits of an API away, with which its deletion begins. */
export async function clearLimits(client: CloudClient, { serviceId, apiId }: Required<Limited>): Promise<void> {
  for (const EnvironmentName of ["test", "release", "prepub"])
    await client.write("ModifyApiEnvironmentStrategy", { ServiceId: serviceId, Strategy: -1, EnvironmentName, ApiIds: [apiId] });
}

/** The limits that stand there; an environment that the service does not name has none here. */
export async function readLimits(client: CloudClient, { serviceId, apiId }: Limited): Promise<Limits> {
  const ServiceId = serviceId;
  if (apiId === undefined) {
    const rows = await client.pages("DescribeServiceEnvironmentStrategy", { ServiceId }, "EnvironmentList");
    return limitsIn(rows, "Strategy");
  }
  const apis = await client.pages("DescribeApiEnvironmentStrategy", { ServiceId, ApiId: apiId }, "ApiEnvironmentStrategySet");
  // A row that does not say whose it is answers the question for this API.
  const { EnvironmentStrategySet: rows } = apis.find(({ ApiId }) => (ApiId ?? apiId) === apiId) ?? {};
  return limitsIn(Array.isArray(rows) ? rows.filter(isObject) : [], "Quota");
}

function limitsIn(rows: readonly Readonly<Record<string, Plain>>[], member: string): Limits {
  const told = names.map((name): [Name, Plain | undefined] => [
    name,
    rows.find(({ EnvironmentName }) => EnvironmentName === environments[name])?.[member],
  ]);
  return Object.fromEntries(
    told.filter(([, limit]) => typeof limit === "number").map(([name, limit]) => [name, limit === -1 ? none : limit]),
  );
}
