// The bindings of applications to APIs (cloud-lookups.md 8.15).
import type { ProviderFunction } from "../../../core/contract";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { brief, concluded, elements, hash, kept, nonEmpty, sent, type InputsOf, type OutputsOf } from "./results";

const name = "getApiGatewayBindApiAppsStatus";

/** Lists bindings, all of them in one element; no element where there is no binding. */
export const getApiGatewayBindApiAppsStatus: ProviderFunction<CloudClient, InputsOf<typeof name>, OutputsOf<typeof name>> = {
  rules: { properties: { ...nonEmpty("serviceId").properties, apiIds: { minItems: 1 } } },
  cacheable: kept,
  async read(typed, { client }) {
    const inputs = typed as unknown as PlainMap;
    const wanted = sent(inputs, ["serviceId", "apiIds", "filters"]);
    const rows = await client.readPages("DescribeApiBindApiAppsStatus", wanted, "ApiAppApiSet", brief);
    const results = elements(client, name, "results", rows.length === 0 ? [] : [{ ApiAppApiSets: rows }]);
    return concluded(client, inputs, { id: hash(rows.map(({ ApiAppId }) => ApiAppId)), results }, { content: results });
  },
};
