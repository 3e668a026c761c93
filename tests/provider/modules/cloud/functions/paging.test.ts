// Pages of lists, and the requests per row. See docs/modules/cloud.md#paging.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloud } from "../../../../../provider/modules/cloud";
import { fanOut } from "../../../../../provider/modules/cloud/client";
import { inContext } from "../../../../support/contexts";
import { stubSend, hastyClient, lookedUp, rejection, type StubSend } from "./driver";
import type { Exchange } from "../../../../samples/cloud/functions/sample";
import { samples } from "../../../../samples/cloud/functions";

/** Returns the first paginated request of each action. */
const paged = [
  ...new Map(
    samples.flatMap(({ name, inputs, exchanges }) =>
      exchanges
        .filter(({ params }) => "Offset" in params)
        .map((exchange): [string, { name: string; inputs: PlainMap; exchanges: Exchange[]; exchange: Exchange }] => [
          `${name}, ${exchange.action}`,
          { name, inputs, exchanges, exchange },
        ]),
    ),
  ),
];

/** Returns the list in a response: its parent, its name, and a row. */
function rowsOf(response: PlainMap): { under: PlainMap; key: string; row: PlainMap } {
  const under = ("Result" in response ? response["Result"] : response) as PlainMap;
  const [key, list] = Object.entries(under).find(([, value]) => Array.isArray(value)) as [string, PlainMap[]];
  return { under, key, row: list[0] ?? {} };
}

/** Responds as in the sample, but the list of one action has this number of rows, for which no further requests are sent. */
function counting({ exchanges, exchange }: { exchanges: Exchange[]; exchange: Exchange }, total: number): StubSend {
  const { under, key, row } = rowsOf(exchange.response);
  return stubSend(({ action, params }): PlainMap => {
    if (action !== exchange.action)
      return exchanges.find((one) => one.action === action)?.response ?? rejection("ResourceNotFound.InvalidService");
    const offset = Number(params["Offset"]);
    const limit = Number(params["Limit"]);
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, () => row);
    const body = { ...under, [key]: rows, TotalCount: 7 };
    return "Result" in exchange.response ? { Result: body } : body;
  });
}

const withRows = paged.filter(([, { exchange }]) => {
  const under = (exchange.response["Result"] ?? exchange.response) as PlainMap;
  return Object.values(under).some((value) => Array.isArray(value) && value.length > 0);
});

describe.each(withRows)("%s", (_title, about) => {
  const { name, inputs, exchange } = about;
  const call = async (total: number): Promise<unknown[]> => {
    const { send, calls } = counting(about, total);
    await lookedUp(name, { bindType: "SERVICE", ...inputs }, send);
    const { Offset: _offset, Limit: _limit, ...same } = exchange.params;
    const own = calls.filter(
      ({ action, params }) =>
        action === exchange.action && (!same["EnvironmentName"] || params["EnvironmentName"] === same["EnvironmentName"]),
    );
    for (const { params } of own) expect(typeof params["Offset"]).toBe(typeof exchange.params["Offset"]);
    return [...new Set(own.map(({ params }) => Number(params["Offset"])))];
  };

  test.each([
    [99, [0]],
    [100, [0, 100]],
    [205, [0, 100, 200]],
  ])("%i rows are the pages %j, with any total", async (total, offsets) => expect(await call(total)).toEqual(offsets));
});

test("all rows of all pages are returned, in their order", async () => {
  const ids = Array.from({ length: 205 }, (_, n) => `app-${n}`);
  const { send } = stubSend(({ params }) => {
    const from = Number(params["Offset"]);
    return { Result: { ApiAppSet: ids.slice(from, from + 100).map((ApiAppId) => ({ ApiAppId })) } };
  });
  const { apiAppLists } = await lookedUp("getApiGatewayApiApps", {}, send);
  expect((apiAppLists as PlainMap[]).map(({ apiAppId }) => apiAppId)).toEqual(ids);
});

describe("a list whose pages do not end", () => {
  const message = expect.stringContaining("failed: ClientError.EndlessList: the list has more than 1000 pages") as string;
  const ids = ["ApiAppId", "AccessKeyId", "UpstreamId", "ServiceId", "Environment", "ApiId"];
  const row: PlainMap = Object.fromEntries(ids.map((id) => [id, "other"]));
  const endless = (list: string): StubSend => stubSend(() => ({ Result: { TotalCount: 1e6, [list]: Array<PlainMap>(100).fill(row) } }));

  test("is an error, never an incomplete result", async () => {
    const { send, calls } = endless("Rows");
    await expect(hastyClient(send).readPages("DescribeAPIDocs", {}, "Rows")).rejects.toMatchObject({ code: "unavailable", message });
    expect(calls).toHaveLength(1000);
  });

  test.each([
    ["ApiGatewayApiApp", "ApiAppSet", "app-1"],
    ["ApiGatewayApiKey", "ApiKeySet", "AKID1"],
    ["ApiGatewayUpstream", "UpstreamSet", "upstream-1"],
    ["ApiGatewayPluginAttachment", "AttachedApis", "plugin-1#service-1#release#api-1"],
  ])("does not let %s seem to be deleted", async (name, list, id) => {
    const context = inContext(hastyClient(endless(list).send));
    await expect(cloud.resources[name]!.read({ id }, context)).rejects.toMatchObject({ code: "unavailable", message });
  });
});

describe("requests for each element", () => {
  test("at most five at a time, results in the order of the items", async () => {
    let running = 0;
    let most = 0;
    const responses = await fanOut([...Array(23).keys()], async (n) => {
      most = Math.max(most, ++running);
      for (let step = 0; step <= (n * 7) % 5; step++) await Promise.resolve();
      running -= 1;
      return n * 2;
    });
    expect(most).toBe(5);
    expect(responses).toEqual([...Array(23).keys()].map((n) => n * 2));
    expect(await fanOut([], async () => 1)).toEqual([]);
  });

  test("one failure fails all, and nothing is started after it", async () => {
    const startedAt: number[] = [];
    const work = fanOut([...Array(50).keys()], async (n) => {
      startedAt.push(n);
      await Promise.resolve();
      if (n === 2) throw new Error("no");
      await new Promise((resolve) => setImmediate(resolve));
    });
    await expect(work).rejects.toThrow("no");
    await new Promise((resolve) => setImmediate(resolve));
    expect(startedAt).toEqual([0, 1, 2, 3, 4]);
  });

  test("a function sends five at a time, and fails with one of its elements", async () => {
    let running = 0;
    let most = 0;
    const ApiIdStatusSet = Array.from({ length: 12 }, (_, n) => ({ ServiceId: "s", ApiId: `api-${n}` }));
    const bad = { id: "" };
    const { send, calls } = stubSend(async ({ action, params }): Promise<PlainMap> => {
      if (action === "DescribeApisStatus") return { Result: { ApiIdStatusSet } };
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (params["ApiId"] === bad.id) return rejection("FailedOperation.DescribeServiceError", "broken");
      return { Result: { ApiId: params["ApiId"]!, ApiName: params["ApiId"]! } };
    });
    const { lists } = await lookedUp("getApiGatewayApis", { serviceId: "s" }, send);
    expect((lists as PlainMap[]).map(({ apiName }) => apiName)).toEqual(ApiIdStatusSet.map(({ ApiId }) => ApiId));
    expect(most).toBe(5);
    bad.id = "api-3";
    calls.length = 0;
    await expect(lookedUp("getApiGatewayApis", { serviceId: "s" }, send)).rejects.toThrow("FailedOperation.DescribeServiceError: broken");
    expect(calls.length).toBeLessThan(12);
  });
});

describe("elements that vanish meanwhile", () => {
  const row = (n: number): PlainMap => ({ ServiceId: `s-${n}`, ApiId: `api-${n}` });
  const rows = [row(0), row(1), row(2)];

  test.each(["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService"])("an API (%s) is omitted", async (code) => {
    const { send } = stubSend(({ action, params }): PlainMap => {
      if (action === "DescribeApisStatus") return { Result: { ApiIdStatusSet: rows } };
      return params["ApiId"] === "api-1" ? rejection(code) : { Result: { ApiId: params["ApiId"]!, ApiName: params["ApiId"]! } };
    });
    const { lists } = await lookedUp("getApiGatewayApis", { serviceId: "s" }, send);
    expect((lists as PlainMap[]).map(({ apiName }) => apiName)).toEqual(["api-0", "api-2"]);
  });

  test("a service is omitted, and its plans are not requested", async () => {
    const { send, calls } = stubSend(({ action, params }): PlainMap => {
      if (action === "DescribeServicesStatus") return { Result: { ServiceSet: rows } };
      if (action !== "DescribeService") return { Result: null };
      return params["ServiceId"] === "s-1" ? rejection("ResourceNotFound.InvalidService") : { ServiceId: params["ServiceId"]! };
    });
    const { lists } = await lookedUp("getApiGatewayServices", {}, send);
    expect((lists as PlainMap[]).map(({ serviceId }) => serviceId)).toEqual(["s-0", "s-2"]);
    expect(calls.filter(({ params }) => params["ServiceId"] === "s-1").map(({ action }) => action)).toEqual(["DescribeService"]);
  });

  test.each([
    ["getApiGatewayThrottlingApis", "apiEnvironmentStrategies"],
    ["getApiGatewayThrottlingServices", "environments"],
  ])("%s: a service has no limits, and keeps its place", async (name, member) => {
    const { send } = stubSend(({ action, params }): PlainMap => {
      if (action === "DescribeServicesStatus") return { Result: { ServiceSet: rows } };
      return params["ServiceId"] === "s-1" ? rejection("ResourceNotFound.InvalidService") : { Result: null };
    });
    const { lists } = await lookedUp(name, {}, send);
    expect(lists).toEqual(["s-0", "s-1", "s-2"].map((serviceId) => ({ serviceId, [member]: [] })));
  });

  test.each([
    ["getApiGatewayApis", { serviceId: "s" }, "DescribeApisStatus", "ResourceNotFound.InvalidService"],
    ["getApiGatewayServices", {}, "DescribeServiceUsagePlan", "ResourceNotFound.InvalidService"],
    ["getApiGatewayServices", {}, "DescribeService", "ResourceNotFound.InvalidApi"],
    ["getApiGatewayCustomerDomains", { serviceId: "s" }, "DescribeServiceSubDomainMappings", "ResourceNotFound.InvalidService"],
    ["getApiGatewayIpStrategies", { serviceId: "s" }, "DescribeIPStrategy", "ResourceNotFound.InvalidService"],
    ["getApiGatewayThrottlingApis", { serviceId: "s" }, "DescribeApiEnvironmentStrategy", "ResourceNotFound.InvalidApi"],
    ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "r" }, "DescribeApiForApiApp", "ResourceNotFound.InvalidApi"],
  ])("%s, %j: %s that rejects with %s fails the lookup", async (name, inputs, rejecting, code) => {
    const responses: Record<string, PlainMap> = {
      DescribeServicesStatus: { Result: { ServiceSet: rows } },
      DescribeServiceSubDomains: { Result: { DomainSet: [{ DomainName: "d", IsDefaultMapping: false }] } },
      DescribeIPStrategysStatus: { Result: { StrategySet: [{ StrategyId: "i" }] } },
    };
    const { send } = stubSend(({ action, params }) => {
      if (action === rejecting) return rejection(code);
      return action === "DescribeService" ? params : (responses[action] ?? { Result: null });
    });
    await expect(lookedUp(name, inputs, send)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(`${rejecting} failed: ${code}`),
    });
  });
});
