// The services with the usage plans that are bound to them (cloud-lookups.md 8.20).
import type { ProviderFunction } from "../../../core/contract";
import type { PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { usagePlansOf } from "../usage-plans";
import { concluded, elements, filters, joined, kept, type InputsOf, type OutputsOf } from "./results";

const name = "getApiGatewayServices";

/** Lists services. One that goes away meanwhile is left out. */
export const getApiGatewayServices: ProviderFunction<CloudClient, InputsOf<typeof name>, OutputsOf<typeof name>> = {
  cacheable: kept,
  async read(typed, { client }) {
    const inputs = typed as unknown as PlainMap;
    const wanted = filters(inputs, { serviceId: "ServiceId", serviceName: "ServiceName" });
    const rows = await client.readPages("DescribeServicesStatus", wanted, "ServiceSet");
    const services = await fanOut(rows, async ({ ServiceId = null }) => {
      const service = await client.find("DescribeService", { ServiceId }, ["ResourceNotFound.InvalidService"]);
      return service && { ...service, UsagePlanLists: await usagePlansOf(client, ServiceId), ExclusiveSetName: "" };
    });
    const content = elements(
      client,
      name,
      "lists",
      services.filter((service) => service !== undefined),
    );
    const outputs = { id: joined(inputs, ["serviceName", "serviceId"]), lists: content };
    return concluded(client, inputs, outputs, { content, keys: { netTypes: "net_type" } });
  },
};
