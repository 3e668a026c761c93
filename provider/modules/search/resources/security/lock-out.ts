// Refuses to take the credentials of the connection away. See docs/modules/search-access.md#lock-out.
import { ProviderError } from "../../../../core/errors/errors";
import { objectOf, textsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { shortList } from "../listing";

function refusal(reason: string): ProviderError {
  return new ProviderError("failed_precondition", `${reason}. Use other credentials for this operation.`);
}

/** Fails with `failed_precondition` if the connection authenticates with this API key. Sends nothing. */
export async function requireOtherKey(id: string, client: SearchClient): Promise<void> {
  const { apiKeys } = await client.credentials();
  if (!apiKeys.includes(id)) return;
  throw refusal(`API key ${id}: the connection authenticates with this key, which would become invalid`);
}

/** Fails with `failed_precondition` if the connection authenticates as this user. Sends nothing. */
export async function requireOtherUser(username: string, client: SearchClient): Promise<void> {
  const { users } = await client.credentials();
  if (!users.includes(username)) return;
  throw refusal(`User "${username}": the connection authenticates as this user, who would lose access`);
}

/** Fails with `failed_precondition` if the connection authenticates with this token of a service account. Sends nothing. */
export async function requireOtherToken(name: string, client: SearchClient): Promise<void> {
  const { serviceTokens } = await client.credentials();
  if (!serviceTokens.includes(name)) return;
  throw refusal(`Service token ${name}: the connection authenticates with this token, which would become invalid`);
}

/** Fails with `failed_precondition` if the connection authenticates as this user, who would lose roles. Sends nothing. */
export async function requireRoles(username: string, lost: readonly string[], client: SearchClient): Promise<void> {
  const { users } = await client.credentials();
  if (lost.length === 0 || !users.includes(username)) return;
  throw refusal(`User "${username}": the connection authenticates as this user, who would lose roles: ${shortList(lost)}`);
}

/** Fails with `failed_precondition` if the user of the connection has this role. An API key keeps the privileges that its owner had. */
export async function requireOtherRole(name: string, client: SearchClient): Promise<void> {
  const { users } = await client.credentials();
  if (users.length === 0) return;
  const { username, roles } = objectOf(await client.get(["_security", "_authenticate"]));
  if (!textsOf(roles).includes(name)) return;
  throw refusal(`Role "${name}": the connection authenticates as the user "${String(username)}", who has this role`);
}

/** Returns whether the connection authenticates as this user, whose password changes, and logs a warning then. The server rejects the requests that follow. Sends nothing. */
export async function warnOfOwnPassword(username: string, client: SearchClient): Promise<boolean> {
  const { users } = await client.credentials();
  const isOwn = users.includes(username);
  if (isOwn)
    client.warnOnce(
      `The connection authenticates as the user "${username}", whose password changes. Change the password of the connection as well, or the next operation fails with 401.`,
    );
  return isOwn;
}
