/** APIs: the request for each back end, semantic equality, inputs of another back end. See docs/modules/cloud.md#api-definition and docs/modules/cloud.md#equality. */
import { created, errorMessageOf, rejection, setupOf, expectNoDrift, expectSettled } from "./setup";

const title = "API";
const address = { Url: "http://backend.example.com", Path: "/user", Method: "GET" };

test.each([
  ["SCF", { ServiceScfIsIntegratedResponse: false, RequestConfig: { Method: "GET" } }],
  ["TARGET", { TargetServices: { length: 2 }, TargetServicesLoadBalanceConf: 1, TargetServicesHealthCheckConf: { IsHealthCheck: true } }],
  [
    "all inputs of any back end",
    { RequestParameters: [{ Required: false }, { Required: true }], ResponseErrorCodes: [{ NeedConvert: false }, { NeedConvert: true }] },
  ],
])("%s: defaults, and values that the service does not return, are sent", async (name, params) => {
  const { sent } = await created(`API: ${name}`);
  expect(sent("CreateApi")).toMatchObject(params);
});

const one = { name: "a", position: "QUERY", type: "string" };
const two = { name: "b", position: "PATH", type: "int", required: true };

test.each([
  ["lists in another order", { requestParameters: [one, two] }, { requestParameters: [two, one] }],
  [
    "empty lists, texts and objects",
    { apiDesc: undefined },
    { constantParameters: [], apiDesc: "", owner: "", targetServices: [], serviceTsfLoadBalanceConf: { isLoadBalance: false } },
  ],
  ["no limit", { releaseLimit: 5000 }, { releaseLimit: -1 }],
])("no difference: %s", async (_name, before, after) => {
  const { stack, program } = await created(title, before);
  expect(await stack.up({ ...program, ...after })).toBe("same");
  await expectNoDrift(stack);
  expect(stack.inputs).toMatchObject(after);
});

test.each([
  [title, { serviceConfigType: "http" }],
  ["key of the program's own", { accessKeyType: "MANUAL" }],
  ["document", { environment: "RELEASE" }],
])("%s: the letter case of %j is no difference", async (of, after) => {
  const { stack, program } = await created(of);
  expect(await stack.up({ ...program, ...after })).toBe("same");
  await expectNoDrift(stack);
});

test("inputs without an effect are kept and not sent: functions of another front end, a business type without OAUTH", async () => {
  const odd = { serviceConfigWebsocketCleanupFunctionName: "f", apiBusinessType: "OAUTH" };
  const { stack, program, sent } = await created("API: SCF", odd);
  for (const absent of ["ServiceWebsocketCleanupFunctionName", "ApiBusinessType", "ServiceConfig"])
    expect(sent("CreateApi")).not.toHaveProperty(absent);
  expect(stack.lines).toEqual([
    "warning: apiBusinessType is not sent: it has an effect for authType OAUTH only. Remove it, or set authType to OAUTH.",
  ]);
  await expectSettled(stack, program);
  expect(stack.outputs).toMatchObject(odd);
});

test("an update keeps the members that no input declares", async () => {
  const { stack, sample, prerequisites, emulator, id } = await created("API: SCF");
  const rules = [{ Name: "Accept", Value: ["image/png"] }];
  const undeclared = { IsBase64Trigger: true, Base64EncodedTriggerRules: rules, ServiceScfEventIsAsyncCall: true };
  Object.assign(emulator.gateway.apis.get(id)!.definition, undeclared);
  expect(await stack.up(sample.news!(prerequisites))).toBe("update");
  expect(emulator.gateway.apis.get(id)!.definition).toMatchObject(undeclared);
});

test.each([
  ["serviceConfigMockReturnMessage", { ServiceMockReturnMessage: "old" }],
  ["serviceConfigScfIsIntegratedResponse", { ServiceScfIsIntegratedResponse: true }],
  ["serviceConfigCosConfig", { ServiceConfig: { ...address, CosConfig: { Action: "GetObject", BucketName: "b" } } }],
])("%s of another back end, set by another writer, is removed", async (property, left) => {
  const { stack, program, emulator, id } = await created(title);
  Object.assign(emulator.gateway.apis.get(id)!.definition, left);
  expect(await stack.refresh()).toEqual([property]);
  expect(await stack.up(program)).toBe("update");
  expect(stack.outputs[property] ?? false).toBe(false);
  await expectNoDrift(stack);
});

test("an ID without the service is invalid for an import", async () => {
  const { stack, id, actions } = await created(title);
  for (const wrong of [id, "a#b#c", "#b"])
    await expect(stack.import(wrong)).rejects.toThrow(/expected <serviceId>#<apiId>, for example service-k3v9x2ab#api-7fq2m0zd/);
  expect(actions()).toEqual([]);
});

test("a create whose response has no ID says how to find the API; a rejected one does not", async () => {
  const { stack, program, respond, rejectAction } = setupOf(title);
  respond("CreateApi", { Result: { ApiId: null } });
  await expect(stack.up(program)).rejects.toThrow(/contains no ID.*\n.*Look for the API GET \/user in service service-/s);
  rejectAction("CreateApi", "InvalidParameterValue.InvalidUrl");
  expect(await errorMessageOf(stack.up(program))).not.toContain("Look for");
});

test("a deletion waits while the API is bound elsewhere, and succeeds if it is deleted meanwhile", async () => {
  const { stack, respond } = await created(title);
  const codes = ["FailedOperation.ApiBindEnvironmen", "ResourceNotFound.InvalidApi"];
  respond("DeleteApi", () => rejection(codes.shift()!));
  await stack.destroy();
  expect(codes).toEqual([]);
});

test("a rejected deletion writes the limits that the API had, and no others", async () => {
  const { stack, id, emulator, rejectAction } = await created(title, { preLimit: -1, releaseLimit: 800, testLimit: undefined });
  rejectAction("DeleteApi", "FailedOperation");
  await expect(stack.destroy()).rejects.toThrow("DeleteApi failed: FailedOperation");
  expect(emulator.gateway.apis.get(id)!.limits).toEqual({ release: 800 });
});
