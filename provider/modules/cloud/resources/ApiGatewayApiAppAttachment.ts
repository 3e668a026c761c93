// The binding of an application to one API in one environment (cloud-resources.md 4.14).
import type { Found, LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { bindAnew } from "./binding";
import { ids, part } from "./ids";

type Inputs = Cloud.ApiGatewayApiAppAttachmentInputs;
type State = Cloud.ApiGatewayApiAppAttachmentState;

const form = ids(["apiAppId", "environment", "serviceId", "apiId"], "app-q1z5h8kd#test#service-k3v9x2ab#api-7fq2m0zd");
const gone = [
  ...["ResourceNotFound.InvalidApiApp", "ResourceNotFound.InvalidApi", "ResourceNotFound.InvalidService"],
  "UnsupportedOperation.ResourceUnassociated",
];

const paramsOf = (id: string): PlainMap => {
  const { apiAppId, environment, serviceId, apiId } = form.split(id);
  return { ApiAppId: apiAppId, Environment: environment, ServiceId: serviceId, ApiId: apiId };
};

async function find(id: string, client: CloudClient): Promise<Found<State> | undefined> {
  const parts = form.split(id);
  const wanted = { ApiId: parts.apiId, ServiceId: parts.serviceId, Environment: parts.environment };
  const Filters = Object.entries(wanted).map(([Name, value]) => ({ Name, Values: [value] }));
  const rows = await client.findPages("DescribeApiAppBindApisStatus", { ApiAppId: parts.apiAppId, Filters }, "ApiAppApiSet", gone);
  const here = rows?.some(
    ({ ApiAppId, EnvironmentName, ServiceId, ApiId }) => [ApiAppId, EnvironmentName, ServiceId, ApiId].join("#") === id,
  );
  return here ? { id, state: { ...parts, apiGatewayApiAppAttachmentId: id } } : undefined;
}

/** A binding of an application. */
export const ApiGatewayApiAppAttachment: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { apiAppId: part, serviceId: part, apiId: part } },
  checkId: form.check,

  async create(inputs, client) {
    const id = form.join(inputs);
    await bindAnew({ id, codes: ["UnsupportedOperation.ResourceAssociated"], look: () => find(id, client) }, async () =>
      client.write("BindApiApp", paramsOf(id)),
    );
    return { id, outputs: { apiGatewayApiAppAttachmentId: id } };
  },

  recover: async (inputs, client) => (await find(form.join(inputs), client))?.id,
  read: find,
  delete: (id, client) => client.undo("UnbindApiApp", paramsOf(id), gone),
};
