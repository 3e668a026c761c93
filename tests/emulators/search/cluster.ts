/** `GET /`, `GET /_cluster/health` and `GET /_license`: who the server is, how it does, and what it may. See docs/modules/search.md#requests. */
import type { EmulatorReply } from "../exchange";
import type { Route } from "../router";
import type { Api, Endpoint, State } from "./api";
import { compareVersions } from "./api";
import { bad, reply } from "./errors";
import { action, monitor } from "./privileges";

const root = ({ version, buildFlavor, clusterName, clusterUuid }: State): EmulatorReply => {
  const nine = compareVersions(version, "9.0.0") >= 0;
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

const health = ({ clusterName, indices }: State, level: string | undefined): EmulatorReply => {
  if (level !== undefined && !["cluster", "indices", "shards"].includes(level)) {
    throw bad("illegal_argument_exception", `level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
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
const license = ({ license: type, clusterName }: State): EmulatorReply => {
  const times = { issue_date: new Date(issued).toISOString(), issue_date_in_millis: issued, start_date_in_millis: -1 };
  const end = { expiry_date: new Date(issued + trialMs).toISOString(), expiry_date_in_millis: issued + trialMs };
  const uid = "00000000-0000-4000-8000-000000000000";
  const limits = { max_nodes: 1000, max_resource_units: null };
  const holder = { issued_to: clusterName, issuer: "elasticsearch" };
  return reply(200, { license: { status: "active", uid, type, ...times, ...(type === "trial" && end), ...limits, ...holder } });
};

/** The routes of the cluster. */
export const clusterApi: Api = (state) => {
  const main: Endpoint = { query: {}, prepare: () => ({ action: action("cluster:monitor/main", monitor), run: () => root(state) }) };
  const wellbeing: Endpoint = {
    query: {
      level: "text",
      timeout: "time",
      master_timeout: "time",
      local: "bool",
      wait_for_status: "text",
      wait_for_nodes: "text",
      wait_for_events: "text",
      wait_for_active_shards: "text",
      wait_for_no_relocating_shards: "bool",
      wait_for_no_initializing_shards: "bool",
      expand_wildcards: "text",
      ignore_unavailable: "bool",
      allow_no_indices: "bool",
    },
    prepare: ({ query }) => ({ action: action("cluster:monitor/health", monitor), run: () => health(state, query.get("level")) }),
  };
  const licensing: Endpoint = {
    query: { local: "bool", accept_enterprise: "bool" },
    prepare: () => ({ action: action("cluster:monitor/xpack/license/get", monitor), run: () => license(state) }),
  };
  return [
    { method: "GET", path: "/_license", handler: licensing },
    { method: "GET", path: "/", handler: main },
    { method: "HEAD", path: "/", handler: main },
    { method: "GET", path: "/_cluster/health", handler: wellbeing },
  ] satisfies Route<Endpoint>[];
};
