// Every function of module cloud against the emulator, which validates signatures, parameters and types, and has only objects that its own actions created.
import { createGateway, lookupCases, type GatewayIds } from "../../../../samples/cloud/lookups";
import { emulatorFixture, schema, type EmulatorFixture } from "../support";
import { lookupCaller, type LookupCaller } from "./driver";
import { violations } from "./shape";

let fixture: EmulatorFixture;
let invoke: LookupCaller;
let ids: GatewayIds;
beforeAll(async () => {
  fixture = emulatorFixture();
  ids = createGateway(fixture.emulator);
  invoke = await lookupCaller(fixture.send);
});

test("there is a case for every function", () => {
  const tokens = schema.functionTokens().filter((token) => token.startsWith("quartet:cloud:"));
  expect(lookupCases.map(([name]) => `quartet:cloud:${name}`).sort()).toEqual([...tokens].sort());
});

test.each(lookupCases)("%s", async (name, inputs, found) => {
  const { outputs, failures } = await invoke(name, inputs(ids));
  expect(failures).toEqual([]);
  expect(outputs).toMatchObject({ ...inputs(ids), ...found(ids) });
  expect(violations(name, outputs)).toEqual([]);
});

test.each([
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-guangzhou" }), "bgpInstanceLists", 205],
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-shanghai" }), "bgpInstanceLists", 100],
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-beijing" }), "bgpInstanceLists", 0],
  ["getApiGatewayApis", () => ({ serviceId: ids.service, apiId: ids.two }), "lists", 1],
  ["getApiGatewayApis", () => ({ serviceId: ids.other }), "lists", 0],
  ["getApiGatewayApiKeys", () => ({ secretName: "missing" }), "lists", 0],
  ["getApiGatewayIpStrategies", () => ({ serviceId: ids.other }), "lists", 0],
  ["getApiGatewayUsagePlanEnvironments", () => ({ usagePlanId: ids.plan, bindType: "API" }), "lists", 1],
  ["getApiGatewayThrottlingApis", () => ({ serviceId: "service-00000000" }), "lists", 1],
])("%s (%#): number of elements", async (name, inputs, output, count) => {
  const { outputs } = await invoke(name, inputs());
  expect(outputs[output]).toHaveLength(count);
  expect(violations(name, outputs)).toEqual([]);
});

test.each([
  ["getApiGatewayApis", { serviceId: "service-00000000" }, /DescribeApisStatus failed: ResourceNotFound\.InvalidService/],
  ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "ap-guangzhou" }, /DescribeApiForApiApp failed: ResourceNotFound\./],
  ["getApiGatewayApiAppService", { serviceId: "s", apiRegion: "ap-guangzhou" }, /failed: ResourceNotFound\.InvalidService/],
  ["getApiGatewayCustomerDomains", { serviceId: "s" }, /failed: ResourceNotFound\./],
  ["getApiGatewayUsagePlanEnvironments", { usagePlanId: "u" }, /failed: ResourceNotFound\.InvalidUsagePlan/],
  ["getApiGatewayUpstreams", { upstreamId: "u" }, /failed: ResourceNotFound/],
])("%s of a missing object fails", async (name, inputs, expectedMessage) => {
  await expect(invoke(name, inputs)).rejects.toMatchObject({ code: "not_found", message: expect.stringMatching(expectedMessage) });
});

test("wrong keys are rejected, and are in no message", async () => {
  const unexpected = await lookupCaller(fixture.send, { TENCENTCLOUD_SECRET_KEY: "canary-wrong-key" });
  const failed = await unexpected("getApiGatewayApiDocs", {}).catch((error: Error) => error.message);
  expect(failed).toMatch(/AuthFailure\.SignatureFailure[^]*secret key does not belong/);
  expect(failed).not.toContain("canary-wrong-key");
});
