// The bindings of applications to APIs. See docs/modules/cloud.md#getapigatewaybindapiappsstatus.
import { cloudFunction } from "./cloud-function";
import { elementsOf, hashOf } from "./outputs";
import { limitedAttempts, nonEmpty, queryParams } from "./requests";

const name = "getApiGatewayBindApiAppsStatus";

/** Lists bindings: all of them in one element; no element without a binding. */
export const getApiGatewayBindApiAppsStatus = cloudFunction(name, {
  rules: { properties: { ...nonEmpty("serviceId").properties, apiIds: { minItems: 1 } } },
  async read(inputs, client) {
    const params = queryParams(inputs, ["serviceId", "apiIds", "filters"]);
    const rows = await client.readPages("DescribeApiBindApiAppsStatus", params, "ApiAppApiSet", limitedAttempts);
    const results = elementsOf(client, name, "results", rows.length === 0 ? [] : [{ ApiAppApiSets: rows }]);
    return { outputs: { id: hashOf(rows.map(({ ApiAppId }) => ApiAppId)), results }, file: { content: results } };
  },
});
