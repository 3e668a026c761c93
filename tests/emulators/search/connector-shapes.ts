/** The objects inside a connector, as the server reads them: schedules, features, pipeline. Members it does not have are passed over. */
import type { JsonObject } from "../exchange";
import { cronProblem } from "./cron";
import { illegal } from "./errors";
import type { Field } from "./object-parser";
import { bool } from "./object-parser";
import { shaped, string } from "./shapes";

const read = shaped({
  name: "schedule_config",
  fields: { enabled: bool, interval: string },
  required: ["enabled", "interval"],
  lenient: true,
  build: ({ interval = "" }) => {
    const problem = cronProblem(interval);
    if (problem === undefined) return;
    const reason = `illegal cron expression format [java.lang.IllegalArgumentException: ${problem}]`;
    throw illegal(`invalid cron expression [${interval}]`, { type: "illegal_argument_exception", reason });
  },
});

/** One schedule. The server keeps its expression in capitals. */
const schedule: Field<JsonObject> = {
  ...read,
  read: (node) => {
    const { enabled = false, interval = "" } = read.read(node);
    return { enabled, interval: interval.toUpperCase() };
  },
};

/** When a connector syncs. */
export const scheduling = shaped({
  name: "connector_scheduling",
  fields: { access_control: schedule, full: schedule, incremental: schedule },
  lenient: true,
});

const flag = shaped({ name: "connector_feature_enabled", fields: { enabled: bool }, required: ["enabled"], lenient: true });

/** What a connector can do. */
export const features = shaped({
  name: "connector_features",
  fields: {
    document_level_security: flag,
    incremental_sync: flag,
    native_connector_api_keys: flag,
    sync_rules: shaped({ name: "sync_rules_features", fields: { advanced: flag, basic: flag }, lenient: true }),
  },
  lenient: true,
});

/** The ingest pipeline of a connector, whole. */
export const pipeline = shaped({
  name: "connector_ingest_pipeline",
  fields: { extract_binary_content: bool, name: string, reduce_whitespace: bool, run_ml_inference: bool },
  required: ["extract_binary_content", "name", "reduce_whitespace", "run_ml_inference"],
  lenient: true,
});
