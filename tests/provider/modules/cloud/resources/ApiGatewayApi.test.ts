/** The lifecycle of APIs; ApiGatewayApi-definition.test.ts covers the requests of each back end. See docs/modules/cloud.md#apis. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { Api } from "../../../../emulators/cloud/gateway/gateway-state";
import type { SentCall } from "../support";
import { stackFixture, withService, type StackFixture } from "./stack-fixture";

const reading = ["DescribeApi", "DescribeApiEnvironmentStrategy"];
const limiting = Array<string>(3).fill("ModifyApiEnvironmentStrategy");

async function setup(): Promise<{ at: StackFixture; program: { serviceId: string }; full: Record<string, unknown> }> {
  const { over, serviceId } = await withService();
  const back = { serviceConfigUrl: "http://backend.example.com", serviceConfigPath: "/user", serviceConfigMethod: "GET" };
  const program = { serviceId, apiName: "get-user", requestConfigPath: "/user/info", ...back };
  const full = {
    ...program,
    apiDesc: "Returns one user",
    releaseLimit: 500,
    preLimit: 300,
    testLimit: 100,
    requestParameters: [{ name: "name", position: "QUERY", type: "string", desc: "user name", defaultValue: "tom", required: true }],
    responseType: "HTML",
    responseSuccessExample: "success",
    responseFailExample: "fail",
    responseErrorCodes: [{ code: 500, msg: "system error", desc: "of the system", convertedCode: 5000, needConvert: true }],
  };
  return { at: stackFixture("ApiGatewayApi", over), program, full };
}

async function existingObjects() {
  const { at, program, full } = await setup();
  return { at: await at.with(full), program, full };
}

const apiOf = ({ emulator }: StackFixture): Api => emulator.gateway.apis.entries()[0]![1];

describe("a new API", () => {
  test("is created in an existing service, limited and read", async () => {
    const { at, full } = await setup();
    expect(await at.stack.up(full)).toBe("create");
    expect(at.actions()).toEqual(["DescribeService", "CreateApi", ...limiting, ...reading]);
    const { id } = at.stack.stored!;
    expect(id).toMatch(/^api-\w{8}$/);
    expect(at.stack.outputs).toMatchObject({ ...full, apiGatewayApiId: id, protocol: "HTTP", apiType: "NORMAL", authType: "NONE" });
    expect(at.stack.outputs).toMatchObject({ enableCors: true, requestConfigMethod: "GET", serviceConfigType: "HTTP" });
    expect(apiOf(at).limits).toEqual({ prepub: 300, release: 500, test: 100 });
    expect(await at.stack.up(full)).toBe("same");
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("is rejected before anything is created if its service is missing", async () => {
    const { at, program } = await setup();
    await expect(at.stack.up({ ...program, serviceId: "service-00000000" })).rejects.toThrow(
      "DescribeService failed: ResourceNotFound.InvalidService",
    );
    expect(at.actions()).toEqual(["DescribeService"]);
    expect(at.stack.stored).toBeUndefined();
  });

  test("may exist although the response was lost", async () => {
    const { at, program } = await setup();
    at.override = ({ action }) => (action === "CreateApi" ? { Result: { ApiId: null } } : undefined);
    await expect(at.stack.up(program)).rejects.toThrow(/contains no ID.*\n.*Look for the API GET \/user\/info in service service-/s);
    at.rejectAction(({ action }) => action === "CreateApi", "InvalidParameterValue.InvalidUrl");
    await expect(at.stack.up(program)).rejects.not.toThrow(/Look for/);
    expect(at.stack.stored).toBeUndefined();
  });

  const on = (name: string) => (call: SentCall) => call.params["EnvironmentName"] === name;
  test.each([
    ["the first limit", on("prepub"), 0],
    ["the second limit", on("release"), 1],
    ["the last limit", on("test"), 2],
    ["the reading", ({ action }: SentCall) => action === "DescribeApiEnvironmentStrategy", 3],
  ])("keeps its ID when it fails at %s, and the next update does only the rest", async (_name, meant, done) => {
    const { at, full } = await setup();
    at.rejectAction(meant, "InvalidParameter.FormatError");
    await expect(at.stack.up(full)).rejects.toThrow("InvalidParameter.FormatError");
    const { id } = at.stack.stored!;
    expect(Object.keys(apiOf(at).limits)).toHaveLength(done);
    at.recover();
    at.actions();
    expect(await at.stack.up(full)).toBe("update");
    expect(at.actions()).not.toContain("CreateApi");
    expect(at.stack.stored!.id).toBe(id);
    expect(at.stack.outputs).toMatchObject(full);
    expect(await at.stack.up(full)).toBe("same");
  });
});

describe("an existing API", () => {
  test("is imported by both parts, and needs no update", async () => {
    const { at, full } = await existingObjects();
    await at.stack.import(`${full["serviceId"] as string}#${at.id}`);
    expect(at.stack.stored!.id).toBe(at.id);
    expect(at.stack.inputs).toEqual(full);
    expect(await at.stack.up(full)).toBe("same");
    at.newCalls();
    for (const wrong of [at.id, "a#b#c", "#b", "a#"])
      await expect(at.stack.import(wrong)).rejects.toThrow(/expected <serviceId>#<apiId>, for example service-k3v9x2ab#api-7fq2m0zd/);
    expect(at.newCalls()).toEqual([]);
  });

  test("is imported without absent limits", async () => {
    const { at, program } = await setup();
    const { id, stack } = await at.with(program);
    await stack.import(`${program.serviceId}#${id}`);
    expect(stack.inputs).toEqual(program);
    expect(await stack.up(program)).toBe("same");
  });

  test("writes limits only, each with its own value", async () => {
    const { at, full } = await existingObjects();
    expect(await at.stack.up({ ...full, releaseLimit: 1, preLimit: 2, testLimit: 3 })).toBe("update");
    expect(at.actions()).toEqual([...limiting, ...reading]);
    expect(apiOf(at).limits).toEqual({ release: 1, prepub: 2, test: 3 });
  });

  test("keeps limits that the program removes", async () => {
    const { at, full } = await existingObjects();
    const { releaseLimit: _limit, ...rest } = full;
    expect(await at.stack.preview(rest)).toEqual([]);
    expect(await at.stack.up(rest)).toBe("same");
    expect(apiOf(at).limits.release).toBe(500);
  });

  test.each(["serviceId", "protocol", "targetServices", "targetNamespaceId", "userType", "owner"])(
    "is replaced for another %s, the old one first",
    async (property) => {
      const { at, full } = await existingObjects();
      const machine = { vmIp: "10.0.0.1", vpcId: "vpc-1", vmPort: 80, hostIp: "10.0.0.2" };
      const other = property === "targetServices" ? [machine] : property === "protocol" ? "WEBSOCKET" : "service-other000";
      expect(await at.stack.preview({ ...full, [property]: other })).toEqual([`${property}!`]);
      if (property === "serviceId" || property === "protocol") return;
      expect(await at.stack.up({ ...full, [property]: other })).toBe("delete first");
      expect(await at.stack.refresh()).toEqual([]);
      expect(await at.stack.up({ ...full, [property]: other })).toBe("same");
    },
  );

  test("reports changes by another writer", async () => {
    const { at, full } = await existingObjects();
    const api = apiOf(at);
    const changed = {
      ApiDesc: null,
      EnableCORS: false,
      ResponseErrorCodes: [],
      ServiceTimeout: 9,
      RequestConfig: { Path: "/b", Method: "PUT" },
    };
    Object.assign(api.definition, changed);
    api.limits = { release: 1, prepub: 300, test: 100 };
    const drift = ["apiDesc", "enableCors", "releaseLimit", "requestConfigMethod", "requestConfigPath", "responseErrorCodes"];
    expect(await at.stack.refresh()).toEqual([...drift, "serviceConfigTimeout"]);
    expect(await at.stack.up(full)).toBe("update");
    expect(at.stack.outputs).toMatchObject(full);
    expect(await at.stack.refresh()).toEqual([]);
  });

  test("reports the live state when an update fails after a part", async () => {
    const { at, full } = await existingObjects();
    const next = { ...full, apiDesc: "New", releaseLimit: 7 };
    at.rejectAction(({ action }) => action === "ModifyApiEnvironmentStrategy", "InvalidParameterValue.RangeExceeded");
    await expect(at.stack.up(next)).rejects.toThrow("RangeExceeded");
    expect(at.stack.outputs).toMatchObject({ apiDesc: "New", releaseLimit: 500 });
    at.recover();
    at.actions();
    expect(await at.stack.up(next)).toBe("update");
    expect(at.actions()).toEqual(["ModifyApiEnvironmentStrategy", ...reading]);
  });

  test("is unchanged when an update is rejected", async () => {
    const { at, full } = await existingObjects();
    at.rejectAction(({ action }) => action === "ModifyApi", "UnsupportedOperation.ModifyEIAMAuthApi");
    await expect(at.stack.up({ ...full, apiName: "x" })).rejects.toThrow("ModifyEIAMAuthApi");
    expect(at.stack.outputs["apiName"]).toBe("get-user");
    expect(at.actions().filter((action) => action === "ModifyApi")).toHaveLength(1);
  });

  test("omits limits that the service does not list, and keeps required outputs that are null", async () => {
    const { at, full } = await existingObjects();
    at.override = ({ action }): PlainMap | undefined => {
      if (action === "DescribeApi") return { Result: { ApiId: at.id } };
      return action === "DescribeApiEnvironmentStrategy" ? { Result: { TotalCount: 0, ApiEnvironmentStrategySet: [] } } : undefined;
    };
    await at.stack.refresh();
    expect(at.stack.outputs).toMatchObject({
      apiName: full["apiName"],
      protocol: "HTTP",
      serviceConfigTimeout: 5,
      createTime: "",
      updateTime: "",
    });
    expect(at.stack.outputs).toMatchObject({ isDebugAfterCharge: false, isBase64Encoded: false, apiBusinessType: "NORMAL" });
    expect(at.stack.outputs).not.toHaveProperty("releaseLimit");
  });
});

describe("a deleted API", () => {
  test.each(
    reading.flatMap((action) => ["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService"].map((code) => [action, code] as const)),
  )("is gone when %s returns %s", async (action, code) => {
    const { at } = await existingObjects();
    at.rejectAction((call) => call.action === action, code);
    expect(await at.stack.refresh()).toEqual(["gone"]);
  });

  test.each(["ResourceNotFound", "FailedOperation.ApiError", "InvalidParameter.FormatError"])("is not reported by %s", async (code) => {
    const { at } = await existingObjects();
    at.rejectAction(({ action }) => action === "DescribeApi", code);
    await expect(at.stack.refresh()).rejects.toThrow(`DescribeApi failed: ${code}`);
  });

  test("fails an update with a remedy, and its delete succeeds", async () => {
    const { at, full } = await existingObjects();
    at.emulator.gateway.apis.delete(at.id);
    await expect(at.stack.up({ ...full, apiDesc: "x" })).rejects.toThrow(/object not found. Run `pulumi refresh`/);
    at.actions();
    await at.stack.destroy();
    expect(at.actions()).toEqual(["ModifyApiEnvironmentStrategy"]);
  });
});

describe("deletion", () => {
  test("removes limits first, and may be repeated", async () => {
    const { at } = await existingObjects();
    const stored = { ...at.stack.stored! };
    await at.stack.destroy();
    const calls = at.newCalls();
    expect(calls.map(({ action }) => action)).toEqual([...limiting, "DeleteApi"]);
    expect(calls.slice(0, 3).map(({ params }) => [params["EnvironmentName"], params["Strategy"]])).toEqual(
      ["test", "release", "prepub"].map((name) => [name, -1]),
    );
    expect(at.emulator.gateway.apis.size).toBe(0);
    at.stack.stored = stored;
    await at.stack.destroy();
  });

  test("waits while the API is bound elsewhere, and succeeds if it is deleted meanwhile", async () => {
    const { at } = await existingObjects();
    const codes = ["FailedOperation.ApiBindEnvironmen", "ResourceNotFound.InvalidApi"];
    at.override = ({ action }) => (action === "DeleteApi" ? { Error: { Code: codes.shift()!, Message: "no" } } : undefined);
    await at.stack.destroy();
    expect(codes).toEqual([]);
  });

  test("fails with the reason of the service", async () => {
    const { at } = await existingObjects();
    at.rejectAction(({ action }) => action === "DeleteApi", "UnsupportedOperation.InvalidServiceTrade");
    await expect(at.stack.destroy()).rejects.toThrow("UnsupportedOperation.InvalidServiceTrade");
    at.recover();
    await at.stack.destroy();
    expect(at.emulator.gateway.apis.size).toBe(0);
  });
});
