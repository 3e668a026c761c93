/** What the tests of bindings of usage plans share: a stack beside a plan, two keys and an API that lets holders of keys in. */
import { apiParams } from "../../../../emulators/cloud/gateway/stage";
import type { PlanTarget } from "../../../../emulators/cloud/gateway/world";
import { staged, type Staged } from "./stage";

/** Programs, and what stands at the emulator. */
export interface PlanStage extends Staged {
  planId: string;
  keyIds: [string, string];
  /** The API with authType SECRET. */
  secretApi: string;
  program: { usagePlanId: string; serviceId: string; environment: string };
  toApi: PlanStage["program"] & { bindType: string; apiId: string };
  withKeys: PlanStage["toApi"] & { accessKeyIds: string[] };
  bound(): PlanTarget[];
  /** The keys of the plan, sorted. */
  keys(): string[];
}

/** A stack beside a plan, two keys and an API that lets holders of keys in. */
export function bench(): PlanStage {
  const held = staged("ApiGatewayUsagePlanAttachment");
  const { ask, serviceId, apiIds } = held;
  const planId = String(ask("CreateUsagePlan", { UsagePlanName: "gold" })["UsagePlanId"]);
  const keyIds = ["b", "a"].map((name) => String(ask("CreateApiKey", { SecretName: name })["AccessKeyId"])) as [string, string];
  const secretApi = String(ask("CreateApi", { ...apiParams(serviceId, "three"), AuthType: "SECRET" })["ApiId"]);
  const program = { usagePlanId: planId, serviceId, environment: "release" };
  const toApi = { ...program, bindType: "API", apiId: apiIds[0] };
  const withKeys = { ...program, bindType: "API", apiId: secretApi, accessKeyIds: [...keyIds].sort().reverse() };
  const plan = () => held.emulator.world.plans.get(planId)!;
  const bound = () => plan().targets.filter(({ ends }) => ends === undefined);
  const keys = () =>
    plan()
      .keys.filter(({ ends }) => ends === undefined)
      .map(({ id }) => id)
      .sort();
  return Object.assign(held, { planId, keyIds, secretApi, program, toApi, withKeys, bound, keys });
}
