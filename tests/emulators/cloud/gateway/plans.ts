/** Usage plans: made, read, changed, deleted, listed. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { rejectWith, seen, stamp } from "./finding";
import { unbound } from "./plan-filters";
import { findPlan, keysOf, targetsOf } from "./plan-state";
import type { UsagePlan, GatewayState } from "./gateway-state";

/** What all responses contain of a plan. */
const row = (plan: UsagePlan): JsonObject => ({
  UsagePlanId: plan.id,
  UsagePlanName: plan.name,
  UsagePlanDesc: plan.description,
  MaxRequestNum: plan.maxRequests,
  MaxRequestNumPreSec: plan.maxPerSecond,
  CreatedTime: plan.created,
  ModifiedTime: plan.modified,
});

function details(gateway: GatewayState, plan: UsagePlan, now: Date): JsonObject {
  const keys = keysOf(gateway, plan, now);
  const targets = targetsOf(gateway, plan, now);
  return {
    ...row(plan),
    BindSecretIdTotalCount: keys.length,
    BindSecretIds: keys,
    BindEnvironmentTotalCount: targets.length,
    BindEnvironments: targets.map(({ environment, serviceId }) => ({ EnvironmentName: environment, ServiceId: serviceId })),
  };
}

const highest = { MaxRequestNum: 99_999_999, MaxRequestNumPreSec: 2000 } as const;

/** A quota: -1, or from 1 to its highest; 0 is neither. */
function quota(params: JsonObject, name: keyof typeof highest, code: string): number {
  const value = Number(params[name] ?? -1);
  const fits = value === -1 || (value >= 1 && value <= highest[name]);
  return fits ? value : rejectWith(code, `\`${name}\` must be -1 or from 1 to ${highest[name]}.`);
}

/** The settings that the parameters name. */
function settings(params: JsonObject, code: string): Pick<UsagePlan, "name" | "description" | "maxRequests" | "maxPerSecond"> {
  const name = String(params.UsagePlanName);
  if (name === "") rejectWith("InvalidParameter.FormatError", "`UsagePlanName` must not be empty.");
  return {
    name,
    description: (params.UsagePlanDesc ?? null) as string | null,
    maxRequests: quota(params, "MaxRequestNum", code),
    maxPerSecond: quota(params, "MaxRequestNumPreSec", code),
  };
}

function create(gateway: GatewayState, params: JsonObject, { region, now }: CallContext): JsonObject {
  const chosen = settings(params, "InvalidParameterValue.InvalidMaxRequestNum");
  const visible = now.getTime() + gateway.delays.visible;
  const id = gateway.newId("usagePlan");
  const plan: UsagePlan = { id, region, created: stamp(now), modified: stamp(now), ...chosen, visible, keys: [], targets: [] };
  gateway.plans.set(id, plan);
  return { Result: details(gateway, plan, now) };
}

/** Changes what is given; this action has no code of its own for a bad quota. */
function modify(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, params.UsagePlanId);
  Object.assign(plan, settings({ ...row(plan), ...params }, "InvalidParameter.FormatError"), { modified: stamp(context.now) });
  return { Result: details(gateway, plan, context.now) };
}

function remove(gateway: GatewayState, id: Json | undefined, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, id);
  if (targetsOf(gateway, plan, context.now).length > 0)
    rejectWith("UnsupportedOperation.UsagePlanInUse", "The usage plan is bound to an environment.");
  gateway.plans.delete(plan.id);
  return { Result: true };
}

const table: Meanings<UsagePlan> = {
  UsagePlanId: ({ id }, filterValue) => id === filterValue,
  UsagePlanName: ({ name }, filterValue) => name.includes(filterValue),
};

function list(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const all = gateway.plans.entries().map(([, plan]) => plan);
  const found = filtered(
    all.filter((plan) => seen(plan, context)),
    params.Filters,
    { ...table, ...unbound(gateway, params.Filters, context.now) },
  ).map(row);
  return { Result: { TotalCount: found.length, UsagePlanStatusSet: page(found, params) } };
}

const quotas = { UsagePlanDesc: "string", MaxRequestNum: "integer", MaxRequestNumPreSec: "integer" } as const;
const one = { "UsagePlanId!": "string" } as const;

/** CreateUsagePlan, DescribeUsagePlan, ModifyUsagePlan, DeleteUsagePlan, DescribeUsagePlansStatus. */
export const plans = (gateway: GatewayState): Actions => ({
  CreateUsagePlan: {
    params: { "UsagePlanName!": "string", ...quotas, Tags: [{ "Key!": "string", "Value!": "string" }] },
    run: (params, context) => create(gateway, params, context),
  },
  DescribeUsagePlan: {
    params: one,
    run: ({ UsagePlanId }, context) => ({ Result: details(gateway, findPlan(gateway, context, UsagePlanId), context.now) }),
  },
  ModifyUsagePlan: {
    params: { ...one, UsagePlanName: "string", ...quotas },
    run: (params, context) => modify(gateway, params, context),
  },
  DeleteUsagePlan: { params: one, run: ({ UsagePlanId }, context) => remove(gateway, UsagePlanId, context) },
  DescribeUsagePlansStatus: {
    params: { Filters: filters, Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, params, context),
  },
});
