/** The parts of a connector that have an endpoint of their own: what each takes, what it rejects, what it changes. See docs/modules/search.md#connector-update. */
import type { Json, JsonObject } from "../exchange";
import { mapValues, pickBy } from "../objects";
import type { Store } from "../store";
import { cronProblem } from "./cron";
import { bad, illegal, illegalCause, problemsOf, SearchFailure } from "./errors";
import { membersOf, type Node, plain, token } from "./json";
import { indexNameProblem } from "./names";
import { anything, bool, type Field, nullable, object, readShape, shaped, string, type Values } from "./object-parser";

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
const configurationFields = {
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
const configurationProblems = ({ configuration, values }: Sent) =>
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

/** Where a part is written: the connector as it is, its id, and who else uses an index name. */
export interface Place {
  connector: JsonObject;
  id: string;
  taken: (indexName: string) => boolean;
  /** Whether the index of a provider-managed connector must bear the prefix. */
  prefixed: boolean;
}

/** One part, for any values: `read` takes the body and returns what to do with the connector. */
export interface Part {
  /** What the action of the server updates. */
  verb: string;
  /** Whether the server reads the connector before it writes; else it writes to a deleted one as well. */
  looks: boolean;
  read: (node: Node) => { problems: string[]; change: (place: Place) => JsonObject };
}

type Fields = Record<string, Field>;
interface Definition<F extends Fields> {
  looks?: boolean;
  fields: F;
  required?: boolean;
  problems?: (values: Values<F>) => string[];
  /** What to merge into the connector. */
  change?: (values: Values<F>, place: Place) => JsonObject;
}

/** The part of that name. With `required`, all members must be there. */
const part = <F extends Fields>(
  verb: string,
  { looks = false, fields, required = true, problems = () => [], change = asSent }: Definition<F>,
): Part => ({
  verb,
  looks,
  read: (node) => {
    const values = readShape({ name: `connector_update_${verb}_request`, fields, required: required ? Object.keys(fields) : [] }, node);
    return { problems: problems(values), change: (place) => change(values, place) };
  },
});

/** Merges what was sent as it is, null left out. */
const asSent = (values: object): JsonObject => pickBy(values as JsonObject, (value) => value !== null);

/** The prefix of every index that a provider-managed connector fills; servers before 9.0 do not request it. */
const MANAGED = "content-";
const unmanaged = (indexName: Json | undefined) => typeof indexName === "string" && !indexName.startsWith(MANAGED);

/** What is wrong with the index name of a request. `managed`: whether the prefix is required. */
export const indexNameProblems = (indexName: string | null | undefined, managed: boolean): string[] => {
  const problem = typeof indexName === "string" ? indexNameProblem(indexName) : undefined;
  const exception = "org.elasticsearch.indices.InvalidIndexNameException";
  return problemsOf(
    [problem, `[${indexName}] ${exception}: Invalid index name [${indexName}], ${problem}`],
    [
      managed && unmanaged(indexName),
      `Index [${indexName}] is invalid. Index attached to an Elastic-managed connector must start with the prefix: [${MANAGED}]`,
    ],
  );
};

/** The rejection of an index name that another connector has. */
export const takenName = (indexName: string): SearchFailure =>
  bad("status_exception", `Index name [${indexName}] is used by another connector.`);

/** The parts that users change, by the name of their endpoint; the service of a connector writes others. */
export const PARTS: Readonly<Record<string, Part>> = {
  _name: part("name", {
    fields: { name: nullable(string), description: nullable(string) },
    required: false,
    problems: ({ name = null, description = null }) =>
      problemsOf([
        name === null && description === null,
        "[name] and [description] cannot both be [null]. Please provide a value for at least one of them.",
      ]),
  }),
  _index_name: part("index_name", {
    looks: true,
    fields: { index_name: nullable(string) },
    problems: ({ index_name: name }) => indexNameProblems(name, false),
    change: ({ index_name: name = null }, { connector, taken, prefixed }) => {
      if (name !== null && taken(name)) throw takenName(name);
      if (prefixed && connector.is_native === true && unmanaged(name)) {
        throw bad(
          "status_exception",
          `Index attached to an Elastic-managed connector must start with the prefix: [${MANAGED}]. The index name in the payload [${name}] doesn't comply with this requirement.`,
        );
      }
      return { index_name: name };
    },
  }),
  _service_type: part("service_type", {
    looks: true,
    fields: { service_type: string },
    problems: ({ service_type: type }) => problemsOf([type === "", '[service_type] cannot be [null] or [""].']),
    change: ({ service_type = "" }, { connector }) => ({
      service_type,
      status: connector.status === "created" ? "created" : "needs_configuration",
    }),
  }),
  _native: part("native", {
    looks: true,
    fields: { is_native: bool },
    change: ({ is_native = false }, { connector: { index_name: name, status: now = null }, id, prefixed }) => {
      if (prefixed && is_native && unmanaged(name)) {
        throw bad(
          "status_exception",
          `The index name [${String(name)}] attached to the connector [${id}] must start with the required prefix: [${MANAGED}] to be Elastic-managed. Please update the attached index first to comply with this requirement.`,
        );
      }
      return { is_native, status: now === "connected" ? "configured" : now };
    },
  }),
  _pipeline: part("pipeline", { fields: { pipeline } }),
  _scheduling: part("scheduling", {
    fields: { scheduling },
    // The server does not check the third: access control alone is rejected as well.
    problems: ({ scheduling: { full, incremental } = {} }) =>
      problemsOf([
        !full && !incremental,
        "[scheduling] object needs to define at least one schedule type: [full | incremental | access_control]",
      ]),
  }),
  _features: part("features", { fields: { features } }),
  _api_key_id: part("api_key_id", { fields: { api_key_id: nullable(string), api_key_secret_id: nullable(string) }, required: false }),
  _configuration: part("configuration", {
    looks: true,
    fields: configurationFields,
    required: false,
    problems: configurationProblems,
    change: (sent, { connector }) => configured(sent, connector),
  }),
};
