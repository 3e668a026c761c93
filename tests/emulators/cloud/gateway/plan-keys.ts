/** Keys bound to usage plans: a key is bound to a plan as a whole, independent of the caller. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { rejectWith } from "./finding";
import { findKey } from "./keys";
import { findPlan, keysOf } from "./plan-state";
import type { GatewayState } from "./gateway-state";

function bind(gateway: GatewayState, { UsagePlanId, AccessKeyIds }: JsonObject, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, UsagePlanId);
  const keys = (AccessKeyIds as string[]).map((id) => findKey(gateway, context, id));
  if (new Set(keys).size < keys.length) rejectWith("InvalidParameterValue.InvalidAccessKeyIds", "A key is named twice.");
  if (keys.some(({ enabled }) => !enabled)) rejectWith("UnsupportedOperation.InvalidStatus", "A disabled key cannot be bound.");
  const former = plan.keys.filter(({ ends }) => ends === undefined).map(({ id }) => id);
  if (keys.some(({ id }) => former.includes(id)))
    rejectWith("UnsupportedOperation.AlreadyBindUsagePlan", "The key is bound to the plan already.");
  plan.keys = plan.keys.filter(({ id }) => !keys.some((key) => key.id === id)).concat(keys.map(({ id }) => ({ id })));
  return { Result: true };
}

function unbind(gateway: GatewayState, { UsagePlanId, AccessKeyIds }: JsonObject, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, UsagePlanId);
  const shown = keysOf(gateway, plan, context.now);
  const ids = AccessKeyIds as string[];
  if (ids.some((id) => !shown.includes(id))) rejectWith("ResourceNotFound.InvalidAccessKeyId", "The key is not bound to the plan.");
  for (const key of plan.keys) if (ids.includes(key.id)) key.ends ??= context.now.getTime() + gateway.delays.unbind;
  return { Result: true };
}

function list(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, params.UsagePlanId);
  const rows = keysOf(gateway, plan, context.now).map((id) => {
    const key = gateway.keys.get(id);
    return { AccessKeyId: id, SecretName: key?.name ?? null, Status: key?.enabled ? 1 : 0 };
  });
  return { Result: { TotalCount: rows.length, AccessKeyList: page(rows, params) } };
}

const named = { "UsagePlanId!": "string", "AccessKeyIds!": ["string"] } as const;

/** BindSecretIds, UnBindSecretIds, DescribeUsagePlanSecretIds. */
export const planKeys = (gateway: GatewayState): Actions => ({
  BindSecretIds: { params: named, run: (params, context) => bind(gateway, params, context) },
  UnBindSecretIds: { params: named, run: (params, context) => unbind(gateway, params, context) },
  DescribeUsagePlanSecretIds: {
    params: { "UsagePlanId!": "string", Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, params, context),
  },
});
