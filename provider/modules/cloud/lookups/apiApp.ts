// What an application sees of one API and of one service (cloud-lookups.md 8.8, 8.9).
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import { fromRemote } from "../naming";
import { elements, joined } from "./answer";
import { single } from "./single";

/** One API, as a list of one element; of none where the service answers null. */
export const getApiGatewayApiAppApi = single("getApiGatewayApiAppApi", {
  action: "DescribeApiForApiApp",
  need: ["serviceId", "apiId", "apiRegion"],
  send: ["serviceId", "apiId", "apiRegion"],
  read(answer, { inputs, client }) {
    const rows = Object.keys(answer).length === 0 ? [] : [answer];
    const results = elements(client, "getApiGatewayApiAppApi", "results", rows);
    const id = joined(inputs, ["serviceId", "apiId", "apiRegion"]);
    return { outputs: { id, results }, file: { content: results, keys: { values: "value" } } };
  },
});

/** The record of one service; what the service leaves null is left out. */
export const getApiGatewayApiAppService = single("getApiGatewayApiAppService", {
  action: "DescribeServiceForApiApp",
  need: ["serviceId", "apiRegion"],
  send: ["serviceId", "apiRegion"],
  read(answer, { inputs, client }) {
    const { schema } = client.place;
    const shape = schema.function("quartet:cloud:getApiGatewayApiAppService")?.outputs ?? {};
    const { id: _id, resultOutputFile: _file, serviceId: _service, apiRegion: _region, ...own } = shape.properties ?? {};
    const record: PlainMap = fromRemote(schema, { properties: own, required: shape.required }, isObject(answer) ? answer : {});
    const content = [{ serviceId: inputs["serviceId"]!, apiRegion: inputs["apiRegion"]!, ...record }];
    return { outputs: { id: inputs["serviceId"]!, ...record }, file: { content } };
  },
});
