/** The lifecycle of APIs; ApiGatewayApi-definition.test.ts covers the requests of each back end. See docs/modules/cloud.md#apis. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import type { Api } from "../../../../emulators/cloud/gateway/gateway-state";
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

  test("keeps limits that the program removes", async () => {
    const { at, full } = await existingObjects();
    const { releaseLimit: _limit, ...rest } = full;
    expect(await at.stack.preview(rest)).toEqual([]);
    expect(await at.stack.up(rest)).toBe("same");
    expect(apiOf(at).limits.release).toBe(500);
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
});
