// The binding of an application to one API in one environment. See docs/modules/cloud.md#application-attachments.
import type { Cloud } from "../../../core/gen/types";
import { attachment } from "./attachment";
import { contentsOf, listWithin } from "./listing";
import { appApis, apps } from "../collections";
import { paramsOf } from "../mapping";

const { names } = appApis.ids;

/** A binding of an application. */
export const ApiGatewayApiAppAttachment = attachment<
  (typeof names)[number],
  Cloud.ApiGatewayApiAppAttachmentInputs,
  Cloud.ApiGatewayApiAppAttachmentState
>({
  rows: appApis,
  output: "apiGatewayApiAppAttachmentId",
  bind: (parts, client) => client.write("BindApiApp", paramsOf(parts, names)),
  unbind: (parts, client) => client.remove("UnbindApiApp", paramsOf(parts, names), appApis.gone),
  list: listWithin(apps, contentsOf(appApis)),
});
