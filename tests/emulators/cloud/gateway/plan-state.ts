/** Questions to the usage plans: what is bound where at a moment. An unbinding shows after `delays.unbind` only. */
import type { GatewayState, PlanTarget, UsagePlan } from "./gateway-state";

/** Whether a binding shows. */
const bound = ({ ends }: { ends?: number }, now: Date) => ends === undefined || ends > now.getTime();

/** What a plan is bound to; what was deleted since is not there. */
export const targetsOf = (gateway: GatewayState, { targets }: UsagePlan, now: Date): PlanTarget[] =>
  targets.filter((target) => {
    const { serviceId, apiId } = target;
    return bound(target, now) && gateway.services.has(serviceId) && (apiId === null || gateway.apis.has(apiId));
  });

/** Plans with what of a service they are bound to, plans oldest first. */
export const plansOf = (gateway: GatewayState, serviceId: string, now: Date): { plan: UsagePlan; target: PlanTarget }[] =>
  gateway.plans.values().flatMap((plan) =>
    targetsOf(gateway, plan, now)
      .filter((target) => target.serviceId === serviceId)
      .map((target) => ({ plan, target })),
  );

/** The ids of the keys bound to a plan. */
export const keysOf = (gateway: GatewayState, { keys }: UsagePlan, now: Date): string[] =>
  keys.filter((key) => bound(key, now) && gateway.keys.has(key.id)).map(({ id }) => id);
