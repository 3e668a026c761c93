// The custom domains of a service (cloud-lookups.md 8.16): a list, and the path mappings of those domains that do not have the default one.
import type { ProviderFunction } from "../../../core/contract";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { concluded, elements, given, kept, nonEmpty, type InputsOf, type OutputsOf } from "./results";

const name = "getApiGatewayCustomerDomains";

/** Lists custom domains of one service. */
export const getApiGatewayCustomerDomains: ProviderFunction<CloudClient, InputsOf<typeof name>, OutputsOf<typeof name>> = {
  rules: nonEmpty("serviceId"),
  cacheable: kept,
  async read(typed, { client }) {
    const { serviceId } = typed;
    const domains = await client.readPages("DescribeServiceSubDomains", { ServiceId: serviceId }, "DomainSet");
    const rows = await fanOut(domains, async (domain) => ({
      ...domain,
      IsStatusOn: domain["Status"] === 1,
      PathMappings: await mappings(client, serviceId, domain),
    }));
    const content = elements(client, name, "lists", rows);
    return concluded(client, typed, { id: serviceId, lists: content }, { content });
  },
};

async function mappings(client: CloudClient, serviceId: string, { DomainName, IsDefaultMapping }: PlainMap): Promise<PlainMap[]> {
  if (IsDefaultMapping !== false || !given(DomainName)) return [];
  const answer = await client.read("DescribeServiceSubDomainMappings", { ServiceId: serviceId, SubDomain: DomainName });
  const set = isObject(answer) ? answer["PathMappingSet"] : undefined;
  return Array.isArray(set) ? set.filter(isObject) : [];
}
