// Functions without results, and rows that vanish between two requests. See docs/modules/cloud.md#function-list.
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import type { Sample } from "../../../../samples/cloud/functions/sample";
import { expectFailure } from "../support";
import { lookedUp, names, sampleOf, stubSend } from "./driver";

/** Returns the checked inputs. */
const checked = ({ name, inputs }: Sample) => (name === "getApiGatewayUsagePlanEnvironments" ? { bindType: "SERVICE", ...inputs } : inputs);

/** Returns the response with each list replaced by the value. */
function withLists(response: PlainMap, by: Plain): PlainMap {
  const changed = (value: Plain) => (Array.isArray(value) ? by : value);
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
  const empty = Object.entries(sample.found).map(([key, value]) => [key, Array.isArray(value) ? [] : value]);
  const nothing = { ...checked(sample), ...Object.fromEntries(empty), ...(hashed.test(name) && { id: "0" }) };
  for (const by of [[], null] as Plain[]) {
    const { send } = stubSend(({ action }) => withLists(sample.exchanges.find((one) => one.action === action)?.response ?? {}, by));
    expect(await lookedUp(name, checked(sample), send)).toEqual(nothing);
  }
  for (const response of [{ Result: null }, {}] as PlainMap[]) {
    const found = lookedUp(name, checked(sample), stubSend(() => response).send);
    if (demanding.includes(name)) await expectFailure(found, "unavailable", "ClientError.EmptyResponse");
    else expect(await found).toMatchObject(Object.fromEntries(empty.filter(([, value]) => Array.isArray(value))));
  }
});

test.each(names)("%s: a result of another type is an error", async (name) => {
  for (const Result of [["text"], "text", true] as Plain[])
    await expectFailure(lookedUp(name, checked(sampleOf(name)), stubSend(() => ({ Result })).send), "unavailable", "failed: ClientError.");
});

const one = "service-ody35h5e";

test.each([
  [
    "getApiGatewayApiKeys",
    {},
    { ApiKeySet: [0, 2, null].map((Status) => ({ Status })) },
    { lists: [{ status: "off" }, { status: "" }, { status: "" }] },
  ],
  ["getApiGatewayThrottlingServices", {}, { ServiceSet: null }, { id: "0", lists: [] }],
  ["getApiGatewayThrottlingServices", { serviceId: one }, null, { id: "2296870776", lists: [{ serviceId: one, environments: [] }] }],
  ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "r" }, null, { results: [] }],
  [
    "getApiGatewayApiAppApi",
    { serviceId: "s", apiId: "a", apiRegion: "r" },
    { ServiceConfig: { Url: null, UpstreamId: null }, OauthConfig: null },
    { results: [{ oauthConfigs: [], requestConfigs: [], serviceConfigs: [{ url: "", path: "" }], environments: [], tags: [] }] },
  ],
])("%s %j: the result %j", async (name, inputs, Result, outputs) => {
  expect(await lookedUp(name, inputs, stubSend(() => ({ Result })).send)).toMatchObject(outputs);
});

test("no templates of that name; an empty ID is neither a filter nor an output", async () => {
  const { send, calls } = stubSend(() => ({ AddressTemplateSet: [] }));
  expect(await lookedUp("getAddressTemplates", { name: "x", id: "" }, send)).toEqual({ name: "x", id: "0", templateLists: [] });
  expect(calls[0]!.params["Filters"]).toEqual([{ Name: "address-template-name", Values: ["x"] }]);
});

test.each([{ ApiId: "a" }, { ServiceId: null, ApiId: "a" }])(
  "the row %j belongs to the requested service, without settings of its own",
  async (row) => {
    const { send, calls } = stubSend((_, n) => ({ Result: [{ ApiIdStatusSet: [row] }, { ApiId: "a", ServiceId: "s" }][n] as PlainMap }));
    const { lists } = await lookedUp("getApiGatewayApis", { serviceId: "s" }, send);
    expect(lists).toMatchObject([{ requestConfigPath: "", serviceConfigUrl: "" }]);
    expect(calls[1]).toMatchObject({ action: "DescribeApi", params: { ServiceId: "s", ApiId: "a" } });
  },
);

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
  const limits = rows.map(({ ServiceId }) => ({ serviceId: ServiceId, environments: [] }));

  test.each([
    ["getApiGatewayApis", "DescribeApi", "Api", [{}, {}]],
    ["getApiGatewayApis", "DescribeApi", "Service", [{}, {}]],
    ["getApiGatewayServices", "DescribeService", "Service", [{ serviceId: "s-0" }, { serviceId: "s-2" }]],
    ["getApiGatewayThrottlingServices", "DescribeServiceEnvironmentStrategy", "Service", limits],
  ])("%s: %s that rejects one of them with ResourceNotFound.Invalid%s leaves it out", async (name, action, kind, lists) => {
    const isOfApi = name === "getApiGatewayApis";
    const inputs: PlainMap = isOfApi ? { serviceId: "s" } : {};
    const object = isOfApi ? "api-1" : "s-1";
    const { send, calls } = rejecting(action, `ResourceNotFound.Invalid${kind}`, object);
    expect((await lookedUp(name, inputs, send))["lists"]).toMatchObject(lists);
    expect(calls.filter(({ params }) => Object.values(params).includes(object))).toHaveLength(1);
  });

  test.each([
    ["getApiGatewayApis", "DescribeApisStatus", "Service"],
    ["getApiGatewayServices", "DescribeServiceUsagePlan", "Service"],
    ["getApiGatewayServices", "DescribeService", "Api"],
    ["getApiGatewayCustomerDomains", "DescribeServiceSubDomainMappings", "Service"],
    ["getApiGatewayIpStrategies", "DescribeIPStrategy", "Service"],
    ["getApiGatewayThrottlingApis", "DescribeApiEnvironmentStrategy", "Api"],
    ["getApiGatewayApiAppApi", "DescribeApiForApiApp", "Api"],
  ])("%s: %s that rejects with ResourceNotFound.Invalid%s fails the lookup", async (name, action, kind) => {
    const code = `ResourceNotFound.Invalid${kind}`;
    const inputs: PlainMap = name.endsWith("Services") ? {} : { serviceId: "s", apiId: "a", apiRegion: "r" };
    await expectFailure(lookedUp(name, inputs, rejecting(action, code).send), "not_found", `${action} failed: ${code}`);
  });
});
