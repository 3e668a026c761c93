// Reads the registration of a snapshot repository. See docs/modules/search-access.md#getsearchsnapshotrepository.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom } from "../collections";
import { awaitBoth } from "../../../kit/concurrency";
import { objectNameRule } from "../ids";
import { repositories, repositoryIn } from "../resources/snapshot-repository/response";
import { oneBlock } from "../settings";

type Inputs = Search.GetSearchSnapshotRepositoryInputs;

/** Reads one snapshot repository. Fails if there is none. */
export const getSearchSnapshotRepository: ProviderFunction<SearchClient, Inputs, Search.GetSearchSnapshotRepositoryOutputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, response] = await awaitBoth(client.cluster(), fetchFrom(repositories, name, { client, load }));
    if (!response) throw new ProviderError("not_found", `Snapshot repository not found: "${name}". Check the name and the endpoint.`);
    return { ...repositoryIn(response, name), id: `${uuid}/${name}`, ...omitUndefined({ searchConnections }) };
  },
};
