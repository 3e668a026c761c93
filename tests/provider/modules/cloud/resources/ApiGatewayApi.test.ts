/** The lifecycle of APIs; ApiGatewayApi-definition.test.ts covers the requests of each back end. See docs/modules/cloud.md#apis. */
import { stackFixture, withService, type StackFixture } from "./stack-fixture";

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

describe("a new API", () => {
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
});

describe("deletion", () => {
  test("waits while the API is bound elsewhere, and succeeds if it is deleted meanwhile", async () => {
    const { at } = await existingObjects();
    const codes = ["FailedOperation.ApiBindEnvironmen", "ResourceNotFound.InvalidApi"];
    at.override = ({ action }) => (action === "DeleteApi" ? { Error: { Code: codes.shift()!, Message: "no" } } : undefined);
    await at.stack.destroy();
    expect(codes).toEqual([]);
  });
});
