// The binding of a plugin to one API in one environment. See docs/modules/cloud.md#plugin-attachments.
import type { Cloud } from "../../../core/gen/types";
import { attachment } from "./attachment";
import { contentsOf, listWithin } from "./listing";
import { pluginApis, plugins } from "../collections";
import { paramsOf } from "../mapping";

const place = ["pluginId", "serviceId", "environmentName"];

/** A binding of a plugin. */
export const ApiGatewayPluginAttachment = attachment<
  (typeof pluginApis.ids.names)[number],
  Cloud.ApiGatewayPluginAttachmentInputs,
  Cloud.ApiGatewayPluginAttachmentState
>({
  rows: pluginApis,
  output: "apiGatewayPluginAttachmentId",
  bind: (parts, client) => client.write("AttachPlugin", { ...paramsOf(parts, place), ApiIds: [parts.apiId] }),
  unbind: (parts, client, isBound) => client.remove("DetachPlugin", paramsOf(parts, [...place, "apiId"]), pluginApis.gone, isBound),
  list: listWithin(plugins, contentsOf(pluginApis)),
});
