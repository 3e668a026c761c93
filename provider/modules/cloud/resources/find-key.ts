// How a key is found: the list of keys takes parts of ids, so that whoever wants one key compares.
import type { PlainMap } from "../../../core/value";
import type { CloudClient } from "../client";

/** How the service says that there is no such key. */
export const keyGone = ["ResourceNotFound.InvalidAccessKeyId"];

/** The key of that id as the service tells it, or nothing. */
export async function findKey(id: string, client: CloudClient): Promise<PlainMap | undefined> {
  const question = { Filters: [{ Name: "AccessKeyId", Values: [id] }] };
  const rows = await client.findPages("DescribeApiKeysStatus", question, "ApiKeySet", keyGone);
  return rows?.find(({ AccessKeyId }) => AccessKeyId === id);
}
