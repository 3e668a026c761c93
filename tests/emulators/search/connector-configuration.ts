/**
 * The objects inside a connector as the server reads them: schedules, features, pipeline, and the configuration, which is the schema that a service registers with the
 * values that users enter. See docs/modules/search.md#connector-configuration.
 */
import type { Json, JsonObject } from "../exchange";
import { mapValues } from "../objects";
import type { Store } from "../store";
import { cronProblem } from "./cron";
import { bad, illegal, illegalCause, problemsOf, SearchFailure } from "./errors";
import { membersOf, plain, token } from "./json";
import { anything, bool, type Field, object, shaped, string } from "./object-parser";

const all = (fields: Record<string, Field>): { fields: Record<string, Field>; required: string[]; lenient: true } => ({
  fields,
  required: Object.keys(fields),
  lenient: true,
});

const read = shaped({
  name: "schedule_config",
  fields: { enabled: bool, interval: string },
  required: ["enabled", "interval"],
  lenient: true,
  build: ({ interval = "" }) => {
    const problem = cronProblem(interval);
    if (problem === undefined) return;
    const reason = `illegal cron expression format [java.lang.IllegalArgumentException: ${problem}]`;
    throw illegal(`invalid cron expression [${interval}]`, illegalCause(reason));
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

const flag = shaped({ name: "connector_feature_enabled", ...all({ enabled: bool }) });
const rules = shaped({ name: "sync_rules_features", fields: { advanced: flag, basic: flag }, lenient: true });

/** What a connector can do. */
export const features = shaped({
  name: "connector_features",
  fields: { document_level_security: flag, incremental_sync: flag, native_connector_api_keys: flag, sync_rules: rules },
  lenient: true,
});

/** The ingest pipeline of a connector, whole. */
export const pipeline = shaped({
  name: "connector_ingest_pipeline",
  ...all({ extract_binary_content: bool, name: string, reduce_whitespace: bool, run_ml_inference: bool }),
});

/** What `_configuration` takes. */
export const configurationFields = {
  configuration: object((node) => plain(node) as JsonObject),
  values: {
    ...anything,
    read: (node) => {
      if (node.kind === "object") return plain(node);
      throw illegal(`Expected START_OBJECT but was: ${token(node)}`);
    },
  } as Field<JsonObject>,
};

interface Sent {
  configuration?: JsonObject;
  values?: JsonObject;
}

/** What is wrong with a request that has both or neither. */
export const configurationProblems = ({ configuration, values }: Sent): string[] =>
  problemsOf(
    [!configuration && !values, "[configuration] and [values] cannot both be null."],
    [configuration && values, "[configuration] and [values] cannot both be provided in the same request."],
  );

/** What `_configuration` changes: values of entries that there are. */
export const configured = (sent: Sent, connector: JsonObject): JsonObject => {
  if (sent.configuration) throw illegal("the emulator registers the schema of a configuration for the service of a connector only");
  const registered = connector.configuration as JsonObject;
  const values = Object.entries(sent.values ?? {});
  const unexpected = values.filter(([name]) => !Object.hasOwn(registered, name)).map(([name]) => name);
  if (unexpected.length > 0) {
    const fix = "Remove them from request or register their schema first.";
    throw bad("status_exception", `Unknown [configuration] fields in the request payload: [${unexpected.join(", ")}]. ${fix}`);
  }
  // The server itself stumbles over a value that is null.
  if (values.some(([, value]) => value === null)) throw new SearchFailure(500, { type: "null_pointer_exception", reason: null });
  return { status: "configured", configuration: mapValues(sent.values ?? {}, (value) => ({ value })) };
};

/** One entry of a schema as a test writes it down; what it leaves out is filled in as a service fills it in. */
export type SchemaEntry = Readonly<Record<string, Json>>;

/**
 * Does what a connector service does at its start: it registers the schema of its service type. Values that were entered
 * before stay where the new schema has their entry; a connector that was only created now needs configuration.
 */
export const registerService = (connectors: Store<JsonObject>, id: string, schema: Readonly<Record<string, SchemaEntry>>): void => {
  const connector = connectors.get(id);
  if (!connector || connector.deleted === true) throw new Error(`no connector ${id} for its service to find`);
  const old = membersOf(connector.configuration);
  const register = ([name, given]: [string, SchemaEntry], order: number): [string, JsonObject] => {
    const defaults = { default_value: null, depends_on: [], display: "textbox", label: name, options: [], order: order + 1 };
    const more = { required: true, sensitive: false, tooltip: null, type: "str", ui_restrictions: [], validations: [] };
    const entered = membersOf(old[name]).value ?? given.value ?? given.default_value ?? null;
    return [name, { ...defaults, ...more, ...given, value: entered }];
  };
  const status = connector.status === "created" ? "needs_configuration" : (connector.status ?? null);
  connectors.set(id, { ...connector, configuration: Object.fromEntries(Object.entries(schema).map(register)), status });
};
