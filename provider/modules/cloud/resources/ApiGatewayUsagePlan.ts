// Usage plans (cloud-resources.md 4.9): how much the holders of keys may ask. What a plan is bound to is read with it.
import type { Resource } from "../../../core/contract";
import type { Cloud } from "../../../core/gen/types";
import type { ValueRule } from "../../../core/rules";
import type { CloudClient } from "../client";
import { changing } from "./changing";
import { newObject, onceShown } from "./creation";
import { ids } from "./ids";
import { stateOf } from "./state";
import { blank, sentOf } from "./values";

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
  rules: { properties: { usagePlanName: { minLength: 1 }, maxRequestNum: quota(99_999_999), maxRequestNumPreSec: quota(2000) } },
  serverDefaults: blank("usagePlanDesc"),
  stables: ["apiGatewayUsagePlanId", "createTime"],
  checkId: check,

  async create(inputs, client) {
    const { id, answer } = await newObject(client, {
      action: "CreateUsagePlan",
      params: sentOf(inputs, ["usagePlanName", "usagePlanDesc", "maxRequestNum", "maxRequestNumPreSec"]),
      id: "UsagePlanId",
      find: `Look for a usage plan named "${inputs.usagePlanName}" (getApiGatewayUsagePlans), and import it by its id or delete it.`,
    });
    const { modifyTime, createTime } = stateOf<State>(client, kind, answer);
    const outputs = { apiGatewayUsagePlanId: id, modifyTime, createTime, attachApiKeys: [], attachLists: [] };
    const look = () => client.find("DescribeUsagePlan", { UsagePlanId: id }, gone);
    return onceShown({ id, outputs }, () => client.until(`usage plan ${id} to be there`, look));
  },

  apply: changing(gone, async (id, inputs, _previous, client) => {
    const { usagePlanDesc: UsagePlanDesc = "" } = inputs;
    const given = sentOf(inputs, ["usagePlanName", "maxRequestNum", "maxRequestNumPreSec"]);
    await client.write("ModifyUsagePlan", { UsagePlanId: id, UsagePlanDesc, ...given });
  }),

  async read(id, client, known) {
    const plan = await client.find("DescribeUsagePlan", { UsagePlanId: id }, gone);
    if (!plan) return undefined;
    const bound = async (BindType: string) =>
      client.findPages("DescribeUsagePlanEnvironments", { UsagePlanId: id, BindType }, "EnvironmentList", gone);
    const [services, apis] = [await bound("SERVICE"), await bound("API")];
    if (!services || !apis) return undefined;
    const unlimited = { MaxRequestNum: plan["MaxRequestNum"] ?? -1, MaxRequestNumPreSec: plan["MaxRequestNumPreSec"] ?? -1 };
    const remote = { ...plan, ...unlimited, AttachLists: [...services, ...apis] };
    const about = { own: { apiGatewayUsagePlanId: id }, names: { attachApiKeys: "BindSecretIds" }, had: known?.inputs };
    return { id, state: stateOf(client, kind, remote, about) };
  },

  delete: (id, client) => client.undo("DeleteUsagePlan", { UsagePlanId: id }, gone),
};
