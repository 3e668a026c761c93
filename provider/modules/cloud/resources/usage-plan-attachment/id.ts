// IDs of bindings of usage plans: six parts, of which the last two may be empty. Pure. See docs/modules/cloud.md#usage-plan-attachments.
import { invalidImportId } from "../../../../core/errors/errors";

/** The parts of an ID. */
export interface PlanBinding {
  usagePlanId: string;
  serviceId: string;
  environment: string;
  bindType: "API" | "SERVICE";
  /** Empty for a binding of the whole service. */
  apiId: string;
  /** Sorted. */
  accessKeyIds: string[];
}

const form = "<usagePlanId>#<serviceId>#<environment>#<bindType>#<apiId>#<accessKeyIds joined by commas>";
const example = "usagePlan-w8d1r5tc#service-k3v9x2ab#release#API#api-7fq2m0zd#";

/** Returns why an import ID is invalid; undefined for a valid one. The part of the keys is optional, with its separator. */
export function validatePlanBindingId(id: string): string | undefined {
  if (parseBinding(id)) return undefined;
  return `expected ${form}, of which the last two parts may be empty for bindType SERVICE and the last one for API, for example ${example}`;
}

/** Returns the parts of an ID. Fails with `invalid_argument` when it is invalid. Only bindings of APIs have keys. */
export function planBindingOf(id: string): PlanBinding {
  const binding = parseBinding(id);
  if (binding) return binding;
  throw invalidImportId(id, validatePlanBindingId(id) ?? "");
}

function parseBinding(id: string): PlanBinding | undefined {
  const parts = id.split("#");
  const [usagePlanId = "", serviceId = "", environment = "", bindType, apiId = "", keys = ""] = parts;
  if (parts.length !== 5 && parts.length !== 6) return undefined;
  if (![usagePlanId, serviceId, environment].every((part) => /\S/.test(part))) return undefined;
  if (bindType === "SERVICE") return { usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds: [] };
  if (bindType !== "API" || !/\S/.test(apiId)) return undefined;
  const accessKeyIds = keys.split(",").filter((key) => key !== "");
  return { usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds: accessKeyIds.sort() };
}

/** Returns the ID of a binding. */
export function planBindingId({ usagePlanId, serviceId, environment, bindType, apiId, accessKeyIds }: PlanBinding): string {
  return [usagePlanId, serviceId, environment, bindType, apiId, [...accessKeyIds].sort().join(",")].join("#");
}
