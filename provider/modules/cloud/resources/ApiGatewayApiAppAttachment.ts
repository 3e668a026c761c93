// The binding of an application to one API in one environment. See docs/modules/cloud.md#application-attachments.
import type { Cloud } from "../../../core/gen/types";
import { scalarText } from "../../../core/records";
import { sameTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import { goneCodes } from "../gone";
import { attachment } from "./attachment";
import { idFormat, idPart, type Parts } from "./ids";
import { listIn, textIn } from "./listing";

const ids = idFormat(["apiAppId", "environment", "serviceId", "apiId"], "app-q1z5h8kd#test#service-k3v9x2ab#api-7fq2m0zd");
const gone = [...goneCodes("app", "api"), "UnsupportedOperation.ResourceUnassociated"];

const paramsOf = ({ apiAppId, environment, serviceId, apiId }: Parts<"apiAppId" | "environment" | "serviceId" | "apiId">): PlainMap => ({
  ApiAppId: apiAppId,
  Environment: environment,
  ServiceId: serviceId,
  ApiId: apiId,
});

/** A binding of an application. */
export const ApiGatewayApiAppAttachment = attachment<
  (typeof ids.names)[number],
  Cloud.ApiGatewayApiAppAttachmentInputs,
  Cloud.ApiGatewayApiAppAttachmentState
>({
  ids,
  properties: sameTraits(ids.names, { validate: idPart }),
  state: (parts, id) => ({ ...parts, apiGatewayApiAppAttachmentId: id }),
  boundCodes: ["UnsupportedOperation.ResourceAssociated"],
  bind: (parts, client) => client.write("BindApiApp", paramsOf(parts)),
  unbind: (parts, client) => client.deleteIgnoringMissing("UnbindApiApp", paramsOf(parts), gone),

  async isBound(parts, client) {
    const identity = { ApiId: parts.apiId, ServiceId: parts.serviceId, Environment: parts.environment };
    const Filters = Object.entries(identity).map(([Name, value]) => ({ Name, Values: [value] }));
    const rows = await client.findPages("DescribeApiAppBindApisStatus", { ApiAppId: parts.apiAppId, Filters }, "ApiAppApiSet", gone);
    const id = ids.join(parts);
    return rows?.some(
      ({ ApiAppId, EnvironmentName, ServiceId, ApiId }) => [ApiAppId, EnvironmentName, ServiceId, ApiId].map(scalarText).join("#") === id,
    );
  },

  list: listIn("app", async function* ({ id: apiAppId, rowsOf }) {
    const action = "DescribeApiAppBindApisStatus";
    for await (const row of rowsOf(action, { ApiAppId: apiAppId }, "ApiAppApiSet")) {
      const part = (member: string): string => textIn(row, member, action);
      const id = ids.join({ apiAppId, environment: part("EnvironmentName"), serviceId: part("ServiceId"), apiId: part("ApiId") });
      yield { id, name: id };
    }
  }),
});
