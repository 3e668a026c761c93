/** Groups, destinations, log services and the ways to reach a network in the example account. */
import type { JsonObject } from "../../exchange";
import { known } from "./names";

/** Groups: with everything, with many connections, with nothing. */
export const groups = (): JsonObject[] => [
  { id: known.group, name: "Warehouse", created_at: "2024-01-02T03:04:05.678900Z" },
  { id: known.otherGroup, name: "Bulk", created_at: "2024-02-02T03:04:05Z" },
  { id: known.emptyGroup, name: "Empty", created_at: null },
];

/** Keys and accounts of groups, by group. */
export const sshKeys: readonly [string, JsonObject][] = [
  [known.group, { public_key: "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ== group key" }],
];
export const serviceAccounts: readonly [string, JsonObject][] = [
  [known.group, { service_account: "g-projected-sickle@project.iam.example.com" }],
];

const destination = (id: string, service: string, config: JsonObject | null, more: JsonObject = {}): JsonObject => ({
  id,
  group_id: id,
  service,
  region: "GCP_US_EAST4",
  time_zone_offset: "-5",
  setup_status: "connected",
  daylight_saving_time_enabled: true,
  networking_method: "Directly",
  private_link_id: null,
  proxy_agent_id: null,
  hybrid_deployment_agent_id: null,
  setup_tests: [],
  config,
  ...more,
});

/** Destinations: one with the newer name of a place. */
export const destinations = (): JsonObject[] => [
  destination(known.group, "snowflake", {
    host: "acme.snowflakecomputing.com",
    port: "443",
    database: "fivetran",
    auth: "PASSWORD",
    user: "loader",
    password: "******",
  }),
  destination(known.otherGroup, "big_query", { project_id: "acme", location: "EU", data_set_location: "US", secret_key: "******" }),
];

/** Log services have the id of their group. */
export const logServices = (): JsonObject[] => [
  {
    id: known.group,
    service: "splunkLog",
    enabled: true,
    config: { host: "splunk.example.com", port: 8088, channel: "main", enable_ssl: true, token: "******" },
  },
];

/** Agents that run in networks of their own. */
export const hybridAgents = (): JsonObject[] => [
  {
    id: known.agent,
    version: "1.42.0",
    enabled: true,
    online: true,
    display_name: "warehouse-agent",
    group_id: known.group,
    registered_at: "2024-05-02T09:10:11.120000Z",
    created_by: known.creator,
    deployment_type: "DOCKER",
    last_used_at: null,
    usage: [{ connection_id: known.database, schema: "orders", service: "postgres" }],
  },
];

/** Proxy agents. */
export const proxyAgents = (): JsonObject[] => [
  {
    id: known.proxy,
    account_id: "able_account",
    registered_at: "2018-12-01T15:43:29.013729Z",
    region: "GCP_US_EAST4",
    created_by: known.creator,
    display_name: "edge-proxy",
    version: "1.0.0",
    status: "CONNECTED",
    usage: [{ id: known.database, schema: "orders", service: "postgres" }],
  },
];

/** Private links. */
export const privateLinks = (): JsonObject[] => [
  {
    id: known.privateLink,
    name: "orders_db",
    region: "AWS_US_EAST_1",
    service: "SOURCE_AWS",
    account_id: "able_account",
    cloud_provider: "AWS",
    state: "OK",
    state_summary: "Available",
    created_at: "2024-03-04T10:00:00.000000Z",
    created_by: known.creator,
    host: "vpce-0a1b.example.net",
    config: {
      connection_service_name: "com.amazonaws.vpce.us-east-1.vpce-svc-0123",
      private_dns_records: true,
      port: 5432,
      pls_id: null,
      account_url: "",
    },
  },
];

const validated = { validated_by: known.creator, validated_date: "2024-12-01T15:43:29.013729Z" };
const certificate = {
  id: "q6vZ",
  hash: "jhgfJfgrI6yy2d1eQm3Yq0w==",
  public_key: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
  name: "CN=db.example.com",
};
const marks = { type: "TLS", sha1: "5F:3A:91:0C", sha256: "9B:44:12:EE" };
const fingerprint = { id: "zP1a", hash: "h3ZQ0p2lX1w9rVbYt8kE5A==", public_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB" };

/** What was approved for connections and destinations, by path. */
export const approvals = (): [string, JsonObject[]][] => [
  [`connections/${known.database}/certificates`, [{ ...certificate, ...marks, ...validated }]],
  [`connections/${known.database}/fingerprints`, [{ ...fingerprint, ...validated }]],
  [`destinations/${known.group}/certificates`, [{ ...certificate, ...marks, name: null, validated_by: null, validated_date: null }]],
  [`destinations/${known.group}/fingerprints`, [{ ...fingerprint, ...validated }]],
];
