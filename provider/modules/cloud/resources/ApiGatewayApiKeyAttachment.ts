// The binding of a key to a usage plan. See docs/modules/cloud.md#api-key-attachments.
import { ProviderError } from "../../../core/errors/errors";
import type { Cloud } from "../../../core/gen/types";
import type { PlainMap } from "../../../core/values/value";
import { withCodeHint } from "../errors";
import { attachment } from "./attachment";
import type { Parts } from "../ids";
import { unbindKeys } from "./keys";
import { contentsOf, listWithin } from "./listing";
import { apiKeys, planKeys, usagePlans } from "../collections";

type Name = (typeof planKeys.ids.names)[number];

const disabledKey = "The key is disabled. Set `status` of its ApiGatewayApiKey to on before binding it.";

const bindingParams = ({ apiKeyId, usagePlanId }: Parts<Name>): PlainMap => ({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });

/** A binding of a key. */
export const ApiGatewayApiKeyAttachment = attachment<Name, Cloud.ApiGatewayApiKeyAttachmentInputs, Cloud.ApiGatewayApiKeyAttachmentState>({
  rows: planKeys,
  output: "apiGatewayApiKeyAttachmentId",
  isDelayed: true,

  async bind(parts, client) {
    const { apiKeyId, usagePlanId } = parts;
    await client.object("DescribeUsagePlan", { UsagePlanId: usagePlanId });
    if (!(await apiKeys.findAlone(apiKeyId, client)))
      throw new ProviderError("not_found", `key ${apiKeyId} does not exist. Check its ID and the region.`);
    await withCodeHint(["UnsupportedOperation.InvalidStatus"], disabledKey, async () =>
      client.write("BindSecretIds", bindingParams(parts)),
    );
  },

  async unbind(parts, client, isBound) {
    await unbindKeys(client, parts.usagePlanId, [parts.apiKeyId]);
    await client.waitUntil(`removal of binding ${planKeys.ids.join(parts)}`, async () => !(await isBound()) || undefined);
  },

  list: listWithin(usagePlans, contentsOf(planKeys)),
});
