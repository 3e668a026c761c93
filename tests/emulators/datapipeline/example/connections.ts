/** Connections of the example account: of services with and without tables, of an unknown service, and more than two pages of them. */
import type { JsonObject } from "../../exchange";
import { idOf, known, many, timeOf } from "./names";

const status = (more: JsonObject = {}): JsonObject => ({
  setup_state: "connected",
  schema_status: "ready",
  sync_state: "scheduled",
  update_state: "on_schedule",
  is_historical_sync: false,
  tasks: [],
  warnings: [],
  ...more,
});

/** A connection in all its fields. */
const connection = (id: string, service: string, schema: string, more: JsonObject = {}): JsonObject => ({
  id,
  group_id: known.group,
  service,
  service_version: 1,
  schema,
  connected_by: known.creator,
  created_at: "2024-12-01T15:43:29.013729Z",
  succeeded_at: "2024-12-03T06:00:11.402117Z",
  failed_at: null,
  paused: false,
  pause_after_trial: true,
  sync_frequency: 360,
  daily_sync_time: null,
  schedule_type: "auto",
  data_delay_sensitivity: "NORMAL",
  data_delay_threshold: 0,
  networking_method: "Directly",
  private_link_id: null,
  proxy_agent_id: null,
  hybrid_deployment_agent_id: null,
  status: status(),
  setup_tests: [],
  source_sync_details: {},
  config: null,
  ...more,
});

const examples: JsonObject[] = [
  connection(known.database, "postgres", "orders", {
    networking_method: "PrivateLink",
    private_link_id: known.privateLink,
    proxy_agent_id: known.proxy,
    sync_frequency: 60,
    config: { schema_prefix: "orders", host: "db.example.com", port: 5432, user: "reader", password: "******", a_new_field: "made later" },
  }),
  connection(known.sheet, "google_sheets", "finance.budget_2024", {
    daily_sync_time: "06:00",
    config: { schema: "finance", table: "budget_2024", sheet_id: "1AbC", named_range: "all" },
    status: status({ tasks: [{ code: "reconnect", message: "Reauthorize the sheet", details: null }] }),
  }),
  connection("nameless_star", "stardust_cloud", "star.dust.fine", { config: { orbit: "low", api_key: "******" }, status: null }),
];

const bulk = (n: number): JsonObject =>
  connection(idOf(n), n % 3 === 0 ? "mysql" : "hubspot", `bulk_${n}`, {
    group_id: known.otherGroup,
    created_at: timeOf(n),
    succeeded_at: n % 5 === 0 ? null : timeOf(n + 9),
    paused: n % 7 === 0,
  });

/** All connections: three by hand, and more than two pages in another group. */
export const connections = (): JsonObject[] => [...examples, ...many(2_100, bulk)].map((row) => structuredClone(row));
