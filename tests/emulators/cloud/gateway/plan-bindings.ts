/** Usage plans bound to services and APIs, by environment: bound, unbound, listed from both sides. */
import type { Json, JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { findApi, findService, rejectWith, stamp } from "./finding";
import { findPlan, plansOf, targetsOf } from "./plan-state";
import { defined, environmentOf, frontOf } from "./subjects";
import type { Environment, PlanTarget, Rejection, UsagePlan, GatewayState } from "./gateway-state";

type BindType = "API" | "SERVICE";

/** What a call binds or unbinds: every plan with the service, or with every API that it names. */
interface Requested {
  serviceId: string;
  environment: Environment;
  /** A null for the service itself; and the binding that shows already. */
  pairs: { plan: UsagePlan; apiId: string | null; former: PlanTarget | undefined }[];
}

function bindType(value: Json | undefined): BindType {
  return value === "API" || value === "SERVICE" ? value : rejectWith("InvalidParameter.FormatError", "`BindType` must be API or SERVICE.");
}

/** The ids of the APIs, which a call names for BindType API alone; rejects with the code of the action. */
function apiIds({ BindType, ApiIds }: JsonObject, code: string): (string | null)[] {
  const ids = (ApiIds ?? []) as string[];
  if (bindType(BindType) === "SERVICE") return ids.length === 0 ? [null] : rejectWith(code, "`ApiIds` is for BindType API only.");
  return ids.length > 0 ? ids : rejectWith(code, "`ApiIds` must be given for BindType API.");
}

function requested(gateway: GatewayState, params: JsonObject, context: CallContext, code: string): Requested {
  const ids = apiIds(params, code);
  const environment = environmentOf(params.Environment, "InvalidParameter.FormatError");
  const plans = (params.UsagePlanIds as string[]).map((id) => findPlan(gateway, context, id));
  const service = findService(gateway, context, params.ServiceId);
  for (const id of ids) if (id !== null) findApi(gateway, service, id);
  const shown = plansOf(gateway, service.id, context.now).filter(({ target }) => target.environment === environment);
  const formerly = (plan: UsagePlan, apiId: string | null) =>
    shown.find((each) => each.plan === plan && each.target.apiId === apiId)?.target;
  const pairs = plans.flatMap((plan) => ids.map((apiId) => ({ plan, apiId, former: formerly(plan, apiId) })));
  return { serviceId: service.id, environment, pairs };
}

/** In one environment plans are bound to the service or to its APIs, never to both. */
function compatible(gateway: GatewayState, { serviceId, environment, pairs }: Requested, now: Date): void {
  const toService = pairs.some(({ apiId }) => apiId === null);
  const others = plansOf(gateway, serviceId, now).filter(({ target }) => target.environment === environment);
  if (others.some(({ target }) => (target.apiId === null) !== toService)) {
    rejectWith(
      "UnsupportedOperation.UnsupportedBindEnvironment",
      "Plans of a service and of its APIs exclude each other in an environment.",
    );
  }
}

function bind(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const filterValue = requested(gateway, params, context, "InvalidParameterValue.InvalidApiIds");
  compatible(gateway, filterValue, context.now);
  const { serviceId, environment } = filterValue;
  const time = { created: stamp(context.now), modified: stamp(context.now) };
  for (const { plan, apiId, former } of filterValue.pairs) {
    if (former === undefined) plan.targets.push({ serviceId, apiId, environment, ...time });
    else delete former.ends;
  }
  return { Result: true };
}

function unbind(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const bound = requested(gateway, params, context, "InvalidParameter.FormatError").pairs.map(({ former }) => former);
  for (const target of bound) {
    if (target === undefined) rejectWith("UnsupportedOperation.UnsupportedUnBindEnvironment", "The usage plan is not bound there.");
    else target.ends ??= context.now.getTime() + gateway.delays.unbind;
  }
  return { Result: true };
}

/** Names of what a plan is bound to; null of the API for a binding to the service. */
function names(gateway: GatewayState, { serviceId, apiId }: PlanTarget): JsonObject {
  const api = apiId === null ? undefined : gateway.apis.get(apiId);
  const front = api ? { ApiName: defined(api, "ApiName"), ...frontOf(api) } : { ApiName: null, Path: null, Method: null };
  return { ServiceId: serviceId, ServiceName: gateway.services.get(serviceId)?.name ?? null, ApiId: apiId, ...front };
}

const figures = (plan: UsagePlan, target: PlanTarget): JsonObject => ({
  Environment: target.environment,
  InUseRequestNum: 0,
  MaxRequestNum: plan.maxRequests,
  MaxRequestNumPreSec: plan.maxPerSecond,
  CreatedTime: target.created,
  ModifiedTime: target.modified,
});

const has = ({ apiId }: PlanTarget, type: BindType): boolean => (apiId === null) === (type === "SERVICE");

function environmentsOf(gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject {
  const plan = findPlan(gateway, context, params.UsagePlanId);
  const type = bindType(params.BindType);
  const rows = targetsOf(gateway, plan, context.now)
    .filter((target) => has(target, type))
    .map((target) => ({ ...names(gateway, target), ...figures(plan, target) }));
  return { Result: { TotalCount: rows.length, EnvironmentList: page(rows, params) } };
}

const listing =
  (gateway: GatewayState, type: BindType, member: string) =>
  (params: JsonObject, context: CallContext): JsonObject => {
    const { id } = findService(gateway, context, params.ServiceId);
    const rows = plansOf(gateway, id, context.now)
      .filter(({ target }) => has(target, type))
      .map(({ plan, target }) => ({
        ...names(gateway, target),
        UsagePlanId: plan.id,
        UsagePlanName: plan.name,
        UsagePlanDesc: plan.description,
        ...figures(plan, target),
      }));
    return { Result: { TotalCount: rows.length, [member]: page(rows, params) } };
  };

/** Returns whether a service or an API is still bound to a plan. */
const guard =
  (gateway: GatewayState, rejection: Rejection, fits: (target: PlanTarget, id: string) => boolean) =>
  (id: string, now: Date): Rejection | undefined =>
    gateway.plans.entries().some(([, plan]) => targetsOf(gateway, plan, now).some((target) => fits(target, id))) ? rejection : undefined;

const pages = { Limit: "integer", Offset: "integer" } as const;
const target = {
  "UsagePlanIds!": ["string"],
  "BindType!": "string",
  "Environment!": "string",
  "ServiceId!": "string",
  ApiIds: ["string"],
} as const;

/** BindEnvironment, UnBindEnvironment, DescribeUsagePlanEnvironments, DescribeServiceUsagePlan, DescribeApiUsagePlan. */
export const planBindings = (gateway: GatewayState): Actions => {
  const inUse = { code: "UnsupportedOperation.UsagePlanInUse", message: "A usage plan is bound to the service." };
  const bound = { code: "FailedOperation.ApiBindEnvironmen", message: "A usage plan is bound to the API." };
  gateway.guards.service.push(guard(gateway, inUse, ({ serviceId }, id) => serviceId === id));
  gateway.guards.api.push(guard(gateway, bound, ({ apiId }, id) => apiId === id));
  return {
    BindEnvironment: { params: target, run: (params, context) => bind(gateway, params, context) },
    UnBindEnvironment: { params: target, run: (params, context) => unbind(gateway, params, context) },
    DescribeUsagePlanEnvironments: {
      params: { "UsagePlanId!": "string", "BindType!": "string", ...pages },
      run: (params, context) => environmentsOf(gateway, params, context),
    },
    DescribeServiceUsagePlan: { params: { "ServiceId!": "string", ...pages }, run: listing(gateway, "SERVICE", "ServiceUsagePlanList") },
    DescribeApiUsagePlan: { params: { "ServiceId!": "string", ...pages }, run: listing(gateway, "API", "ApiUsagePlanList") },
  };
};
