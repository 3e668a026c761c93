// The services with the usage plans that are bound to them. See docs/modules/cloud.md#getapigatewayservices.
import { mapConcurrently } from "../../../kit/concurrency";
import { goneCodes } from "../gone";
import { usagePlansOf } from "../usage-plans";
import { cloudFunction } from "./cloud-function";
import { elementsOf, joinInputs } from "./outputs";
import { filtersOf } from "./requests";

const name = "getApiGatewayServices";

/** Lists services. A service that is deleted meanwhile is omitted. */
export const getApiGatewayServices = cloudFunction(name, {
  async read(inputs, client) {
    const params = filtersOf(inputs, { serviceId: "ServiceId", serviceName: "ServiceName" });
    const rows = await client.readPages("DescribeServicesStatus", params, "ServiceSet");
    const services = await mapConcurrently(rows, async ({ ServiceId = null }) => {
      const service = await client.find("DescribeService", { ServiceId }, goneCodes("service"));
      return service && { ...service, UsagePlanLists: await usagePlansOf(client, ServiceId), ExclusiveSetName: "" };
    });
    const found = services.filter((service) => service !== undefined);
    const lists = elementsOf(client, name, "lists", found);
    const outputs = { id: joinInputs(inputs, ["serviceName", "serviceId"]), lists };
    return { outputs, file: { content: lists, keys: { netTypes: "net_type" } } };
  },
});
