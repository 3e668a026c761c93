/** Fixtures for the tests of usage plan attachments: a stack with a plan, two keys and an API with key authentication. */
import { apiParams } from "../../../../emulators/cloud/gateway/setup";
import type { PlanTarget } from "../../../../emulators/cloud/gateway/gateway-state";
import { setupOf, type Setup } from "./setup";

/** Inputs, and the objects at the emulator. */
export interface PlanSetup extends Setup {
  planId: string;
  keyIds: [string, string];
  program: { usagePlanId: string; serviceId: string; environment: string };
  toApi: PlanSetup["program"] & { bindType: string; apiId: string };
  withKeys: PlanSetup["toApi"] & { accessKeyIds: string[] };
  bound(): PlanTarget[];
  /** Returns the sorted keys of the plan. */
  keys(): string[];
}

/** Creates a stack with a plan, two keys and an API with key authentication. */
export function emulatorFixture(): PlanSetup {
  const fixture = setupOf("ApiGatewayUsagePlanAttachment");
  const { callAction, serviceId, apiIds } = fixture;
  const planId = String(callAction("CreateUsagePlan", { UsagePlanName: "gold" })["UsagePlanId"]);
  const keyIds = ["b", "a"].map((name) => String(callAction("CreateApiKey", { SecretName: name })["AccessKeyId"])) as [string, string];
  const secretApi = String(callAction("CreateApi", { ...apiParams(serviceId, "three"), AuthType: "SECRET" })["ApiId"]);
  const program = { usagePlanId: planId, serviceId, environment: "release" };
  const toApi = { ...program, bindType: "API", apiId: apiIds[0] };
  const withKeys = { ...program, bindType: "API", apiId: secretApi, accessKeyIds: [...keyIds].sort().reverse() };
  const plan = () => fixture.emulator.gateway.plans.get(planId)!;
  const bound = () => plan().targets.filter(({ ends }) => ends === undefined);
  const keys = () =>
    plan()
      .keys.filter(({ ends }) => ends === undefined)
      .map(({ id }) => id)
      .sort();
  return Object.assign(fixture, { planId, keyIds, program, toApi, withKeys, bound, keys });
}
