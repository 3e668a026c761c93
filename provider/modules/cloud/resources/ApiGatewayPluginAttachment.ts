// The binding of a plugin to one API in one environment (cloud-resources.md 4.13).
import type { Found, LegacyResource as Resource } from "../../../core/legacy-contract";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { isCode } from "../errors";
import { ids, part } from "./ids";

type Inputs = Cloud.ApiGatewayPluginAttachmentInputs;
type State = Cloud.ApiGatewayPluginAttachmentState;

const form = ids(["pluginId", "serviceId", "environmentName", "apiId"], "plugin-b6n0t3ys#service-k3v9x2ab#release#api-7fq2m0zd");
const gone = ["ResourceNotFound.InvalidPlugin", "ResourceNotFound.InvalidService", "ResourceNotFound.InvalidApi"];
/** How the service refuses to detach what is not attached, among other reasons. */
const perhapsDetached = ["InvalidParameterValue.InvalidApiIds", "InvalidParameterValue.InvalidEnvStatus"];

const placeOf = (id: string): PlainMap => {
  const { pluginId, serviceId, environmentName } = form.split(id);
  return { PluginId: pluginId, ServiceId: serviceId, EnvironmentName: environmentName };
};

async function find(id: string, client: CloudClient): Promise<Found<State> | undefined> {
  const parts = form.split(id);
  const rows = await client.findPages("DescribePluginApis", { PluginId: parts.pluginId }, "AttachedApis", gone);
  const here = rows?.some(
    ({ ServiceId, Environment, ApiId }) => ServiceId === parts.serviceId && Environment === parts.environmentName && ApiId === parts.apiId,
  );
  return here ? { id, state: { ...parts, apiGatewayPluginAttachmentId: id } } : undefined;
}

/** A binding of a plugin. */
export const ApiGatewayPluginAttachment: Resource<CloudClient, Inputs, State> = {
  rules: { properties: { pluginId: part, serviceId: part, apiId: part } },
  checkId: form.check,

  async create(inputs, client) {
    const id = form.join(inputs);
    await client.write("AttachPlugin", { ...placeOf(id), ApiIds: [inputs.apiId] });
    return { id, outputs: { apiGatewayPluginAttachmentId: id } };
  },

  recover: async (inputs, client) => (await find(form.join(inputs), client))?.id,
  read: find,

  async delete(id, client) {
    try {
      await client.undo("DetachPlugin", { ...placeOf(id), ApiId: form.split(id).apiId }, gone);
    } catch (error) {
      if (!isCode(error, perhapsDetached) || (await find(id, client))) throw error;
    }
  },
};
