// What `GET /` tells about the cluster, and what a cluster of that version can do (search spec 4). Pure.
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import type { ReadAnswer } from "./transport";

/** What `GET /` tells about the cluster. */
export interface Cluster {
  uuid: string;
  version: string;
  /** `serverless` has no version of its own and can do everything. */
  flavor: string;
}

/** What the answer of `GET /` tells. Fails when it is not the answer of a search server, or when the cluster does not know itself yet. */
export function clusterOf({ headers, json }: Pick<ReadAnswer, "headers" | "json">): Cluster {
  if (headers["x-elastic-product"] !== "Elasticsearch" || !isObject(json)) {
    const lack = "its answer lacks the header X-Elastic-Product; check the address and the proxies on the way";
    throw new ProviderError("failed_precondition", `GET /: the address is no search server: ${lack}`);
  }
  const uuid = json["cluster_uuid"];
  if (typeof uuid !== "string" || uuid === "" || uuid === "_na_") {
    const reasons = "either the right to monitor the cluster is lacking, or the cluster is still starting";
    throw new ProviderError("failed_precondition", `GET /: the cluster UUID cannot be told: ${reasons}`);
  }
  const version = isObject(json["version"]) ? json["version"] : {};
  return { uuid, version: String(version["number"] ?? ""), flavor: String(version["build_flavor"] ?? "") };
}

/** Fails when the cluster is older than the version that something needs. Only the numbers count: a snapshot of 8.16.0 is 8.16.0. */
export function demand(cluster: Cluster, what: string, needed: string): void {
  if (cluster.flavor === "serverless" || reaches(cluster.version, needed)) return;
  throw new ProviderError(
    "failed_precondition",
    `${what} is not supported by the server: its version is ${cluster.version}, needed is ${needed} or later`,
  );
}

function reaches(version: string, needed: string): boolean {
  const [have, want] = [numbers(version), numbers(needed)];
  for (let i = 0; i < want.length; i++) {
    const difference = (have[i] ?? 0) - want[i]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbers(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
