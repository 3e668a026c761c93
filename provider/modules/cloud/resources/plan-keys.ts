// Keys bound to usage plans (cloud-resources.md 4.10, 4.11). A key belongs to the plan as a whole, whichever resource bound it.
import type { CloudClient } from "../client";
import { isCode } from "../errors";

/** How the service refuses to bind what is bound. */
export const boundAlready = ["UnsupportedOperation.AlreadyBindUsagePlan", "UnsupportedOperation.UnsupportedBindApiKey"];

const gone = ["ResourceNotFound.InvalidUsagePlan"];
/** How the service refuses to unbind what is not bound, among other reasons. */
const perhapsUnbound = ["ResourceNotFound.InvalidAccessKeyId", "UnsupportedOperation.RequestPostError"];

/** The keys bound to a plan; nothing where the plan is gone. */
export async function boundKeys(client: CloudClient, usagePlanId: string): Promise<string[] | undefined> {
  const rows = await client.findPages("DescribeUsagePlanSecretIds", { UsagePlanId: usagePlanId }, "AccessKeyList", gone);
  return rows?.map(({ AccessKeyId }) => String(AccessKeyId));
}

/** Binds keys to a plan. Those that are bound already stay so: then the rest is bound. */
export async function bindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  try {
    await client.write("BindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] });
  } catch (error) {
    if (!isCode(error, boundAlready)) throw error;
    const bound = (await boundKeys(client, usagePlanId)) ?? [];
    const missing = keys.filter((key) => !bound.includes(key));
    if (missing.length === keys.length) throw error;
    if (missing.length > 0) await bindKeys(client, usagePlanId, missing);
  }
}

/** Unbinds keys. Of a list with one that is not bound the service unbinds none: then those are unbound that are bound still. */
export async function unbindKeys(client: CloudClient, usagePlanId: string, keys: readonly string[]): Promise<void> {
  try {
    await client.undo("UnBindSecretIds", { UsagePlanId: usagePlanId, AccessKeyIds: [...keys] }, gone);
  } catch (error) {
    if (!isCode(error, perhapsUnbound)) throw error;
    const bound = (await boundKeys(client, usagePlanId)) ?? [];
    const left = keys.filter((key) => bound.includes(key));
    if (left.length === keys.length) throw error;
    if (left.length > 0) await unbindKeys(client, usagePlanId, left);
  }
}
