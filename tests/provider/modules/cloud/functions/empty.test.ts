// Functions without results, and null for required values. See docs/modules/cloud.md#function-list.
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import { lookupCaller, stubSend, lookedUp, replaying } from "./driver";
import type { Exchange, Sample } from "../../../../samples/cloud/functions/sample";
import { samples } from "../../../../samples/cloud/functions";
import { violations, leaves } from "./shape";

const sampleOf = (name: string): Sample => samples.find((sample) => sample.name === name)!;
const names = [...new Set(samples.map(({ name }) => name))];
const responseOf = ({ exchanges }: Sample, action: string): PlainMap => exchanges.find((one) => one.action === action)?.response ?? {};

/** Returns the checked inputs. */
const checked = ({ name, inputs }: Sample): PlainMap =>
  name === "getApiGatewayUsagePlanEnvironments" ? { bindType: "SERVICE", ...inputs } : inputs;

/** Returns the response with each list replaced by the value. */
function withLists(response: PlainMap, by: Plain): PlainMap {
  const changed = (value: Plain): Plain => (Array.isArray(value) ? by : value);
  return Object.fromEntries(
    Object.entries(response).map(([key, value]) => [key, key === "Result" ? withLists(value as PlainMap, by) : changed(value)]),
  );
}

/** Functions whose ID consists of their results. */
const hashed = /AddressTemplateGroups|ApiApps$|ApiDocs|ApiPlugins|AppsStatus|ApiUsagePlans|WayPlugins|Upstreams/i;
/** Functions whose response is a single object, or which have separate tests below. */
const others = /AppApi$|AppService$|Throttling|AddressTemplates$/;
/** Responses without a result. */
const resultless: PlainMap[] = [{ Result: null }, {}];
const demanding = ["getApiGatewayApiKeys", "getApiGatewayIpStrategies"];

/** Outputs of a function without results. */
function nothing(sample: Sample): PlainMap {
  const empty = Object.entries(sample.found).map(([key, value]): [string, Plain] => [key, Array.isArray(value) ? [] : value]);
  return { ...checked(sample), ...Object.fromEntries(empty), ...(hashed.test(sample.name) && { id: "0" }) };
}

const lists = names.filter((name) => !others.test(name));

describe("empty results", () => {
  test.each(lists)("%s: an empty list, or null in its place", async (name) => {
    const sample = sampleOf(name);
    for (const by of [[], null] as Plain[]) {
      const { send } = stubSend(({ action }) => withLists(responseOf(sample, action), by));
      expect(await lookedUp(name, checked(sample), send)).toEqual(nothing(sample));
    }
  });

  test.each(lists.filter((name) => !demanding.includes(name)))("%s: a null result, or none", async (name) => {
    const sample = sampleOf(name);
    for (const response of resultless) {
      const outputs = await lookedUp(name, checked(sample), stubSend(() => response).send);
      expect(violations(name, outputs)).toEqual([]);
      for (const [key, value] of Object.entries(nothing(sample)))
        if (Array.isArray(value)) expect([key, outputs[key]]).toEqual([key, value]);
    }
  });

  test.each(demanding)("%s: no result at all is a failure, a result without the list is none", async (name) => {
    const { inputs, exchanges } = sampleOf(name);
    const message = expect.stringContaining(
      `apigateway ${exchanges[0]!.action} failed: ClientError.EmptyResponse: empty response`,
    ) as string;
    for (const response of resultless)
      await expect(lookedUp(name, inputs, stubSend(() => response).send)).rejects.toMatchObject({ code: "unavailable", message });
    for (const Result of [{ TotalCount: 0 }, {}] as PlainMap[])
      expect(await lookedUp(name, inputs, stubSend(() => ({ Result })).send)).toMatchObject({ lists: [] });
  });

  test.each(resultless)("a missing API of an application: %j", async (response) => {
    const { name, inputs, found } = sampleOf("getApiGatewayApiAppApi");
    expect(await lookedUp(name, inputs, stubSend(() => response).send)).toEqual({ ...inputs, ...found, results: [] });
  });

  test("an API of an application with its ID only is an element", async () => {
    const { name, inputs } = sampleOf("getApiGatewayApiAppApi");
    const { results } = await lookedUp(name, inputs, stubSend(() => ({ Result: {} })).send);
    expect(results).toEqual([expect.objectContaining({ oauthConfigs: [], requestConfigs: [], environments: [], tags: [] })]);
  });

  test("a service of an application without lists has empty ones", async () => {
    const { name, inputs, exchanges, found } = sampleOf("getApiGatewayApiAppService");
    const [{ response }] = exchanges as [Exchange];
    const { availableEnvironments: _a, apiIdStatusSets: _s, usagePlanLists: _p, ...rest } = found;
    const empty = { availableEnvironments: [], apiIdStatusSets: [], usagePlanLists: [] };
    for (const none of [null, []]) {
      const outputs = await lookedUp(name, inputs, stubSend(() => withLists(response, none)).send);
      expect(outputs).toEqual({ ...inputs, ...rest, ...empty, netTypes: [] });
    }
  });

  test.each(["getApiGatewayThrottlingApis", "getApiGatewayThrottlingServices"])("%s: no services; no result for one", async (name) => {
    expect(await lookedUp(name, {}, stubSend(() => ({ Result: { ServiceSet: null } })).send)).toEqual({ id: "0", lists: [] });
    const { lists: one, id } = await lookedUp(name, { serviceId: "service-ody35h5e" }, stubSend(() => ({ Result: null })).send);
    expect(id).toBe("2296870776");
    expect(new Set(Object.values((one as [PlainMap])[0]))).toEqual(new Set(["service-ody35h5e", []]));
  });

  test("no templates of that name; an empty ID is neither a filter nor an output", async () => {
    const { send, calls } = stubSend(() => ({ AddressTemplateSet: [] }));
    expect(await lookedUp("getAddressTemplates", { name: "x", id: "" }, send)).toEqual({ name: "x", id: "0", templateLists: [] });
    expect(calls[0]!.params["Filters"]).toEqual([{ Name: "address-template-name", Values: ["x"] }]);
  });

  const unfiltered = names.filter((name) => !name.startsWith("getAddressTemplate"));
  test.each(unfiltered)("%s: an input ID that is not a filter is neither sent nor returned", async (name) => {
    const { inputs, exchanges, found } = sampleOf(name);
    const { outputs } = await (await lookupCaller(replaying(exchanges).send))(name, { ...inputs, id: "mine" });
    expect(outputs).toEqual({ ...inputs, ...found });
  });
});

test("a row without a service belongs to the requested one", async () => {
  for (const row of [{ ApiId: "a" }, { ServiceId: null, ApiId: "a" }] as PlainMap[]) {
    const responses: PlainMap[] = [{ ApiIdStatusSet: [row] }, { ApiId: "a", ApiName: "hello" }];
    const { send, calls } = stubSend((_, n) => ({ Result: responses[n] ?? {} }));
    expect(await lookedUp("getApiGatewayApis", { serviceId: "s" }, send)).toMatchObject({ lists: [{ apiName: "hello" }] });
    expect(calls[1]).toMatchObject({ action: "DescribeApi", params: { ServiceId: "s", ApiId: "a" } });
  }
});

/** Members that determine further requests, or the ID. */
const leading = /^(ServiceId|UsagePlanId|ApiId|StrategyId|DomainName|IsDefaultMapping)$/;
type Path = (string | number)[];

/** Returns the paths of the scalar members of a response. */
function scalars(value: Plain, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => (item !== null && typeof item === "object" ? scalars(item, [...at, n]) : []));
  if (value === null || typeof value !== "object") return [at];
  return Object.entries(value).flatMap(([key, member]) => (leading.test(key) ? [] : scalars(member, [...at, key])));
}

function withNull(value: Plain, [key, ...rest]: Path): Plain {
  if (key === undefined) return null;
  if (Array.isArray(value)) return value.map((item, n) => (n === key ? withNull(item, rest) : item));
  return { ...(value as PlainMap), [key]: withNull((value as PlainMap)[key]!, rest) };
}

type Leaves = ReturnType<typeof leaves>;

/** Returns the outputs that differ from those before and are neither omitted nor, if required, empty or equal to the input. */
function odd(before: Leaves, after: Leaves, inputs: PlainMap): string[] {
  return [...before].flatMap(([at, { value, isRequired }]) => {
    const now = after.get(at)?.value;
    if (at === "id" || JSON.stringify(now) === JSON.stringify(value)) return [];
    const allowed = isRequired ? ["", 0, false, inputs[at]].includes(now as never) : now === undefined;
    return allowed ? [] : [`${at} is ${JSON.stringify(now)}`];
  });
}

/** The exceptions: effects of a null in a response on the outputs that differ from the rule. */
async function unexpectedOutputs({ name, inputs, exchanges, found }: Sample): Promise<string[]> {
  const before = leaves(name, { ...inputs, ...found });
  const unexpected: string[] = [];
  for (const [n, { response }] of exchanges.entries())
    for (const path of scalars(response)) {
      const changed = exchanges.map((one, at) => (at === n ? { ...one, response: withNull(response, path) as PlainMap } : one));
      const outputs = await lookedUp(name, { bindType: "SERVICE", ...inputs }, replaying(changed).send);
      unexpected.push(...odd(before, leaves(name, outputs), inputs).map((what) => `${path.join(".")}: ${what}`));
    }
  return unexpected;
}

test.each(samples.map((sample, n) => [`${sample.name} (${n})`, sample] as const))(
  "%s: each single null is left out, or the empty value where the schema promises one",
  async (_title, sample) => {
    const known =
      sample.name === "getApiGatewayIpStrategies" ? [expect.stringContaining("oauthConfig"), expect.stringContaining("oauthConfig")] : [];
    expect(await unexpectedOutputs(sample)).toEqual(known);
  },
);
