// The binding of an IP strategy to one API in one environment (cloud-resources.md 4.12).
import type { Found, LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { ids, part } from "./ids";

type Inputs = Cloud.ApiGatewayStrategyAttachmentInputs;
type State = Cloud.ApiGatewayStrategyAttachmentState;

const form = ids(["serviceId", "strategyId", "bindApiId", "environmentName"], "service-k3v9x2ab#IPStrategy-9m2c4x7e#api-7fq2m0zd#release");
const gone = ["ResourceNotFound.InvalidIPStrategy", "ResourceNotFound.InvalidService", "ResourceNotFound.InvalidApi"];

const placeOf = (id: string): PlainMap => {
  const { serviceId, strategyId, environmentName } = form.split(id);
  return { ServiceId: serviceId, StrategyId: strategyId, EnvironmentName: environmentName };
};

async function find(id: string, client: CloudClient): Promise<Found<State> | undefined> {
  const parts = form.split(id);
  const bound = await client.findPages("DescribeIPStrategy", placeOf(id), "BindApis", gone);
  const here = bound?.some(({ ApiId }) => ApiId === parts.bindApiId);
  return here ? { id, state: { ...parts, apiGatewayStrategyAttachmentId: id } } : undefined;
}

/** A binding of an IP strategy. */
export const ApiGatewayStrategyAttachment: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { serviceId: part, strategyId: part, bindApiId: part } },
  checkId: form.check,
  // All is written by create; it remains to wait until it shows.
  birth: (inputs) => inputs,

  async create(inputs, client) {
    const id = form.join(inputs);
    await client.write("BindIPStrategy", { ...placeOf(id), BindApiIds: [inputs.bindApiId] });
    return { id, outputs: { apiGatewayStrategyAttachmentId: id } };
  },

  recover: async (inputs, client) => (await find(form.join(inputs), client))?.id,
  async apply(id, _inputs, _previous, client) {
    await client.until(`the binding ${id}`, () => find(id, client));
  },
  read: find,
  delete: (id, client) => client.undo("UnBindIPStrategy", { ...placeOf(id), UnBindApiIds: [form.split(id).bindApiId] }, gone),
};
