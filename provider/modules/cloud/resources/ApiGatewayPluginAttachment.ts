// The binding of a plugin to one API in one environment. See docs/modules/cloud.md#plugin-attachments.
import type { Cloud } from "../../../core/gen/types";
import { sameTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes } from "../gone";
import { attachment } from "./attachment";
import { idFormat, idPart, type Parts } from "./ids";
import { listIn, textIn } from "./listing";

const ids = idFormat(["pluginId", "serviceId", "environmentName", "apiId"], "plugin-b6n0t3ys#service-k3v9x2ab#release#api-7fq2m0zd");
type Name = (typeof ids.names)[number];

const gone = goneCodes("plugin", "api");
/** Codes with which the service rejects the removal of a binding that does not exist, among other reasons. */
const maybeDetachedCodes = ["InvalidParameterValue.InvalidApiIds", "InvalidParameterValue.InvalidEnvStatus"];

const placeOf = ({ pluginId, serviceId, environmentName }: Parts<Name>): PlainMap => ({
  PluginId: pluginId,
  ServiceId: serviceId,
  EnvironmentName: environmentName,
});

async function isBound(parts: Parts<Name>, client: CloudClient): Promise<boolean | undefined> {
  const rows = await client.findPages("DescribePluginApis", { PluginId: parts.pluginId }, "AttachedApis", gone);
  const isSame = ({ ServiceId, Environment, ApiId }: PlainMap): boolean =>
    ServiceId === parts.serviceId && Environment === parts.environmentName && ApiId === parts.apiId;
  return rows?.some(isSame);
}

/** A binding of a plugin. */
export const ApiGatewayPluginAttachment = attachment<Name, Cloud.ApiGatewayPluginAttachmentInputs, Cloud.ApiGatewayPluginAttachmentState>({
  ids,
  properties: sameTraits(ids.names, { validate: idPart }),
  state: (parts, id) => ({ ...parts, apiGatewayPluginAttachmentId: id }),
  bind: (parts, client) => client.write("AttachPlugin", { ...placeOf(parts), ApiIds: [parts.apiId] }),
  isBound,

  async unbind(parts, client) {
    try {
      await client.deleteIgnoringMissing("DetachPlugin", { ...placeOf(parts), ApiId: parts.apiId }, gone);
    } catch (error) {
      if (!hasVendorCode(error, maybeDetachedCodes) || (await isBound(parts, client))) throw error;
    }
  },

  list: listIn("plugin", async function* ({ id: pluginId, rowsOf }) {
    const action = "DescribePluginApis";
    for await (const row of rowsOf(action, { PluginId: pluginId }, "AttachedApis")) {
      const part = (member: string): string => textIn(row, member, action);
      const id = ids.join({ pluginId, serviceId: part("ServiceId"), environmentName: part("Environment"), apiId: part("ApiId") });
      yield { id, name: id };
    }
  }),
});
