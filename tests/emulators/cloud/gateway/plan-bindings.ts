/** Usage plans bound to services and APIs, by environment: bound, unbound, listed from both sides. */
import type { Json, JsonObject } from "../../exchange";
import { FORMAT, oneOf, paging, reject, strings, type Shapes } from "../api";
import { defined, done, environment, find, findApi, frontOf, listed, stamps, timesOf, type Call, type Run, type Table } from "./call";
import type { Environment, GatewayState, PlanTarget, Rejection, UsagePlan } from "./gateway-state";
import { plansOf, targetsOf } from "./plan-state";

/** What a call binds or unbinds: every plan with the service, or with every API that it names. */
interface Requested {
  /** A null for the service itself; and the binding that shows already. */
  pairs: { plan: UsagePlan; apiId: string | null; former: PlanTarget | undefined }[];
  /** What of the service shows as bound in the environment. */
  shown: PlanTarget[];
}

/** Rejects APIs without BindType API, and this type without APIs, with the code of the action. */
function requested(call: Call, code: string): Requested {
  const { BindType, ApiIds = [], UsagePlanIds, Environment } = call.params;
  const ids = ApiIds as string[];
  if ((BindType === "API") !== ids.length > 0) reject(code, "`ApiIds` must be given for BindType API, and for this type only.");
  const plans = (UsagePlanIds as Json[]).map((id) => find(call, "plans", { id }));
  const service = find(call, "services");
  const apiIds = ids.length > 0 ? ids.map((id) => findApi(call, service, id).id) : [null];
  const shown = plansOf(call.gateway, service.id, call.now).filter(({ target }) => target.environment === Environment);
  const pairs = plans.flatMap((plan) =>
    apiIds.map((apiId) => ({ plan, apiId, former: shown.find((each) => each.plan === plan && each.target.apiId === apiId)?.target })),
  );
  return { pairs, shown: shown.map(({ target }) => target) };
}

/** In one environment plans are bound to the service or to its APIs, never to both. */
const bind: Run = (call) => {
  const { BindType, ServiceId, Environment } = call.params;
  const { pairs, shown } = requested(call, "InvalidParameterValue.InvalidApiIds");
  if (shown.some(({ apiId }) => (apiId === null) !== (BindType === "SERVICE")))
    reject("UnsupportedOperation.UnsupportedBindEnvironment", "Plans of a service and of its APIs exclude each other in an environment.");
  const common = { serviceId: ServiceId as string, environment: Environment as Environment, ...stamps(call.now) };
  for (const { plan, apiId, former } of pairs) {
    if (former === undefined) plan.targets.push({ ...common, apiId });
    else delete former.ends;
  }
  return done;
};

const unbind: Run = (call) => {
  for (const { former } of requested(call, FORMAT).pairs) {
    if (former === undefined) reject("UnsupportedOperation.UnsupportedUnBindEnvironment", "The usage plan is not bound there.");
    former.ends ??= call.now.getTime() + call.gateway.delays.unbind;
  }
  return done;
};

/** One binding; null of the API for a binding to the service. */
function row({ gateway }: Call, { given }: UsagePlan, target: PlanTarget): JsonObject {
  const { serviceId, apiId, environment: Environment } = target;
  const api = apiId === null ? undefined : gateway.apis.get(apiId);
  return {
    ServiceId: serviceId,
    ServiceName: gateway.services.get(serviceId)?.given.ServiceName ?? null,
    ApiId: apiId,
    ApiName: defined(api, "ApiName"),
    ...(api ? frontOf(api) : { Path: null, Method: null }),
    Environment,
    InUseRequestNum: 0,
    MaxRequestNum: given.MaxRequestNum!,
    MaxRequestNumPreSec: given.MaxRequestNumPreSec!,
    ...timesOf(target),
  };
}

const has = ({ apiId }: PlanTarget, type: Json | undefined) => (apiId === null) === (type === "SERVICE");

const ofPlan: Run = (call) => {
  const plan = find(call, "plans");
  const targets = targetsOf(call.gateway, plan, call.now).filter((target) => has(target, call.params.BindType));
  return listed(
    call,
    "EnvironmentList",
    targets.map((target) => row(call, plan, target)),
  );
};

const ofService =
  (type: "API" | "SERVICE", member: string): Run =>
  (call) => {
    const rows = plansOf(call.gateway, find(call, "services").id, call.now).flatMap(({ plan, target }) => {
      const { UsagePlanName = null, UsagePlanDesc = null } = plan.given;
      return has(target, type) ? [{ ...row(call, plan, target), UsagePlanId: plan.id, UsagePlanName, UsagePlanDesc }] : [];
    });
    return listed(call, member, rows);
  };

/** Returns whether a service or an API is still bound to a plan. */
const guard =
  (gateway: GatewayState, rejection: Rejection, fits: (target: PlanTarget, id: string) => boolean) => (id: string, now: Date) =>
    gateway.plans.values().some((plan) => targetsOf(gateway, plan, now).some((target) => fits(target, id))) ? rejection : undefined;

/** Keeps services and APIs from being deleted while a plan is bound to them. */
export function guardPlanned(gateway: GatewayState): void {
  const inUse = { code: "UnsupportedOperation.UsagePlanInUse", message: "A usage plan is bound to the service." };
  const bound = { code: "FailedOperation.ApiBindEnvironmen", message: "A usage plan is bound to the API." };
  gateway.guards.service.push(guard(gateway, inUse, ({ serviceId }, id) => serviceId === id));
  gateway.guards.api.push(guard(gateway, bound, ({ apiId }, id) => apiId === id));
}

const bindType: Shapes = { "BindType!": oneOf(["API", "SERVICE"], FORMAT) };
const target: Shapes = {
  "UsagePlanIds!": ["string"],
  ...bindType,
  "Environment!": environment(),
  "ServiceId!": "string",
  ApiIds: ["string"],
};
const ofOne: Shapes = { ...strings("ServiceId!"), ...paging };

/** BindEnvironment, UnBindEnvironment, DescribeUsagePlanEnvironments, DescribeServiceUsagePlan, DescribeApiUsagePlan. */
export const planBindings: Table = {
  BindEnvironment: [target, bind],
  UnBindEnvironment: [target, unbind],
  DescribeUsagePlanEnvironments: [{ ...strings("UsagePlanId!"), ...bindType, ...paging }, ofPlan],
  DescribeServiceUsagePlan: [ofOne, ofService("SERVICE", "ServiceUsagePlanList")],
  DescribeApiUsagePlan: [ofOne, ofService("API", "ApiUsagePlanList")],
};
