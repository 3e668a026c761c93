// The cluster as `GET /` describes it, and the features of its version. See docs/modules/search.md#cluster-uuid. Pure.
import { ProviderError } from "../../core/errors/errors";
import { isObject } from "../../core/json/json";
import { objectOf, scalarText } from "../../core/values/records";
import { unexpectedResponse, type SearchResponse } from "./response";

/** The identity and version of a cluster. */
export interface Cluster {
  uuid: string;
  version: string;
  /** `serverless` has no version of its own and supports everything. */
  flavor: string;
  /** The response that describes it. */
  described: SearchResponse;
}

/** Returns the cluster that a response of `GET /` describes. Fails as {@link unexpectedResponse}, and if the cluster has no UUID yet. */
export function clusterOf(response: SearchResponse): Cluster {
  const { json } = response;
  if (!isObject(json)) throw unexpectedResponse(response, "a cluster");
  const { cluster_uuid: uuid, version: release } = json;
  if (typeof uuid !== "string" || uuid === "" || uuid === "_na_") {
    const advice = "Grant the `monitor` privilege, or retry once the cluster has started.";
    throw new ProviderError("failed_precondition", `GET /: no cluster UUID in the response. ${advice}`);
  }
  const { number, build_flavor: flavor } = objectOf(release);
  return { uuid, version: scalarText(number), flavor: scalarText(flavor), described: response };
}

/** Returns whether the cluster has this version, or a later one. Only the numbers count: a snapshot of 8.16.0 is 8.16.0. */
export function hasVersion(cluster: Cluster, required: string): boolean {
  return cluster.flavor === "serverless" || isAtLeast(cluster.version, required);
}

/** Fails if the cluster is older than the version that a feature requires. */
export function requireVersion(cluster: Cluster, feature: string, required: string): void {
  if (hasVersion(cluster, required)) return;
  throw new ProviderError(
    "failed_precondition",
    `${feature}: the server has version ${cluster.version}. Use Elasticsearch ${required} or later.`,
  );
}

function isAtLeast(version: string, required: string): boolean {
  const actual = numbersOf(version);
  const minimum = numbersOf(required);
  for (let i = 0; i < minimum.length; i++) {
    const difference = (actual[i] ?? 0) - minimum[i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbersOf(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
