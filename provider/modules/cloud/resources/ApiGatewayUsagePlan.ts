// Usage plans: quotas for the holders of keys. Bindings of a plan are read with it. See docs/modules/cloud.md#usage-plans.
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import type { ValueRule } from "../../../core/rules";
import type { CloudClient } from "../client";
import { goneCodes, withGoneHint } from "../gone";
import type { RemoteUsagePlan } from "../remote";
import { createObject } from "./creation";
import { idFormat } from "./ids";
import { containers, listOf } from "./listing";
import { paramsOf } from "./params";
import { stateOf } from "./state";

type Inputs = Cloud.ApiGatewayUsagePlanInputs;
type State = Cloud.ApiGatewayUsagePlanState;

const kind = "ApiGatewayUsagePlan";
const { validate } = idFormat(["usagePlanId"], "usagePlan-w8d1r5tc");
const gone = goneCodes("plan");

/** A number of requests from 1 on, or -1 for no limit. */
const quotaRule = (most: number): ValueRule => ({
  whole: true,
  test: (value) => {
    const isValid = value === -1 || (Number(value) >= 1 && Number(value) <= most);
    return isValid ? undefined : `expected a number from 1 to ${most}, or -1 for no limit; got ${String(value)}`;
  },
});

/** A usage plan. */
export const ApiGatewayUsagePlan: Resource<CloudClient, Inputs, State> = {
  properties: {
    usagePlanName: { validate: { minLength: 1 } },
    usagePlanDesc: { default: "" },
    maxRequestNum: { validate: quotaRule(99_999_999) },
    maxRequestNumPreSec: { validate: quotaRule(2000) },
    apiGatewayUsagePlanId: { stable: true },
    createTime: { stable: true },
  },
  importId: { validate },

  async create({ inputs, created }, { client }) {
    const { id, result } = await createObject(client, {
      action: "CreateUsagePlan",
      params: paramsOf(inputs, ["usagePlanName", "usagePlanDesc", "maxRequestNum", "maxRequestNumPreSec"]),
      id: "UsagePlanId",
      lookupHint: `Look for a usage plan named "${inputs.usagePlanName}" with getApiGatewayUsagePlans. Import it by its ID, or delete it.`,
    });
    const { modifyTime, createTime } = stateOf<State>(client, kind, result);
    created(id, { ...inputs, apiGatewayUsagePlanId: id, modifyTime, createTime, attachApiKeys: [], attachLists: [] });
    await client.waitUntilVisible(`usage plan ${id}`, () => client.find("DescribeUsagePlan", { UsagePlanId: id }, gone));
  },

  update: withGoneHint("plan", async ({ id, merged }, { client }) => {
    const { usagePlanDesc: UsagePlanDesc = "", ...rest } = merged();
    const given = paramsOf(rest, ["usagePlanName", "maxRequestNum", "maxRequestNumPreSec"]);
    await client.write("ModifyUsagePlan", { UsagePlanId: id, UsagePlanDesc, ...given });
  }),

  async read({ id, prior }, { client }) {
    const plan: RemoteUsagePlan | undefined = await client.find("DescribeUsagePlan", { UsagePlanId: id }, gone);
    if (!plan) return undefined;
    const readBindings = async (BindType: string) =>
      client.findPages("DescribeUsagePlanEnvironments", { UsagePlanId: id, BindType }, "EnvironmentList", gone);
    const services = await readBindings("SERVICE");
    const apis = await readBindings("API");
    if (!services || !apis) return undefined;
    const unlimited = { MaxRequestNum: plan.MaxRequestNum ?? -1, MaxRequestNumPreSec: plan.MaxRequestNumPreSec ?? -1 };
    const remote = { ...plan, ...unlimited, AttachLists: [...services, ...apis] };
    const about = { own: { apiGatewayUsagePlanId: id }, names: { attachApiKeys: "BindSecretIds" }, priorInputs: prior?.inputs };
    return { id, state: stateOf(client, kind, remote, about) };
  },

  delete: ({ id }, { client }) => client.deleteIgnoringMissing("DeleteUsagePlan", { UsagePlanId: id }, gone),

  list: listOf(containers.plan),
};
