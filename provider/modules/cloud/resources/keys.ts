// Bindings of API keys to usage plans. A key is bound to a plan as a whole, whichever resource bound it. See docs/modules/cloud.md#api-key-attachments.
import { scalarText } from "../../../core/values/records";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes } from "../gone";

/** Codes with which the service rejects binding a key that is already bound. */
const boundKeyCodes = ["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"];

/** Codes with which the service rejects unbinding a key that is not bound, among other reasons. */
const maybeUnboundCodes = [...goneCodes("key"), "UnsupportedOperation.RequestPostError"];

/** Returns the keys that are bound to a plan. */
export async function readBoundKeys(client: CloudClient, usagePlanId: string): Promise<string[]> {
  const members = ["AccessKeyId"];
  const rows = await client.readPages("DescribeUsagePlanSecretIds", { UsagePlanId: usagePlanId }, "AccessKeyList", { members });
  return rows.map(({ AccessKeyId }) => scalarText(AccessKeyId));
}

/** Binds keys to a plan. The service rejects the whole list when one key is already bound; then the others are bound. */
export async function bindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  try {
    await client.write("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] });
  } catch (error) {
    if (!hasVendorCode(error, boundKeyCodes)) throw error;
    const bound = new Set(await readBoundKeys(client, usagePlanId));
    const missing = keys.filter((key) => !bound.has(key));
    if (missing.length === keys.length) throw error;
    if (missing.length > 0) await bindKeys(client, usagePlanId, missing);
  }
}

/** Unbinds keys. The service rejects the whole list when one key is not bound; then those that are still bound are unbound. */
export async function unbindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  try {
    await client.remove("UnBindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] }, goneCodes("plan"));
  } catch (error) {
    if (!hasVendorCode(error, maybeUnboundCodes)) throw error;
    const bound = new Set(await readBoundKeys(client, usagePlanId));
    const left = keys.filter((key) => bound.has(key));
    if (left.length === keys.length) throw error;
    if (left.length > 0) await unbindKeys(client, usagePlanId, left);
  }
}
