// Bindings of API keys to usage plans. A key is bound to a plan as a whole, whichever resource bound it. See docs/modules/cloud.md#api-key-attachments.
import { asProviderError } from "../../../core/errors/errors";
import { scalarText } from "../../../core/values/records";
import type { CloudClient } from "../client";
import { hasVendorCode } from "../errors";
import { goneCodes, isMaybeRemoved, unlessGone } from "../gone";

/** Codes with which the service rejects binding a key that is already bound. */
const boundKeyCodes = ["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"];

/** Returns the keys that are bound to a plan. */
export async function readBoundKeys(client: CloudClient, usagePlanId: string): Promise<string[]> {
  const members = ["AccessKeyId"];
  const rows = await client.readPages("DescribeUsagePlanSecretIds", { UsagePlanId: usagePlanId }, "AccessKeyList", { members });
  return rows.map(({ AccessKeyId }) => scalarText(AccessKeyId));
}

/**
 * Binds the keys that are not bound to the plan yet, and returns these: the others belong to whatever bound them. The service rejects the whole list when one
 * key is already bound.
 */
export async function bindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<string[]> {
  const missing = await keysNotBound(client, usagePlanId, keys);
  if (missing.length === 0) return [];
  try {
    await client.write("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: missing });
    return missing;
  } catch (error) {
    if (!hasVendorCode(error, boundKeyCodes)) throw error;
    const left = await keysNotBound(client, usagePlanId, missing);
    if (left.length === missing.length) throw error;
    // An attempt whose response was lost has bound them.
    if (left.length === 0 && asProviderError(error).ambiguous) return missing;
    return bindKeys(client, usagePlanId, left);
  }
}

async function keysNotBound(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<string[]> {
  const bound = new Set(await readBoundKeys(client, usagePlanId));
  return keys.filter((key) => !bound.has(key));
}

/**
 * Unbinds keys, and returns those that were bound. The service rejects the whole list when one key is not bound; then those that are still bound are unbound.
 */
export async function unbindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const action = "UnBindSecretIds";
  try {
    await client.remove(action, { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] }, goneCodes("plan"));
    return keys;
  } catch (error) {
    if (!isMaybeRemoved(error, action)) throw error;
    const bound = new Set((await unlessGone("plan", () => readBoundKeys(client, usagePlanId))) ?? []);
    const left = keys.filter((key) => bound.has(key));
    if (left.length === keys.length) throw error;
    return unbindKeys(client, usagePlanId, left);
  }
}
