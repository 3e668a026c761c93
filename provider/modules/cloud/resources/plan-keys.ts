// Keys bound to usage plans (cloud-resources.md 4.10, 4.11). A key belongs to the plan as a whole, whichever resource bound it.
import type { CloudClient } from "../client";
import { isCode } from "../errors";

/** How the service refuses to bind what is bound. */
export const boundAlready = ["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"];

const gone = ["ResourceNotFound.InvalidUsagePlan"];

/** The keys bound to a plan; none where the plan is gone. */
export async function boundKeys(client: CloudClient, usagePlanId: string): Promise<string[]> {
  const rows = await client.findPages("DescribeUsagePlanSecretIds", { UsagePlanId: usagePlanId }, "AccessKeyList", gone);
  return (rows ?? []).map(({ AccessKeyId }) => String(AccessKeyId));
}

/** Binds keys to a plan. Those that are bound already stay so: then the rest is bound. */
export async function bindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  try {
    await client.write("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] });
  } catch (error) {
    if (!isCode(error, boundAlready)) throw error;
    const bound = await boundKeys(client, usagePlanId);
    const missing = keys.filter((key) => !bound.includes(key));
    if (missing.length === keys.length) throw error;
    if (missing.length > 0) await bindKeys(client, usagePlanId, missing);
  }
}

/** Unbinds those of the keys that are bound still: of a list with one that is not the service unbinds none. */
export async function unbindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  const bound = await boundKeys(client, usagePlanId);
  const AccessKeyIds = keys.filter((key) => bound.includes(key));
  if (AccessKeyIds.length === 0) return;
  await client.undo("UnBindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds }, [...gone, "ResourceNotFound.InvalidAccessKeyId"]);
}
