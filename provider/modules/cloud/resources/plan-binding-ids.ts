// The ids of bindings of usage plans: six parts, of which the last two may be empty (cloud-resources.md 4.10). Pure.
import { ProviderError } from "../../../core/errors";

/** What an id of a binding says. */
export interface PlanBinding {
  usagePlanId: string;
  serviceId: string;
  environment: "prepub" | "release" | "test";
  bindType: "API" | "SERVICE";
  /** Empty where the whole service is bound. */
  apiId: string;
  /** Sorted. */
  accessKeyIds: string[];
}

const form = "<usagePlanId>#<serviceId>#<environment>#<bindType>#<apiId>#<accessKeyIds joined by commas>";
const example = "usagePlan-w8d1r5tc#service-k3v9x2ab#release#API#api-7fq2m0zd#";

/** Says what is wrong with an id given to import or get, or nothing. The part of the keys may be left out with its separator. */
export function checkPlanBindingId(id: string): string | undefined {
  const parts = id.split("#");
  const [plan = "", service = "", environment = "", bindType = "", apiId = ""] = parts;
  const named = [plan, service].every((part) => /\S/.test(part)) && ["test", "prepub", "release"].includes(environment);
  const target = bindType === "SERVICE" || (bindType === "API" && /\S/.test(apiId));
  if ((parts.length === 5 || parts.length === 6) && named && target) return undefined;
  return `Invalid import ID "${id}": expected ${form}, of which the last two parts may be empty for bindType SERVICE and the last one for API, for example ${example}`;
}

/** The parts of an id; fails with `invalid_argument` where they cannot be. Keys are bound together with APIs only. */
export function planBindingOf(id: string): PlanBinding {
  const wrong = checkPlanBindingId(id);
  if (wrong !== undefined) throw new ProviderError("invalid_argument", wrong);
  const [usagePlanId, serviceId, environment, bindType, apiId, keys = ""] = id.split("#") as [
    string,
    string,
    never,
    never,
    string,
    string?,
  ];
  const accessKeyIds = bindType === "API" ? keys.split(",").filter((key) => key !== "") : [];
  return { usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds: accessKeyIds.sort() };
}

/** The id of a binding. */
export function planBindingId({ usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds }: PlanBinding): string {
  return [usagePlanId, serviceId, environment, bindType, apiId, [...accessKeyIds].sort().join(",")].join("#");
}
