/** Connections of the example account: of old, of new and of unknown services, with every kind of value in their config, with nulls, and more than two pages of them. */
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

const databases: JsonObject[] = [
  connection(known.database, "postgres", "orders", {
    networking_method: "PrivateLink",
    private_link_id: known.privateLink,
    sync_frequency: 60,
    config: {
      schema_prefix: "orders",
      host: "db.example.com",
      port: 5432,
      database: "shop",
      user: "reader",
      password: "******",
      update_method: "XMIN",
      always_encrypted: true,
      a_new_field: "made after the tables were",
      tunnel_host: null,
    },
  }),
  // Values of other types than the service returns today: readers must accept them.
  connection("loose_thread", "maria", "orders_old", { config: { host: 10, port: "3306", always_encrypted: "TRUE", tunnel_port: "" } }),
  connection("hidden_cellar", "db2luw", "hr.people", { networking_method: "ProxyAgent", proxy_agent_id: known.proxy }),
  connection("buried_river", "oracle", "ledger", {
    networking_method: "Directly",
    hybrid_deployment_agent_id: known.agent,
    config: { port: 1521.9, pdb_name: "" },
  }),
];

const applications: JsonObject[] = [
  connection(known.sheet, "google_sheets", "finance.budget_2024", {
    sync_frequency: 1440,
    daily_sync_time: "06:00",
    config: { schema: "finance", table: "budget_2024", sheet_id: "1AbC", named_range: "all" },
    status: status({ tasks: [{ code: "reconnect", message: "Reauthorize the sheet", details: null }] }),
  }),
  connection("first_snow", "salesforce", "crm", { config: { is_single_table_mode: "", use_api_keys: "no", api_quota: 9_007_199_254 } }),
  connection("wide_shelf", "s3", "lake.raw", {
    config: { table_group_name: "raw", prefix: "in/", files: [{ file_pattern: ".*", table_name: "raw" }, { table_name: "rest" }] },
  }),
  connection("narrow_shelf", "s3", "lake.cooked", { config: { table: "cooked", aws_credentials: { s3_role_arn: "******", extra: 1 } } }),
  connection("odd_basket", "sftp", "drop.box", { config: {} }),
  connection("shared_desk", "share_point", "files.reports"),
  connection("two_faces", "linkedin_ads", "marketing", { config: { reports: ["AD_ANALYTICS", 7], accounts: [] } }),
  connection("red_kite", "reddit_ads", "ads", { config: { accounts: [{ name: "t2_a" }], app_ids: ["a"] } }),
  connection("small_hand", "aws_lambda", "events", { config: { secrets_list: [{ key: "token", value: "******" }] } }),
  connection("nameless_star", "stardust_cloud", "star.dust.fine", { config: { orbit: "low", api_key: "******" } }),
];

/** Everything that may be null is; a broken one without a status. */
const poor: JsonObject[] = [
  connection("bare_branch", "github", "code", {
    service_version: null,
    connected_by: null,
    succeeded_at: null,
    paused: null,
    pause_after_trial: null,
    sync_frequency: null,
    schedule_type: null,
    data_delay_sensitivity: null,
    data_delay_threshold: null,
    networking_method: null,
    status: null,
  }),
  connection("torn_sail", "stripe", "money", {
    status: status({ setup_state: "broken", tasks: null, warnings: [{ code: "late", message: null }], is_historical_sync: null }),
  }),
];

const bulk = (n: number): JsonObject =>
  connection(idOf(n), n % 3 === 0 ? "mysql" : "hubspot", `bulk_${n}`, {
    group_id: known.otherGroup,
    created_at: timeOf(n),
    succeeded_at: n % 5 === 0 ? null : timeOf(n + 9),
    paused: n % 7 === 0,
  });

/** All connections: sixteen by hand, and more than two pages in another group. */
export const connections = (): JsonObject[] =>
  [...databases, ...applications, ...poor, ...many(2_100, bulk)].map((row) => structuredClone(row));
