// API keys, and their bindings to usage plans. A key is bound to a plan as a whole, whichever resource bound it. See docs/modules/cloud.md#api-key-attachments.
import { scalarText } from "../../../core/records";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes } from "../gone";
import type { RemoteApiKey } from "../remote";

/** Returns the key of that ID as the service returns it; undefined when it does not exist. The filter of the list matches parts of IDs. */
export async function findKey(id: string, client: CloudClient): Promise<RemoteApiKey | undefined> {
  const query = { Filters: [{ Name: "AccessKeyId", Values: [id] }] };
  const rows = await client.findPages("DescribeApiKeysStatus", query, "ApiKeySet", goneCodes("key"));
  return rows?.find(({ AccessKeyId }) => AccessKeyId === id);
}

/** Codes with which the service rejects binding a key that is already bound. */
export const boundKeyCodes = ["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"];

/** Codes with which the service rejects unbinding a key that is not bound, among other reasons. */
const maybeUnboundCodes = [...goneCodes("key"), "UnsupportedOperation.RequestPostError"];

/** Returns the keys that are bound to a plan; undefined when the plan does not exist. */
export async function readBoundKeys(client: CloudClient, usagePlanId: string): Promise<string[] | undefined> {
  const rows = await client.findPages("DescribeUsagePlanSecretIds", { UsagePlanId: usagePlanId }, "AccessKeyList", goneCodes("plan"));
  return rows?.map(({ AccessKeyId }) => scalarText(AccessKeyId));
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
    await client.deleteIgnoringMissing("UnBindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] }, goneCodes("plan"));
  } catch (error) {
    if (!hasVendorCode(error, maybeUnboundCodes)) throw error;
    const bound = new Set(await readBoundKeys(client, usagePlanId));
    const left = keys.filter((key) => bound.has(key));
    if (left.length === keys.length) throw error;
    if (left.length > 0) await unbindKeys(client, usagePlanId, left);
  }
}
