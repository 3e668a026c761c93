// Functions without results, and rows that vanish between two requests. See docs/modules/cloud.md#function-list.
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import type { Sample } from "../../../../samples/cloud/functions/sample";
import { lookedUp, names, sampleOf, stubSend } from "./driver";

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
/** Functions for which a response without a result is a failure. */
const demanding = ["getApiGatewayApiKeys", "getApiGatewayIpStrategies"];

test.each(names.filter((name) => !others.test(name)))("%s: no rows, in every form", async (name) => {
  const sample = sampleOf(name);
  const empty = Object.entries(sample.found).map(([key, value]): [string, Plain] => [key, Array.isArray(value) ? [] : value]);
  const nothing = { ...checked(sample), ...Object.fromEntries(empty), ...(hashed.test(name) && { id: "0" }) };
  for (const by of [[], null] as Plain[]) {
    const { send } = stubSend(({ action }) => withLists(sample.exchanges.find((one) => one.action === action)?.response ?? {}, by));
    expect(await lookedUp(name, checked(sample), send)).toEqual(nothing);
  }
  for (const response of [{ Result: null }, {}] as PlainMap[]) {
    const found = lookedUp(name, checked(sample), stubSend(() => response).send);
    if (demanding.includes(name))
      await expect(found).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("ClientError.EmptyResponse") });
    else expect(await found).toMatchObject(Object.fromEntries(empty.filter(([, value]) => Array.isArray(value))));
  }
});

const nowhere = { ServiceSet: null };
const one = "service-ody35h5e";

test.each<[name: string, inputs: PlainMap, result: PlainMap | null, outputs: PlainMap]>([
  ["getApiGatewayApiKeys", {}, { TotalCount: 0 }, { lists: [] }],
  ["getApiGatewayIpStrategies", { serviceId: "s" }, {}, { lists: [] }],
  ["getApiGatewayThrottlingApis", {}, nowhere, { id: "0", lists: [] }],
  ["getApiGatewayThrottlingServices", {}, nowhere, { id: "0", lists: [] }],
  [
    "getApiGatewayThrottlingApis",
    { serviceId: one },
    null,
    { id: "2296870776", lists: [{ serviceId: one, apiEnvironmentStrategies: [] }] },
  ],
  ["getApiGatewayThrottlingServices", { serviceId: one }, null, { id: "2296870776", lists: [{ serviceId: one, environments: [] }] }],
  ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "r" }, null, { results: [] }],
  [
    "getApiGatewayApiAppApi",
    { serviceId: "s", apiId: "a", apiRegion: "r" },
    {},
    { results: [expect.objectContaining({ oauthConfigs: [], requestConfigs: [], environments: [], tags: [] }) as PlainMap] },
  ],
])("%s %j: the result %j", async (name, inputs, Result, outputs) => {
  expect(await lookedUp(name, inputs, stubSend(() => ({ Result })).send)).toMatchObject(outputs);
});

test("a service of an application without lists has empty ones", async () => {
  const { name, inputs, exchanges } = sampleOf("getApiGatewayApiAppService");
  const empty = { availableEnvironments: [], apiIdStatusSets: [], usagePlanLists: [], netTypes: [] };
  for (const none of [null, []])
    expect(await lookedUp(name, inputs, stubSend(() => withLists(exchanges[0]!.response, none)).send)).toMatchObject(empty);
});

test("no templates of that name; an empty ID is neither a filter nor an output", async () => {
  const { send, calls } = stubSend(() => ({ AddressTemplateSet: [] }));
  expect(await lookedUp("getAddressTemplates", { name: "x", id: "" }, send)).toEqual({ name: "x", id: "0", templateLists: [] });
  expect(calls[0]!.params["Filters"]).toEqual([{ Name: "address-template-name", Values: ["x"] }]);
});

test.each<PlainMap>([{ ApiId: "a" }, { ServiceId: null, ApiId: "a" }])("the row %j belongs to the requested service", async (row) => {
  const { send, calls } = stubSend((_, n) => ({ Result: [{ ApiIdStatusSet: [row] }, { ApiId: "a", ServiceId: "s" }][n] as PlainMap }));
  await lookedUp("getApiGatewayApis", { serviceId: "s" }, send);
  expect(calls[1]).toMatchObject({ action: "DescribeApi", params: { ServiceId: "s", ApiId: "a" } });
});

describe("an element that vanishes meanwhile", () => {
  const rows = [0, 1, 2].map((n) => ({ ServiceId: `s-${n}`, ApiId: `api-${n}` }));
  const responses: Record<string, PlainMap> = {
    DescribeApisStatus: { Result: { ApiIdStatusSet: rows } },
    DescribeServicesStatus: { Result: { ServiceSet: rows } },
    DescribeServiceSubDomains: { Result: { DomainSet: [{ DomainName: "d", IsDefaultMapping: false }] } },
    DescribeIPStrategysStatus: { Result: { StrategySet: [{ StrategyId: "i" }] } },
  };
  /** A send that rejects an action, for this object if one is given. */
  const rejecting = (rejected: string, Code: string, object?: string) =>
    stubSend(({ action, params }) => {
      if (action === rejected && (object === undefined || Object.values(params).includes(object)))
        return { Error: { Code, Message: "no" } };
      return responses[action] ?? (["DescribeApi", "DescribeService"].includes(action) ? params : { Result: null });
    });
  const limits = (member: string): PlainMap[] => rows.map(({ ServiceId }) => ({ serviceId: ServiceId, [member]: [] }));

  test.each<[name: string, inputs: PlainMap, action: string, code: string, object: string, lists: PlainMap[]]>([
    ["getApiGatewayApis", { serviceId: "s" }, "DescribeApi", "ResourceNotFound.InvalidApi", "api-1", [{}, {}]],
    ["getApiGatewayApis", { serviceId: "s" }, "DescribeApi", "ResourceNotFound.InvalidService", "api-1", [{}, {}]],
    [
      "getApiGatewayServices",
      {},
      "DescribeService",
      "ResourceNotFound.InvalidService",
      "s-1",
      [{ serviceId: "s-0" }, { serviceId: "s-2" }],
    ],
    [
      "getApiGatewayThrottlingApis",
      {},
      "DescribeApiEnvironmentStrategy",
      "ResourceNotFound.InvalidService",
      "s-1",
      limits("apiEnvironmentStrategies"),
    ],
    [
      "getApiGatewayThrottlingServices",
      {},
      "DescribeServiceEnvironmentStrategy",
      "ResourceNotFound.InvalidService",
      "s-1",
      limits("environments"),
    ],
  ])("%s %j: %s that rejects with %s for %s leaves it out", async (...[name, inputs, action, code, object, lists]) => {
    const { send, calls } = rejecting(action, code, object);
    expect((await lookedUp(name, inputs, send))["lists"]).toMatchObject(lists);
    expect(calls.filter(({ params }) => Object.values(params).includes(object))).toHaveLength(1);
  });

  test.each<[name: string, inputs: PlainMap, action: string, code: string]>([
    ["getApiGatewayApis", { serviceId: "s" }, "DescribeApisStatus", "ResourceNotFound.InvalidService"],
    ["getApiGatewayServices", {}, "DescribeServiceUsagePlan", "ResourceNotFound.InvalidService"],
    ["getApiGatewayServices", {}, "DescribeService", "ResourceNotFound.InvalidApi"],
    ["getApiGatewayCustomerDomains", { serviceId: "s" }, "DescribeServiceSubDomainMappings", "ResourceNotFound.InvalidService"],
    ["getApiGatewayIpStrategies", { serviceId: "s" }, "DescribeIPStrategy", "ResourceNotFound.InvalidService"],
    ["getApiGatewayThrottlingApis", { serviceId: "s" }, "DescribeApiEnvironmentStrategy", "ResourceNotFound.InvalidApi"],
    ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "r" }, "DescribeApiForApiApp", "ResourceNotFound.InvalidApi"],
  ])("%s %j: %s that rejects with %s fails the lookup", async (name, inputs, action, code) => {
    const message = expect.stringContaining(`${action} failed: ${code}`) as string;
    await expect(lookedUp(name, inputs, rejecting(action, code).send)).rejects.toMatchObject({ code: "not_found", message });
  });
});
