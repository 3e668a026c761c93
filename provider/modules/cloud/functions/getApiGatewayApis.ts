// The APIs of a service with their settings (cloud-lookups.md 8.14): a list, and one call for each row of it.
import type { ProviderFunction } from "../../../core/contract";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import { fanOut, type CloudClient } from "../client";
import { concluded, elements, filters, joined, kept, nonEmpty, sent, type InputsOf, type OutputsOf } from "./results";

const name = "getApiGatewayApis";
const vanished = ["ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService"];

/** Lists APIs of one service. An API that goes away meanwhile is left out. */
export const getApiGatewayApis: ProviderFunction<CloudClient, InputsOf<typeof name>, OutputsOf<typeof name>> = {
  rules: nonEmpty("serviceId"),
  cacheable: kept,
  async read(typed, { client }) {
    const inputs = typed as unknown as PlainMap;
    const wanted = { ...sent(inputs, ["serviceId"]), ...filters(inputs, { apiId: "ApiId", apiName: "ApiName" }) };
    const rows = await client.readPages("DescribeApisStatus", wanted, "ApiIdStatusSet");
    const details = await fanOut(rows, ({ ServiceId, ApiId = null }) =>
      client.find("DescribeApi", { ServiceId: ServiceId ?? typed.serviceId, ApiId }, vanished),
    );
    const content = elements(client, name, "lists", details.filter((api) => api !== undefined).map(flat));
    return concluded(client, inputs, { id: joined(inputs, ["apiName", "apiId"]), lists: content }, { content });
  },
};

/** The element has the settings of front end and back end beside the others. */
function flat(api: PlainMap): PlainMap {
  const [front, back] = [api["RequestConfig"], api["ServiceConfig"]].map((part) => (isObject(part) ? part : {})) as [PlainMap, PlainMap];
  return {
    ...api,
    RequestConfigPath: front["Path"] ?? null,
    RequestConfigMethod: front["Method"] ?? null,
    ServiceConfigType: api["ServiceType"] ?? null,
    ServiceConfigTimeout: api["ServiceTimeout"] ?? null,
    ServiceConfigProduct: back["Product"] ?? null,
    ServiceConfigVpcId: back["UniqVpcId"] ?? null,
    ServiceConfigUrl: back["Url"] ?? null,
    ServiceConfigPath: back["Path"] ?? null,
    ServiceConfigMethod: back["Method"] ?? null,
    ServiceConfigScfFunctionName: api["ServiceScfFunctionName"] ?? null,
    ServiceConfigScfFunctionNamespace: api["ServiceScfFunctionNamespace"] ?? null,
    ServiceConfigScfFunctionQualifier: api["ServiceScfFunctionQualifier"] ?? null,
    ServiceConfigMockReturnMessage: api["ServiceMockReturnMessage"] ?? null,
  };
}
