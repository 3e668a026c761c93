// The view of an application on one API. See docs/modules/cloud.md#application-views.
import { cloudFunction } from "./cloud-function";
import { elementsOf, joinInputs } from "./outputs";
import { limitedAttempts, nonEmpty, queryParams } from "./requests";

const name = "getApiGatewayApiAppApi";
const keys = ["serviceId", "apiId", "apiRegion"];

/** Returns one API as a list with one element; the list is empty where the service returns null. */
export const getApiGatewayApiAppApi = cloudFunction(name, {
  rules: nonEmpty(...keys),
  async read(inputs, client) {
    const api = await client.readResult("DescribeApiForApiApp", queryParams(inputs, keys), limitedAttempts);
    const results = elementsOf(client, name, "results", api === undefined ? [] : [api]);
    return { outputs: { id: joinInputs(inputs, keys), results }, file: { content: results, keys: { values: "value" } } };
  },
});
