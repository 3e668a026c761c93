// What an application sees of one API and of one service (cloud-lookups.md 8.8, 8.9).
import type { ProviderFunction } from "../../../core/contract";
import { isObject } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { fromRemote } from "../mapping";
import { brief, concluded, elements, joined, kept, nonEmpty, sent, type InputsOf, type OutputsOf } from "./results";
import { single } from "./detail";

const one = "getApiGatewayApiAppApi";
const named = ["serviceId", "apiId", "apiRegion"];

/** One API, as a list of one element; of none where the service answers null. */
export const getApiGatewayApiAppApi: ProviderFunction<CloudClient, InputsOf<typeof one>, OutputsOf<typeof one>> = {
  rules: nonEmpty(...named),
  cacheable: kept,
  async read(typed, { client }) {
    const inputs = typed as unknown as PlainMap;
    const api = await client.readResult("DescribeApiForApiApp", sent(inputs, named), brief);
    const results = elements(client, one, "results", api === undefined ? [] : [api]);
    return concluded(client, inputs, { id: joined(inputs, named), results }, { content: results, keys: { values: "value" } });
  },
};

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
