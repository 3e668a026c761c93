/** Usage plans, their keys, and what they are bound to by environment: services or APIs. An unbinding shows after `delays.unbind` only. */
import type { Json, JsonObject } from "../../exchange";
import { filled, FORMAT, newTags, oneOf, paging, quota, reject, strings, type Shapes } from "../api";
import { type Call, defined, done, environment, filters, frontOf, has, is, type Run, type Table, timesOf } from "./call";
import type { Binding, BindingKey, Environment, GatewayState, UsagePlan } from "./gateway-state";

/** Plans with what of a service they are bound to, plans oldest first. */
export const plansOf = ({ plans, planBindings }: GatewayState, serviceId: string, now: Date) =>
  plans.values().flatMap((plan) => planBindings.showing(now, { owner: plan.id, serviceId }).map((target) => ({ plan, target })));

/** The ids of the keys bound to a plan. */
export const keysOf = (gateway: GatewayState, { keys }: UsagePlan, now: Date): string[] =>
  keys.filter(({ id, ends = Infinity }) => ends > now.getTime() && gateway.keys.has(id)).map(({ id }) => id);

/** What all responses contain of a plan. */
const row = (plan: UsagePlan): JsonObject => ({ UsagePlanId: plan.id, ...plan.given, ...timesOf(plan) });

const targetsOf = ({ gateway, now }: Call, { id }: UsagePlan) => gateway.planBindings.showing(now, { owner: id });

function details(call: Call, plan: UsagePlan): JsonObject {
  const keys = keysOf(call.gateway, plan, call.now);
  const targets = targetsOf(call, plan);
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

/**
 * What a call binds or unbinds: every plan with the service, or with every API that it names. Rejects APIs without BindType API, and this
 * type without APIs, with the code of the action.
 */
function requested(call: Call, code: string): BindingKey[] {
  const { BindType, ApiIds = [], UsagePlanIds, Environment } = call.params;
  if ((BindType === "API") !== (ApiIds as string[]).length > 0)
    reject(code, "`ApiIds` must be given for BindType API, and for this type only.");
  const plans = (UsagePlanIds as Json[]).map((id) => call.find("plans", { id }));
  const service = call.find("services");
  const apiIds = BindType === "API" ? call.apiIdsOf(service) : [""];
  const place = { serviceId: service.id, environment: Environment as Environment };
  return plans.flatMap(({ id: owner }) => apiIds.map((apiId) => ({ owner, apiId, ...place })));
}

const isOf = ({ apiId }: Binding, type: Json | undefined) => (apiId === "") === (type === "SERVICE");

/** One binding; null of the API for a binding to the service. */
function boundRow({ gateway }: Call, { given }: UsagePlan, target: Binding): JsonObject {
  const { serviceId, apiId, environment: Environment } = target;
  const api = gateway.apis.get(apiId);
  return {
    ServiceId: serviceId,
    ServiceName: gateway.services.get(serviceId)?.given.ServiceName ?? null,
    ApiId: api?.id ?? null,
    ApiName: defined(api, "ApiName"),
    ...(api ? frontOf(api) : { Path: null, Method: null }),
    Environment,
    InUseRequestNum: 0,
    MaxRequestNum: given.MaxRequestNum!,
    MaxRequestNumPreSec: given.MaxRequestNumPreSec!,
    ...timesOf(target),
  };
}

const ofService =
  (type: "API" | "SERVICE", member: string): Run =>
  (call) => {
    const rows = plansOf(call.gateway, call.find("services").id, call.now).flatMap(({ plan, target }) => {
      const { UsagePlanName = null, UsagePlanDesc = null } = plan.given;
      return isOf(target, type) ? [{ ...boundRow(call, plan, target), UsagePlanId: plan.id, UsagePlanName, UsagePlanDesc }] : [];
    });
    return call.listed(member, rows);
  };

/** ModifyUsagePlan has no code of its own for a bad quota. */
const quotas = (code: string): Shapes => ({
  ...strings("UsagePlanDesc"),
  MaxRequestNum: quota(99_999_999, code),
  MaxRequestNumPreSec: quota(2000, code),
});
const one = strings("UsagePlanId!");
const keyed: Shapes = { ...one, "AccessKeyIds!": ["string"] };
const bindType: Shapes = { "BindType!": oneOf(["API", "SERVICE"], FORMAT) };
const target: Shapes = {
  "UsagePlanIds!": ["string"],
  ...bindType,
  "Environment!": environment(),
  "ServiceId!": "string",
  ApiIds: ["string"],
};
const ofOne: Shapes = { ...strings("ServiceId!"), ...paging };

/** The actions of usage plans, of their keys and of their bindings. */
export const plans: Table = {
  CreateUsagePlan: [
    { "UsagePlanName!": filled, ...quotas("InvalidParameterValue.InvalidMaxRequestNum"), ...newTags },
    (call) => {
      const { Tags: _, ...given } = call.params;
      const defaults = { UsagePlanDesc: null, MaxRequestNum: -1, MaxRequestNumPreSec: -1 };
      const plan: UsagePlan = { ...call.fresh("usagePlan"), given: { ...defaults, ...given }, ...call.appears(), keys: [] };
      call.gateway.plans.set(plan.id, plan);
      return details(call, plan);
    },
  ],
  DescribeUsagePlan: [one, (call) => details(call, call.find("plans"))],
  ModifyUsagePlan: [
    { ...one, UsagePlanName: filled, ...quotas(FORMAT) },
    (call) => {
      const plan = call.find("plans");
      call.change(plan);
      return details(call, plan);
    },
  ],
  DeleteUsagePlan: [
    one,
    (call) => {
      const plan = call.find("plans");
      if (targetsOf(call, plan).length > 0) reject("UnsupportedOperation.UsagePlanInUse", "The usage plan is bound to an environment.");
      call.gateway.plans.delete(plan.id);
      return done;
    },
  ],
  DescribeUsagePlansStatus: [
    { ...filters, ...paging },
    (call) => {
      const meanings = { UsagePlanId: is("id"), UsagePlanName: has(({ given }: UsagePlan) => given.UsagePlanName) };
      return call.listed("UsagePlanStatusSet", call.filtered(call.visible("plans"), meanings).map(row));
    },
  ],
  /** Keys are bound to a plan as a whole, independent of the caller. */
  BindSecretIds: [
    keyed,
    (call) => {
      const plan = call.find("plans");
      const keys = (call.params.AccessKeyIds as Json[]).map((id) => call.find("keys", { id }));
      const ids = keys.map(({ id }) => id);
      if (new Set(ids).size < ids.length) reject("InvalidParameterValue.InvalidAccessKeyIds", "A key is named twice.");
      if (keys.some(({ enabled }) => !enabled)) reject("UnsupportedOperation.InvalidStatus", "A disabled key cannot be bound.");
      if (plan.keys.some(({ id, ends }) => ends === undefined && ids.includes(id)))
        reject("UnsupportedOperation.AlreadyBindUsagePlan", "The key is bound to the plan already.");
      plan.keys = plan.keys.filter(({ id }) => !ids.includes(id)).concat(ids.map((id) => ({ id })));
      return done;
    },
  ],
  UnBindSecretIds: [
    keyed,
    (call) => {
      const { gateway, now } = call;
      const plan = call.find("plans");
      const shown = keysOf(gateway, plan, now);
      const ids = call.params.AccessKeyIds as string[];
      if (ids.some((id) => !shown.includes(id))) reject("ResourceNotFound.InvalidAccessKeyId", "The key is not bound to the plan.");
      for (const key of plan.keys) if (ids.includes(key.id)) key.ends ??= now.getTime() + gateway.delays.unbind;
      return done;
    },
  ],
  DescribeUsagePlanSecretIds: [
    { ...one, ...paging },
    (call) => {
      const rows = keysOf(call.gateway, call.find("plans"), call.now).map((AccessKeyId) => {
        const key = call.gateway.keys.get(AccessKeyId);
        return { AccessKeyId, SecretName: key?.given.SecretName ?? null, Status: key?.enabled ? 1 : 0 };
      });
      return call.listed("AccessKeyList", rows);
    },
  ],
  /** In one environment plans are bound to the service or to its APIs, never to both. */
  BindEnvironment: [
    target,
    (call) => {
      const { gateway, now, params } = call;
      const keys = requested(call, "InvalidParameterValue.InvalidApiIds");
      const shown = plansOf(gateway, String(params.ServiceId), now).filter(({ target }) => target.environment === params.Environment);
      if (!shown.every(({ target }) => isOf(target, params.BindType)))
        reject(
          "UnsupportedOperation.UnsupportedBindEnvironment",
          "Plans of a service and of its APIs exclude each other in an environment.",
        );
      for (const key of keys) gateway.planBindings.bind(key, now);
      return done;
    },
  ],
  UnBindEnvironment: [
    target,
    (call) => {
      const { planBindings, delays } = call.gateway;
      for (const key of requested(call, FORMAT))
        if (!planBindings.unbind(key, delays.unbind, call.now))
          reject("UnsupportedOperation.UnsupportedUnBindEnvironment", "The usage plan is not bound there.");
      return done;
    },
  ],
  DescribeUsagePlanEnvironments: [
    { ...one, ...bindType, ...paging },
    (call) => {
      const plan = call.find("plans");
      const targets = targetsOf(call, plan).filter((target) => isOf(target, call.params.BindType));
      return call.listed(
        "EnvironmentList",
        targets.map((target) => boundRow(call, plan, target)),
      );
    },
  ],
  DescribeServiceUsagePlan: [ofOne, ofService("SERVICE", "ServiceUsagePlanList")],
  DescribeApiUsagePlan: [ofOne, ofService("API", "ApiUsagePlanList")],
};
