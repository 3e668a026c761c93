// The repository that a snapshot or policy refers to. See docs/modules/search-access.md#snapshot-lifecycle-policies.
import type { SearchClient } from "../../client";
import { repositories } from "../snapshot-repository/response";

/** Part of a preview check: logs a warning if the repository does not exist. The program may create it. */
export async function warnOfMissingRepository(name: string | undefined, client: SearchClient): Promise<void> {
  if (name === undefined || (await client.fetch([...repositories.path, name])) !== undefined) return;
  client.warnOnce(`The snapshot repository "${name}" does not exist yet.`);
}
