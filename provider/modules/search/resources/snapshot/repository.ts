// The repository that a snapshot or policy refers to. See docs/modules/search-access.md#snapshot-lifecycle-policies.
import type { Failure } from "../../../../core/errors/errors";
import type { SearchClient } from "../../client";
import { repositories } from "../snapshot-repository/response";

/** The preview check of what refers to a repository: logs a warning if it does not exist. The program may create it. */
export async function previewRepository(
  { inputs: { repository } }: { inputs: { repository?: string } },
  { client }: { client: SearchClient },
): Promise<Failure[]> {
  if (repository !== undefined && (await client.fetch([...repositories.path, repository])) === undefined)
    client.warnOnce(`The snapshot repository "${repository}" does not exist yet.`);
  return [];
}
