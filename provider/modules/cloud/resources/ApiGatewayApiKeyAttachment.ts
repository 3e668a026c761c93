// The binding of a key to a usage plan. See docs/modules/cloud.md#api-key-attachments.
import { ProviderError } from "../../../core/errors";
import type { Cloud } from "../../../core/gen/types";
import { sameTraits } from "../../../core/traits";
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";
import { withHint } from "../errors";
import { goneCodes } from "../gone";
import type { RemoteUsagePlan } from "../remote";
import { attachment, requireObject } from "./attachment";
import { idFormat, idPart, type Parts } from "./ids";
import { boundKeyCodes, findKey } from "./keys";
import { listIn, textIn } from "./listing";

const ids = idFormat(["apiKeyId", "usagePlanId"], "AKIDz8krbsJ5yKBZQpn74WFkmLPx3exampl#usagePlan-w8d1r5tc");
type Name = (typeof ids.names)[number];

const gone = goneCodes("plan", "key");
const disabledKey = "The key is disabled. Set `status` of its ApiGatewayApiKey to on before binding it.";

const paramsOf = ({ apiKeyId, usagePlanId }: Parts<Name>): PlainMap => ({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });

async function isBound({ apiKeyId, usagePlanId }: Parts<Name>, client: CloudClient): Promise<boolean | undefined> {
  const plan: RemoteUsagePlan | undefined = await client.find("DescribeUsagePlan", { UsagePlanId: usagePlanId }, gone);
  const keys = plan?.BindSecretIds;
  return plan && Array.isArray(keys) && keys.includes(apiKeyId);
}

/** A binding of a key. */
export const ApiGatewayApiKeyAttachment = attachment<Name, Cloud.ApiGatewayApiKeyAttachmentInputs, Cloud.ApiGatewayApiKeyAttachmentState>({
  ids,
  properties: sameTraits(ids.names, { validate: idPart }),
  state: (parts, id) => ({ ...parts, apiGatewayApiKeyAttachmentId: id }),
  boundCodes: boundKeyCodes,
  isDelayed: true,
  isBound,

  async bind(parts, client) {
    const { apiKeyId, usagePlanId } = parts;
    await requireObject(client, "DescribeUsagePlan", { UsagePlanId: usagePlanId }, `usage plan ${usagePlanId}`);
    if (!(await findKey(apiKeyId, client)))
      throw new ProviderError("not_found", `key ${apiKeyId} does not exist. Check its ID and the region.`);
    await withHint(["UnsupportedOperation.InvalidStatus"], disabledKey, async () => client.write("BindSecretIds", paramsOf(parts)));
  },

  async unbind(parts, client) {
    await client.deleteIgnoringMissing("UnBindSecretIds", paramsOf(parts), gone);
    await client.waitUntilVisible(`removal of binding ${ids.join(parts)}`, async () => !(await isBound(parts, client)) || undefined);
  },

  list: listIn("plan", async function* ({ id: usagePlanId, rowsOf }) {
    const action = "DescribeUsagePlanSecretIds";
    for await (const row of rowsOf(action, { UsagePlanId: usagePlanId }, "AccessKeyList")) {
      const id = ids.join({ apiKeyId: textIn(row, "AccessKeyId", action), usagePlanId });
      yield { id, name: id };
    }
  }),
});
