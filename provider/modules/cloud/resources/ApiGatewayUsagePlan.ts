// Usage plans: quotas for the holders of keys. Bindings of a plan are read with it. See docs/modules/cloud.md#usage-plans.
import type { ReadResult, Resource } from "../../../contract/resource";
import type { Cloud } from "../../../core/gen/types";
import type { ValueRule } from "../../../contract/rules";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { unlessGone } from "../gone";
import type { RemoteUsagePlan } from "../remote";
import { createObject } from "./creation";
import { listOf } from "./listing";
import { usagePlans } from "../collections";
import { paramsOf } from "../mapping";
import { resultOf } from "./state";

type Inputs = Cloud.ApiGatewayUsagePlanInputs;
type State = Cloud.ApiGatewayUsagePlanState;

const kind = "ApiGatewayUsagePlan";

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
  importId: usagePlans.ids,

  async create({ inputs, created }, { client }) {
    const { id, result } = await createObject(client, {
      action: "CreateUsagePlan",
      params: paramsOf(inputs, ["usagePlanName", "usagePlanDesc", "maxRequestNum", "maxRequestNumPreSec"]),
      id: "UsagePlanId",
      lookupHint: `Look for a usage plan named "${inputs.usagePlanName}" with getApiGatewayUsagePlans. Import it by its ID, or delete it.`,
    });
    const { modifyTime, createTime } = resultOf<State>(client, { kind, id }, result).state;
    created(id, { ...inputs, apiGatewayUsagePlanId: id, modifyTime, createTime, attachApiKeys: [], attachLists: [] });
    const find = async (): Promise<PlainMap | undefined> => client.find("DescribeUsagePlan", { UsagePlanId: id }, usagePlans.gone);
    return planResult(client, id, await client.waitUntil(`usage plan ${id}`, find), inputs);
  },

  async update({ id, merged }, { client }) {
    const { usagePlanDesc: UsagePlanDesc = "", ...rest } = await merged();
    const given = paramsOf(rest, ["usagePlanName", "maxRequestNum", "maxRequestNumPreSec"]);
    await client.write("ModifyUsagePlan", { UsagePlanId: id, UsagePlanDesc, ...given });
  },

  read: ({ id, prior }, { client }) =>
    unlessGone("plan", async () => {
      const plan = await client.object("DescribeUsagePlan", { UsagePlanId: id });
      const readBindings = async (BindType: string) =>
        client.readPages("DescribeUsagePlanEnvironments", { UsagePlanId: id, BindType }, "EnvironmentList", { members: ["ServiceId"] });
      const AttachLists = [...(await readBindings("SERVICE")), ...(await readBindings("API"))];
      return planResult(client, id, { ...plan, AttachLists }, prior?.inputs);
    }),

  delete: ({ id }, { client }) => client.remove("DeleteUsagePlan", { UsagePlanId: id }, usagePlans.gone),

  list: listOf(usagePlans, "UsagePlanName"),
};

function planResult(client: CloudClient, id: string, plan: RemoteUsagePlan, priorInputs: object | undefined): ReadResult<State> {
  const unlimited = { MaxRequestNum: plan.MaxRequestNum ?? -1, MaxRequestNumPreSec: plan.MaxRequestNumPreSec ?? -1 };
  return resultOf(client, { kind, id }, { ...plan, ...unlimited }, { priorInputs });
}
