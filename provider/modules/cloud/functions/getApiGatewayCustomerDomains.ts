// The custom domains of a service: a list, and the path mappings of domains without the default mapping.
// See docs/modules/cloud.md#getapigatewaycustomerdomains.
import { objectOf, rowsOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import { mapConcurrently } from "../../../kit/concurrency";
import type { RemoteDomain, RemoteMappings } from "../remote";
import { cloudFunction } from "./cloud-function";
import { elementsOf } from "./outputs";
import { isGiven, nonEmpty } from "./requests";

const name = "getApiGatewayCustomerDomains";

/** Lists the custom domains of one service. */
export const getApiGatewayCustomerDomains = cloudFunction(name, {
  rules: nonEmpty("serviceId"),
  async read({ serviceId }, client) {
    const domains: RemoteDomain[] = await client.readPages("DescribeServiceSubDomains", { ServiceId: serviceId }, "DomainSet");
    const rows = await mapConcurrently(domains, async (domain) => ({
      ...domain,
      IsStatusOn: domain.Status === 1,
      PathMappings: await mappingsOf(client, serviceId, domain),
    }));
    const lists = elementsOf(client, name, "lists", rows);
    return { outputs: { id: serviceId, lists }, file: { content: lists } };
  },
});

async function mappingsOf(client: CloudClient, serviceId: string, { DomainName, IsDefaultMapping }: RemoteDomain): Promise<PlainMap[]> {
  if (IsDefaultMapping !== false || !isGiven(DomainName)) return [];
  const result = await client.read("DescribeServiceSubDomainMappings", { ServiceId: serviceId, SubDomain: DomainName });
  const { PathMappingSet }: RemoteMappings = objectOf(result);
  return rowsOf(PathMappingSet);
}
