// Which server can do what (search spec 4, version gates). Pure.
import { ProviderError } from "../../core/errors";

/** What `GET /` tells about the cluster. */
export interface Cluster {
  uuid: string;
  version: string;
  /** `serverless` has no version of its own and can do everything. */
  flavor: string;
}

/** Fails when the cluster is older than the version that something needs. Only the numbers count: a snapshot of 8.16.0 is 8.16.0. */
export function demand(cluster: Cluster, what: string, needed: string): void {
  if (cluster.flavor === "serverless" || reaches(cluster.version, needed)) return;
  throw new ProviderError(
    "precondition",
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
