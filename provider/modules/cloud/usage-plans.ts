// The usage plans that are bound to a service and to its APIs, as the lookup of services and the service itself list them (cloud-lookups.md 8.20, cloud-resources.md 4.1).
import type { Plain, PlainMap } from "../../core/value";
import type { CloudClient } from "./client";

/** Plans of the service, each once though the gateway lists it for each environment, then those of its APIs. Members have remote names. */
export async function usagePlansOf(client: CloudClient, ServiceId: Plain): Promise<PlainMap[]> {
  const services = await client.pages("DescribeServiceUsagePlan", { ServiceId }, "ServiceUsagePlanList");
  const apis = await client.pages("DescribeApiUsagePlan", { ServiceId }, "ApiUsagePlanList");
  const distinct = new Map(services.map((plan) => [plan["UsagePlanId"], plan] as const).reverse());
  const once = services.filter((plan) => distinct.get(plan["UsagePlanId"]) === plan);
  return [
    ...once.map((plan) => ({ ...plan, BindType: "SERVICE", ApiId: "" })),
    ...apis.map((plan) => ({ ...plan, BindType: "API", ApiId: plan["ApiId"] ?? "" })),
  ];
}
