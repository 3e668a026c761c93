/** `GET /`, `GET /_cluster/health` and `GET /_license`: who the server is, how it does, and what it may. See docs/modules/search.md#requests. */
import type { EmulatorReply } from "../exchange";
import { type Api, type Call, endpoint, isSince, type State } from "./api";
import { illegal, reply } from "./errors";
import { monitor } from "./privileges";

const root = (_: Call, { version, buildFlavor, clusterName, clusterUuid }: State): EmulatorReply => {
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
};

const health = ({ query }: Call, { clusterName, indices }: State): EmulatorReply => {
  const level = query.get("level");
  if (level !== undefined && !["cluster", "indices", "shards"].includes(level)) {
    throw illegal(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
  }
  return reply(200, {
    cluster_name: clusterName,
    status: indices.size > 0 ? "yellow" : "green",
    timed_out: false,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_primary_shards: indices.size,
    active_shards: indices.size,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: indices.size,
    unassigned_primary_shards: 0,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: indices.size > 0 ? 50 : 100,
  });
};

const issued = Date.UTC(2025, 0, 1);
const trialMs = 30 * 24 * 3_600_000;

/** A trial ends after 30 days and has no limit of units; a basic license never ends. */
const license = (_: Call, { license: type, clusterName }: State): EmulatorReply => {
  const times = { issue_date: new Date(issued).toISOString(), issue_date_in_millis: issued, start_date_in_millis: -1 };
  const end = { expiry_date: new Date(issued + trialMs).toISOString(), expiry_date_in_millis: issued + trialMs };
  const uid = "00000000-0000-4000-8000-000000000000";
  const limits = { max_nodes: 1000, max_resource_units: null };
  const holder = { issued_to: clusterName, issuer: "elasticsearch" };
  return reply(200, { license: { status: "active", uid, type, ...times, ...(type === "trial" && end), ...limits, ...holder } });
};

const waits = "status nodes events active_shards no_relocating_shards no_initializing_shards";
const healthParameters = [
  "level&timeout&master_timeout&local&expand_wildcards&ignore_unavailable&allow_no_indices",
  ...waits.split(" ").map((what) => `wait_for_${what}`),
].join("&");

/** The routes of the cluster. */
export const clusterApi: Api = [
  endpoint("GET /_license?local&accept_enterprise", ["cluster:monitor/xpack/license/get", monitor], license),
  endpoint("GET|HEAD /", ["cluster:monitor/main", monitor], root),
  endpoint(`GET /_cluster/health?${healthParameters}`, ["cluster:monitor/health", monitor], health),
];
