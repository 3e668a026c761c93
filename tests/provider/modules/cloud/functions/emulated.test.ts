// Every function of module cloud against the emulator, which validates signatures, parameters and types, and has only objects that its own actions created.
import { createGateway, type GatewayIds } from "../../../../samples/cloud/lookups";
import { emulatorFixture, type EmulatorFixture } from "../support";
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
