/** Filters of lists of what usage plans are not bound to. The filter Environment names the environment; without it: any. */
import type { Json } from "../../exchange";
import type { Meanings } from "./filters";
import { targetsOf } from "./plan-state";
import type { PlanTarget, UsagePlan, GatewayState } from "./gateway-state";

/** Which rows of a list are returned. */
interface Looking<T> {
  now: Date;
  /** What a plan would be bound to for this row. */
  subject: (row: T) => { serviceId: string; apiId: string | null };
}

/** Whether a target is in one of the environments that `Filters` name. */
const within = (given: Json | undefined): ((target: PlanTarget) => boolean) => {
  const named = ((given ?? []) as unknown as { Name: string; Values: string[] }[]).filter(({ Name }) => Name === "Environment");
  return ({ environment }) => named.every(({ Values }) => Values.includes(environment));
};

/** Of services or APIs: NotUsagePlanId passes those that the plan is not bound to. */
export const unplanned = <T>(gateway: GatewayState, given: Json | undefined, { now, subject }: Looking<T>): Meanings<T> => ({
  NotUsagePlanId(row, value) {
    const { serviceId, apiId } = subject(row);
    const plan = gateway.plans.get(value);
    const targets = plan ? targetsOf(gateway, plan, now).filter(within(given)) : [];
    return !targets.some((target) => target.serviceId === serviceId && target.apiId === apiId);
  },
  Environment: () => true,
});

/** Of usage plans: NotServiceId and NotApiId pass those that are not bound to the service or the API. */
export const unbound = (gateway: GatewayState, given: Json | undefined, now: Date): Meanings<UsagePlan> => {
  const targets = (plan: UsagePlan): PlanTarget[] => targetsOf(gateway, plan, now).filter(within(given));
  return {
    NotServiceId: (plan, value) => !targets(plan).some(({ serviceId, apiId }) => serviceId === value && apiId === null),
    NotApiId: (plan, value) => !targets(plan).some(({ apiId }) => apiId === value),
    Environment: () => true,
  };
};
