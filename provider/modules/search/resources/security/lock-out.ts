// Refuses to take the credentials of the connection away. See docs/modules/search-access.md#lock-out.
import { ProviderError } from "../../../../core/errors/errors";
import { objectOf, textsOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { shortList } from "../listing";

function refusal(reason: string): ProviderError {
  return new ProviderError("failed_precondition", `${reason}. Use other credentials for this operation.`);
}

/** Why credentials stay: those of API keys by ID, of users and of tokens of service accounts by name. */
const reasons = {
  apiKeys: (id: string) => `API key ${id}: the connection authenticates with this key, which would become invalid`,
  users: (name: string) => `User "${name}": the connection authenticates as this user, who would lose access`,
  serviceTokens: (name: string) => `Service token ${name}: the connection authenticates with this token, which would become invalid`,
};

/** Fails with `failed_precondition` if the connection authenticates with these credentials. Sends nothing. */
export async function requireOther(kind: keyof typeof reasons, name: string, client: SearchClient): Promise<void> {
  const own = await client.credentials();
  if (own[kind].includes(name)) throw refusal(reasons[kind](name));
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
