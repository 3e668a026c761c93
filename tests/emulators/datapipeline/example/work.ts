/** Transformations and what they are made of, webhooks, and the types of connectors in the example account. */
import type { JsonObject } from "../../exchange";
import { idOf, known, many } from "./names";

/** Packages. */
export const packages = (): JsonObject[] => [
  {
    id: "jira",
    name: "jira",
    version: "0.19.0",
    connector_types: ["jira"],
    output_model_names: ["jira__issue_enhanced", "jira__project_enhanced"],
    configurable_variables: {
      start_date: { type: "DATE", description: "First day of history", allowed_values: [] },
      camelCase_stays: { type: "LIST", description: "A name that is data", allowed_values: null },
    },
  },
];

const creation = { created_at: "2024-07-01T08:00:00.000000Z", created_by_id: known.creator };
const never = { cron: null, days_of_week: null, time_of_day: null, connection_ids: null };

/** Transformations: run by syncs, by an interval. */
export const transformations = (): JsonObject[] => [
  {
    id: "glowing_tree",
    status: "SUCCEEDED",
    type: "QUICKSTART",
    paused: false,
    ...creation,
    last_started_at: "2024-07-02T08:00:00Z",
    output_model_names: ["jira__issue_enhanced"],
    schedule: { ...never, schedule_type: "INTEGRATED", connection_ids: [known.sheet], smart_syncing: false, interval: 0 },
    transformation_config: {
      package_name: "jira",
      connection_ids: [known.sheet],
      excluded_models: ["jira__user_enhanced"],
      upgrade_available: true,
      configurable_variables: { start_date: "2024-01-01" },
    },
  },
  {
    id: "ticking_clock",
    status: "FAILED",
    type: "DBT_CORE",
    paused: true,
    ...creation,
    output_model_names: null,
    schedule: { ...never, schedule_type: "INTERVAL", interval: 0, smart_syncing: true },
    transformation_config: {
      project_id: "calm_forest",
      name: "nightly",
      steps: [{ name: "run", command: "dbt run" }],
      upgrade_available: null,
    },
  },
];

/** Projects. */
export const projects = (): JsonObject[] => [
  {
    id: "calm_forest",
    type: "DBT_CORE",
    status: "READY",
    errors: [],
    group_id: known.group,
    setup_tests: [],
    ...creation,
    project_config: {
      dbt_version: "1.7.3",
      default_schema: "analytics",
      git_remote_url: "git@git.example.com:data/dbt.git",
      folder_path: null,
      git_branch: "main",
      target_name: null,
      environment_vars: ["STAGE=prod"],
      public_key: "ssh-rsa AAAAB3NzaC1yc2E",
      threads: 4,
    },
  },
];

/** Webhooks; their secret is shown as a mask. */
export const webhooks = (): JsonObject[] => [
  {
    id: "recline_aware",
    type: "account",
    group_id: null,
    url: "https://hooks.example.com/events",
    events: ["sync_start", "sync_end"],
    active: true,
    secret: "******",
    created_at: "2022-04-29T10:45:00.000Z",
    created_by: known.creator,
  },
];

/** Types of connectors. */
export const connectorTypes = (): JsonObject[] => [
  {
    id: "facebook_ads",
    name: "Facebook Ads",
    type: "Marketing",
    description: "Advertising reports",
    icon_url: "https://icons.example.com/facebook.svg",
    icons: [],
    link_to_docs: "https://docs.example.com/facebook-ads",
    link_to_erd: null,
    connector_class: "standard",
    service_status: "general_availability",
  },
  ...many(760, (n) => ({ id: `type_${idOf(n)}`, name: `Type ${n}`, type: "API", description: "One of many", link_to_erd: null })),
];
