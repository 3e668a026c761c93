/** Questions to the usage plans: what is bound where at a moment. An unbinding shows after `delays.unbind` only. */
import type { Json } from "../../exchange";
import type { CallContext } from "../api";
import { refuse, seen } from "./finding";
import type { PlanTarget, UsagePlan, World } from "./world";

/** Whether a binding shows. */
const bound = ({ ends }: { ends?: number }, now: Date): boolean => ends === undefined || ends > now.getTime();

/** The usage plan of that id. */
export function findPlan(world: World, context: CallContext, id: Json | undefined): UsagePlan {
  const plan = world.plans.get(String(id));
  return plan !== undefined && seen(plan, context)
    ? plan
    : refuse("ResourceNotFound.InvalidUsagePlan", `The usage plan \`${id}\` does not exist.`);
}

/** What a plan is bound to; what was deleted since is not there. */
export const targetsOf = (world: World, { targets }: UsagePlan, now: Date): PlanTarget[] =>
  targets.filter((target) => {
    const { serviceId, apiId } = target;
    return bound(target, now) && world.services.has(serviceId) && (apiId === null || world.apis.has(apiId));
  });

/** Plans with what of a service they are bound to, plans oldest first. */
export const plansOf = (world: World, serviceId: string, now: Date): { plan: UsagePlan; target: PlanTarget }[] =>
  world.plans.entries().flatMap(([, plan]) =>
    targetsOf(world, plan, now)
      .filter((target) => target.serviceId === serviceId)
      .map((target) => ({ plan, target })),
  );

/** The ids of the keys bound to a plan. */
export const keysOf = (world: World, { keys }: UsagePlan, now: Date): string[] =>
  keys.filter((key) => bound(key, now) && world.keys.has(key.id)).map(({ id }) => id);
