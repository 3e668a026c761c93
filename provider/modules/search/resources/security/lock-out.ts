// Refuses to take the credentials of the connection away. See docs/modules/search-access.md#lock-out.
import { ProviderError } from "../../../../core/errors/errors";
import type { SearchClient } from "../../client";

const advice = "Use other credentials for this operation.";

/** Fails with `failed_precondition` if the connection authenticates with this API key. Sends nothing. */
export async function requireOtherKey(id: string, client: SearchClient): Promise<void> {
  const { apiKeys } = await client.credentials();
  if (!apiKeys.includes(id)) return;
  throw new ProviderError(
    "failed_precondition",
    `API key ${id}: the connection authenticates with this key, which would become invalid. ${advice}`,
  );
}

/** Fails with `failed_precondition` if the connection authenticates as this user. Sends nothing. */
export async function requireOtherUser(username: string, client: SearchClient): Promise<void> {
  const { users } = await client.credentials();
  if (!users.includes(username)) return;
  throw new ProviderError(
    "failed_precondition",
    `User "${username}": the connection authenticates as this user, who would lose access. ${advice}`,
  );
}

/** Logs a warning if the connection authenticates as this user, whose password changes. Sends nothing. */
export async function warnOfOwnPassword(username: string, client: SearchClient): Promise<void> {
  const { users } = await client.credentials();
  if (users.includes(username))
    client.warnOnce(
      `The connection authenticates as the user "${username}", whose password changes. Change the password of the connection as well, or the next operation fails with 401.`,
    );
}
