// What objects of a cluster have in common, whatever addresses them. See docs/modules/search.md#resources.
import type { Resource } from "../../../contract/resource";
import type { SearchClient } from "../client";
import { objectIdViolation, resolveId, verifyCluster } from "../ids";

/** The members of a resource whose ID begins with the UUID of its cluster. */
export const clusterObject = {
  importId: { validate: objectIdViolation, resolve: resolveId },
  timeouts: { create: 1200, read: 300, update: 1200, delete: 1200 },
  verifyPlace: verifyCluster,
} satisfies Pick<Resource<SearchClient, object, object>, "importId" | "timeouts" | "verifyPlace">;
