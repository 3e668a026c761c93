// Warns of roles that users and role mappings name and the server does not have. See docs/modules/search-access.md#objects-of-the-native-realm.
import type { Failure } from "../../../../core/errors/errors";
import type { SearchClient } from "../../client";
import { fetchAll } from "../../collections";
import { shortList } from "../listing";
import { principalNameRule } from "./names";
import { roles } from "./role";

/** The roles that the program will create, by connection: their previews come before those of the objects that refer to them. */
const planned = new WeakMap<object, Set<string>>();

/** Records that the program has a role of this name. */
export async function planRole(name: string, client: SearchClient): Promise<void> {
  const connection = await client.connection();
  planned.set(connection, (planned.get(connection) ?? new Set()).add(name));
}

/** The preview check of what refers to roles: logs a warning with those that neither the server nor the program has. */
export async function previewRoles(
  { inputs: { roles: names = [] } }: { inputs: { roles?: readonly string[] } },
  { client }: { client: SearchClient },
): Promise<Failure[]> {
  const readable = names.filter((name) => principalNameRule.pattern!.matches.test(name));
  const found = await fetchAll(roles, readable, client);
  const own = planned.get(await client.connection());
  const missing = readable.filter((name) => !found.has(name) && !own?.has(name));
  if (missing.length > 0)
    client.warnOnce(
      `Roles do not exist: ${shortList(missing)}. Create them or correct the names. Roles in files of the nodes are not visible.`,
    );
  return [];
}
