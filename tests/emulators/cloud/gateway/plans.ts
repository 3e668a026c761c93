/** Usage plans: created, read, changed, deleted, listed, and their keys. */
import type { Json, JsonObject } from "../../exchange";
import { filled, FORMAT, newTags, paging, quota, reject, strings, type Shapes } from "../api";
import {
  appears,
  type Call,
  change,
  done,
  filtered,
  filters,
  find,
  fresh,
  has,
  is,
  listed,
  type Run,
  type Table,
  timesOf,
  visible,
} from "./call";
import type { UsagePlan } from "./gateway-state";
import { keysOf, targetsOf } from "./plan-state";

/** What all responses contain of a plan. */
const row = (plan: UsagePlan): JsonObject => ({ UsagePlanId: plan.id, ...plan.given, ...timesOf(plan) });

function details({ gateway, now }: Call, plan: UsagePlan): JsonObject {
  const keys = keysOf(gateway, plan, now);
  const targets = targetsOf(gateway, plan, now);
  return {
    Result: {
      ...row(plan),
      BindSecretIdTotalCount: keys.length,
      BindSecretIds: keys,
      BindEnvironmentTotalCount: targets.length,
      BindEnvironments: targets.map(({ environment, serviceId }) => ({ EnvironmentName: environment, ServiceId: serviceId })),
    },
  };
}

const create: Run = (call) => {
  const { Tags: _, ...given } = call.params;
  const defaults = { UsagePlanDesc: null, MaxRequestNum: -1, MaxRequestNumPreSec: -1 };
  const plan: UsagePlan = { ...fresh(call, "usagePlan"), given: { ...defaults, ...given }, ...appears(call), keys: [], targets: [] };
  call.gateway.plans.set(plan.id, plan);
  return details(call, plan);
};

const modify: Run = (call) => {
  const plan = find(call, "plans");
  change(plan, call, call.params);
  return details(call, plan);
};

const remove: Run = (call) => {
  const plan = find(call, "plans");
  if (targetsOf(call.gateway, plan, call.now).length > 0)
    reject("UnsupportedOperation.UsagePlanInUse", "The usage plan is bound to an environment.");
  call.gateway.plans.delete(plan.id);
  return done;
};

const list: Run = (call) => {
  const meanings = { UsagePlanId: is(({ id }: UsagePlan) => id), UsagePlanName: has(({ given }: UsagePlan) => given.UsagePlanName) };
  const rows = filtered(visible(call.gateway.plans, call), call, meanings);
  return listed(call, "UsagePlanStatusSet", rows.map(row));
};

/** Keys are bound to a plan as a whole, independent of the caller. */
const bind: Run = (call) => {
  const plan = find(call, "plans");
  const keys = (call.params.AccessKeyIds as Json[]).map((id) => find(call, "keys", { id }));
  const ids = keys.map(({ id }) => id);
  if (new Set(ids).size < ids.length) reject("InvalidParameterValue.InvalidAccessKeyIds", "A key is named twice.");
  if (keys.some(({ enabled }) => !enabled)) reject("UnsupportedOperation.InvalidStatus", "A disabled key cannot be bound.");
  if (plan.keys.some(({ id, ends }) => ends === undefined && ids.includes(id)))
    reject("UnsupportedOperation.AlreadyBindUsagePlan", "The key is bound to the plan already.");
  plan.keys = plan.keys.filter(({ id }) => !ids.includes(id)).concat(ids.map((id) => ({ id })));
  return done;
};

const unbind: Run = (call) => {
  const { gateway, now } = call;
  const plan = find(call, "plans");
  const shown = keysOf(gateway, plan, now);
  const ids = call.params.AccessKeyIds as string[];
  if (ids.some((id) => !shown.includes(id))) reject("ResourceNotFound.InvalidAccessKeyId", "The key is not bound to the plan.");
  for (const key of plan.keys) if (ids.includes(key.id)) key.ends ??= now.getTime() + gateway.delays.unbind;
  return done;
};

const listKeys: Run = (call) => {
  const rows = keysOf(call.gateway, find(call, "plans"), call.now).map((AccessKeyId) => {
    const key = call.gateway.keys.get(AccessKeyId);
    return { AccessKeyId, SecretName: key?.given.SecretName ?? null, Status: key?.enabled ? 1 : 0 };
  });
  return listed(call, "AccessKeyList", rows);
};

/** ModifyUsagePlan has no code of its own for a bad quota. */
const quotas = (code: string): Shapes => ({
  ...strings("UsagePlanDesc"),
  MaxRequestNum: quota(99_999_999, code),
  MaxRequestNumPreSec: quota(2000, code),
});
const one = strings("UsagePlanId!");
const named: Shapes = { ...one, "AccessKeyIds!": ["string"] };

/** The actions of usage plans and of their keys. */
export const plans: Table = {
  CreateUsagePlan: [{ "UsagePlanName!": filled, ...quotas("InvalidParameterValue.InvalidMaxRequestNum"), ...newTags }, create],
  DescribeUsagePlan: [one, (call) => details(call, find(call, "plans"))],
  ModifyUsagePlan: [{ ...one, UsagePlanName: filled, ...quotas(FORMAT) }, modify],
  DeleteUsagePlan: [one, remove],
  DescribeUsagePlansStatus: [{ ...filters, ...paging }, list],
  BindSecretIds: [named, bind],
  UnBindSecretIds: [named, unbind],
  DescribeUsagePlanSecretIds: [{ ...one, ...paging }, listKeys],
};
