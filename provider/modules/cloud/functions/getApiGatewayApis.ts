// The APIs of a service with their settings: a list, and one request per row. See docs/modules/cloud.md#getapigatewayapis.
import { objectOf } from "../../../core/values/records";
import type { PlainMap } from "../../../core/values/value";
import { mapConcurrently } from "../../../kit/concurrency";
import { goneCodes } from "../gone";
import type { RemoteApi, RemoteBackEnd, RemoteFrontEnd } from "../remote";
import { cloudFunction } from "./cloud-function";
import { elementsOf, joinInputs } from "./outputs";
import { filtersOf, nonEmpty, queryParams } from "./requests";

const name = "getApiGatewayApis";

/** Lists the APIs of one service. An API that is deleted meanwhile is omitted. */
export const getApiGatewayApis = cloudFunction(name, {
  rules: nonEmpty("serviceId"),
  async read(inputs, client) {
    const params = { ...queryParams(inputs, ["serviceId"]), ...filtersOf(inputs, { apiId: "ApiId", apiName: "ApiName" }) };
    const rows = await client.readPages("DescribeApisStatus", params, "ApiIdStatusSet");
    const details = await mapConcurrently(rows, ({ ServiceId, ApiId = null }) =>
      client.find("DescribeApi", { ServiceId: ServiceId ?? inputs.serviceId, ApiId }, goneCodes("api")),
    );
    const lists = elementsOf(client, name, "lists", details.filter((api) => api !== undefined).map(flatten));
    return { outputs: { id: joinInputs(inputs, ["apiName", "apiId"]), lists }, file: { content: lists } };
  },
});

/** Returns the API with the settings of front end and back end as members of its own. */
function flatten(api: RemoteApi): PlainMap {
  const { ServiceType = null, ServiceTimeout = null, RequestConfig, ServiceConfig } = api;
  const frontEnd: RemoteFrontEnd = objectOf(RequestConfig);
  const backEnd: RemoteBackEnd = objectOf(ServiceConfig);
  return {
    ...api,
    RequestConfigPath: frontEnd.Path ?? null,
    RequestConfigMethod: frontEnd.Method ?? null,
    ServiceConfigType: ServiceType,
    ServiceConfigTimeout: ServiceTimeout,
    ServiceConfigProduct: backEnd.Product ?? null,
    ServiceConfigVpcId: backEnd.UniqVpcId ?? null,
    ServiceConfigUrl: backEnd.Url ?? null,
    ServiceConfigPath: backEnd.Path ?? null,
    ServiceConfigMethod: backEnd.Method ?? null,
    ServiceConfigScfFunctionName: api.ServiceScfFunctionName ?? null,
    ServiceConfigScfFunctionNamespace: api.ServiceScfFunctionNamespace ?? null,
    ServiceConfigScfFunctionQualifier: api.ServiceScfFunctionQualifier ?? null,
    ServiceConfigMockReturnMessage: api.ServiceMockReturnMessage ?? null,
  };
}
