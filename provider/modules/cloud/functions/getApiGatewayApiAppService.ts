// The view of an application on one service. See docs/modules/cloud.md#application-views.
import { declaredOutputs } from "../../../kit/tables";
import { fromRemote } from "../mapping";
import { detailFunction } from "./detail-function";

/** Returns the record of one service; members that are null in the response are absent. */
export const getApiGatewayApiAppService = detailFunction("getApiGatewayApiAppService", {
  action: "DescribeServiceForApiApp",
  required: ["serviceId", "apiRegion"],
  send: ["serviceId", "apiRegion"],
  result(service, { inputs, client }) {
    const { schema } = client.configuration;
    const { properties = {}, required } = declaredOutputs(schema, "quartet:cloud:getApiGatewayApiAppService");
    const { id: _id, resultOutputFile: _file, serviceId: _service, apiRegion: _region, ...own } = properties;
    const record = fromRemote(schema, { properties: own, required }, service);
    const { serviceId = null, apiRegion = null } = inputs;
    return { outputs: { id: serviceId, ...record }, file: { content: [{ serviceId, apiRegion, ...record }] } };
  },
});
