// Usage plans (cloud-resources.md 4.9): how much the holders of keys may ask. What a plan is bound to is read with it.
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import type { ValueRule } from "../../../core/rules";
import type { CloudClient } from "../client";
import { changing } from "./changing";
import { newObject } from "./creation";
import { ids } from "./ids";
import { stateOf } from "./state";
import { sentOf } from "./values";

type Inputs = Cloud.ApiGatewayUsagePlanInputs;
type State = Cloud.ApiGatewayUsagePlanState;

const kind = "ApiGatewayUsagePlan";
const { check } = ids(["usagePlanId"], "usagePlan-w8d1r5tc");
const gone = ["ResourceNotFound.InvalidUsagePlan"];

/** No limit, or a number of requests from 1 on; 0 is neither. */
const quota = (most: number): ValueRule => ({
  whole: true,
  test: (value) => {
    const fits = value === -1 || (Number(value) >= 1 && Number(value) <= most);
    return fits ? undefined : `expected a number from 1 to ${most}, or -1 for no limit; got ${String(value)}`;
  },
});

/** A usage plan. */
export const ApiGatewayUsagePlan: Resource<CloudClient, Inputs, State> = {
  properties: {
    usagePlanName: { validate: { minLength: 1 } },
    usagePlanDesc: { default: "" },
    maxRequestNum: { validate: quota(99_999_999) },
    maxRequestNumPreSec: { validate: quota(2000) },
    apiGatewayUsagePlanId: { stable: true },
    createTime: { stable: true },
  },
  importId: { validate: check },

  async create({ inputs, created }, { client }) {
    const { id, answer } = await newObject(client, {
      action: "CreateUsagePlan",
      params: sentOf(inputs, ["usagePlanName", "usagePlanDesc", "maxRequestNum", "maxRequestNumPreSec"]),
      id: "UsagePlanId",
      find: `Look for a usage plan named "${inputs.usagePlanName}" with getApiGatewayUsagePlans. Import it by its ID, or delete it.`,
    });
    const { modifyTime, createTime } = stateOf<State>(client, kind, answer);
    created(id, { ...inputs, apiGatewayUsagePlanId: id, modifyTime, createTime, attachApiKeys: [], attachLists: [] });
    await client.until(`usage plan ${id} to be there`, () => client.find("DescribeUsagePlan", { UsagePlanId: id }, gone));
  },

  update: changing(gone, async ({ id, merged }, { client }) => {
    const { usagePlanDesc: UsagePlanDesc = "", ...rest } = merged();
    const given = sentOf(rest, ["usagePlanName", "maxRequestNum", "maxRequestNumPreSec"]);
    await client.write("ModifyUsagePlan", { UsagePlanId: id, UsagePlanDesc, ...given });
  }),

  async read({ id, prior }, { client }) {
    const plan = await client.find("DescribeUsagePlan", { UsagePlanId: id }, gone);
    if (!plan) return undefined;
    const bound = async (BindType: string) =>
      client.findPages("DescribeUsagePlanEnvironments", { UsagePlanId: id, BindType }, "EnvironmentList", gone);
    const [services, apis] = [await bound("SERVICE"), await bound("API")];
    if (!services || !apis) return undefined;
    const unlimited = { MaxRequestNum: plan["MaxRequestNum"] ?? -1, MaxRequestNumPreSec: plan["MaxRequestNumPreSec"] ?? -1 };
    const remote = { ...plan, ...unlimited, AttachLists: [...services, ...apis] };
    const about = { own: { apiGatewayUsagePlanId: id }, names: { attachApiKeys: "BindSecretIds" }, had: prior?.inputs };
    return { id, state: stateOf(client, kind, remote, about) };
  },

  delete: ({ id }, { client }) => client.undo("DeleteUsagePlan", { UsagePlanId: id }, gone),
};
