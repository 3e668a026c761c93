// The usage plans that are bound to a service and to its APIs, for getApiGatewayServices and ApiGatewayService. See docs/modules/cloud.md#services.
import type { Plain, PlainMap } from "../../core/values/value";
import type { CloudClient } from "./client";
import type { PageOptions } from "./pages";
import type { RemoteUsagePlan } from "./remote";

/** Returns the plans of the service, each once although the service lists it per environment, then those of its APIs. Members have remote names. */
export async function usagePlansOf(client: CloudClient, ServiceId: Plain, options: PageOptions = {}): Promise<PlainMap[]> {
  const services: RemoteUsagePlan[] = await client.readPages("DescribeServiceUsagePlan", { ServiceId }, "ServiceUsagePlanList", options);
  const apis: RemoteUsagePlan[] = await client.readPages("DescribeApiUsagePlan", { ServiceId }, "ApiUsagePlanList", options);
  const firstById = new Map(services.map((plan) => [plan.UsagePlanId, plan] as const).reverse());
  const distinct = services.filter((plan) => firstById.get(plan.UsagePlanId) === plan);
  return [
    ...distinct.map((plan) => ({ ...plan, BindType: "SERVICE", ApiId: "" })),
    ...apis.map((plan) => ({ ...plan, BindType: "API", ApiId: plan.ApiId ?? "" })),
  ];
}
