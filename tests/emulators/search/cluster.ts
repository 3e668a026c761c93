/** `GET /` and `GET /_license`: who the server is, and what it may. See docs/modules/search.md#requests. */

import { type Api, endpoint, isSince, type Run } from "./api";
import { reply } from "./errors";
import { monitor } from "./privileges";

const issued = Date.UTC(2025, 0, 1);
const trialMs = 30 * 24 * 3_600_000;

/** A trial ends after 30 days and has no limit of units; a basic license never ends. */
const license: Run = (_, { license: type, clusterName }) => {
  const times = { issue_date: new Date(issued).toISOString(), issue_date_in_millis: issued, start_date_in_millis: -1 };
  const end = { expiry_date: new Date(issued + trialMs).toISOString(), expiry_date_in_millis: issued + trialMs };
  const uid = "00000000-0000-4000-8000-000000000000";
  const limits = { max_nodes: 1000, max_resource_units: null };
  const holder = { issued_to: clusterName, issuer: "elasticsearch" };
  return reply(200, { license: { status: "active", uid, type, ...times, ...(type === "trial" && end), ...limits, ...holder } });
};

/** The routes of the cluster. */
export const clusterApi: Api = [
  endpoint("GET /_license?local&accept_enterprise", ["cluster:monitor/xpack/license/get", monitor], license),
  endpoint("GET|HEAD /", ["cluster:monitor/main", monitor], (_, { version, buildFlavor, clusterName, clusterUuid }) => {
    const nine = isSince(version, "9.0.0");
    return reply(200, {
      name: "emulator",
      cluster_name: clusterName,
      cluster_uuid: clusterUuid,
      version: {
        number: version,
        build_flavor: buildFlavor,
        build_type: "docker",
        build_hash: "0000000000000000000000000000000000000000",
        build_date: "2025-01-01T00:00:00.000000000Z",
        build_snapshot: version.includes("SNAPSHOT"),
        lucene_version: nine ? "10.3.1" : "9.12.2",
        minimum_wire_compatibility_version: nine ? "8.19.0" : "7.17.0",
        minimum_index_compatibility_version: nine ? "8.0.0" : "7.0.0",
      },
      tagline: "You Know, for Search",
    });
  }),
];
