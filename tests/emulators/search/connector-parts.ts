/** The parts of a connector that have an endpoint of their own: what each takes, what it rejects, what it changes. See docs/modules/search.md#connector-update. */
import type { Json, JsonObject } from "../exchange";
import { configurationProblems, configurationShape, configured } from "./connector-configuration";
import { features, pipeline, scheduling } from "./connector-shapes";
import { checkStep, statusWord } from "./connector-status";
import type { SearchFailure } from "./errors";
import { bad } from "./errors";
import { indexNameProblem } from "./index-names";
import type { Node } from "./json";
import type { Field } from "./object-parser";
import { bool, nullable } from "./object-parser";
import type { Action } from "./privileges";
import type { Shape, Values } from "./shapes";
import { readShape, string } from "./shapes";
import { action, connectorWrite } from "./privileges";

/** Where a part is written: the connector as it is, its id, and who else uses an index name. */
export interface Place {
  connector: JsonObject;
  id: string;
  now: Date;
  taken: (indexName: string) => boolean;
  /** Whether the index of a provider-managed connector must bear the prefix. */
  prefixed: boolean;
}

/** What to merge into the connector, and what to put in place of what was there. */
export interface Change {
  changes: JsonObject;
  replaced?: JsonObject;
}

/** One part, for any values: `read` takes the body and returns what to do with the connector. */
export interface Part {
  action: Action;
  /** Whether the server reads the connector before it writes; else it writes to a deleted one as well. */
  looks?: boolean;
  /** Whether it comes without a body. */
  bodiless?: boolean;
  read: (node: Node | undefined) => { problems: string[]; change: (place: Place) => Change };
}

type Fields = Record<string, Field>;
interface Definition<F extends Fields> extends Pick<Part, "action" | "looks"> {
  shape: Shape<F>;
  problems?: (values: Values<F>) => string[];
  change: (values: Values<F>, place: Place) => Change;
}

const part = <F extends Fields>({ action, looks, shape, problems = () => [], change }: Definition<F>): Part => ({
  action,
  looks,
  read: (node) => {
    const values = readShape(shape, node as Node);
    return { problems: problems(values), change: (place) => change(values, place) };
  },
});

const shape = <F extends Fields>(name: string, fields: F, ...required: (keyof F & string)[]): Shape<F> => ({
  name: `connector_update_${name}_request`,
  fields,
  required,
});

/** Merges what was sent as it is, null left out. */
const asSent = (values: object): Change => ({
  changes: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as JsonObject,
});

/** The prefix of every index that a provider-managed connector fills; servers before 9.0 do not request it. */
const MANAGED = "content-";
const unmanaged = (indexName: Json | undefined): boolean => typeof indexName === "string" && !indexName.startsWith(MANAGED);

/** What is wrong with the index name of a request. `managed`: whether the prefix is required. */
export const indexNameProblems = (indexName: string | null | undefined, managed: boolean): string[] => {
  const problem = typeof indexName === "string" ? indexNameProblem(indexName) : undefined;
  const exception = "org.elasticsearch.indices.InvalidIndexNameException";
  return [
    ...(problem ? [`[${indexName}] ${exception}: Invalid index name [${indexName}], ${problem}`] : []),
    ...(managed && unmanaged(indexName)
      ? [`Index [${indexName}] is invalid. Index attached to an Elastic-managed connector must start with the prefix: [${MANAGED}]`]
      : []),
  ];
};

/** The rejection of an index name that another connector has. */
export const takenName = (indexName: string): SearchFailure =>
  bad("status_exception", `Index name [${indexName}] is used by another connector.`);

const missing = (name: string): string => `[${name}] cannot be [null] or [""].`;

/** The parts by the name of their endpoint. */
export const PARTS: Readonly<Record<string, Part>> = {
  _name: part({
    action: action("cluster:admin/xpack/connector/update_name", connectorWrite),
    shape: shape("name", { name: nullable(string), description: nullable(string) }),
    problems: ({ name = null, description = null }) =>
      name === null && description === null
        ? ["[name] and [description] cannot both be [null]. Please provide a value for at least one of them."]
        : [],
    change: asSent,
  }),
  _index_name: part({
    action: action("cluster:admin/xpack/connector/update_index_name", connectorWrite),
    looks: true,
    shape: shape("index_name", { index_name: nullable(string) }, "index_name"),
    problems: ({ index_name: name }) => indexNameProblems(name, false),
    change: ({ index_name: name = null }, { connector, taken, prefixed }) => {
      if (name !== null && taken(name)) throw takenName(name);
      if (prefixed && connector.is_native === true && unmanaged(name)) {
        throw bad(
          "status_exception",
          `Index attached to an Elastic-managed connector must start with the prefix: [${MANAGED}]. The index name in the payload [${name}] doesn't comply with this requirement.`,
        );
      }
      return { changes: { index_name: name } };
    },
  }),
  _service_type: part({
    action: action("cluster:admin/xpack/connector/update_service_type", connectorWrite),
    looks: true,
    shape: shape("service_type", { service_type: string }, "service_type"),
    problems: ({ service_type: type }) => (type === "" ? [missing("service_type")] : []),
    change: ({ service_type = "" }, { connector }) => ({
      changes: { service_type, status: connector.status === "created" ? "created" : "needs_configuration" },
    }),
  }),
  _native: part({
    action: action("cluster:admin/xpack/connector/update_native", connectorWrite),
    looks: true,
    shape: shape("native", { is_native: bool }, "is_native"),
    change: ({ is_native = false }, { connector: { index_name: name, status: now = null }, id, prefixed }) => {
      if (prefixed && is_native && unmanaged(name)) {
        throw bad(
          "status_exception",
          `The index name [${String(name)}] attached to the connector [${id}] must start with the required prefix: [${MANAGED}] to be Elastic-managed. Please update the attached index first to comply with this requirement.`,
        );
      }
      return { changes: { is_native, status: now === "connected" ? "configured" : now } };
    },
  }),
  _pipeline: part({
    action: action("cluster:admin/xpack/connector/update_pipeline", connectorWrite),
    shape: shape("pipeline", { pipeline }, "pipeline"),
    change: asSent,
  }),
  _scheduling: part({
    action: action("cluster:admin/xpack/connector/update_scheduling", connectorWrite),
    shape: shape("scheduling", { scheduling }, "scheduling"),
    // The server does not check the third: access control alone is rejected as well.
    problems: ({ scheduling: { full, incremental } = {} }) =>
      full || incremental ? [] : ["[scheduling] object needs to define at least one schedule type: [full | incremental | access_control]"],
    change: asSent,
  }),
  _features: part({
    action: action("cluster:admin/xpack/connector/update_features", connectorWrite),
    shape: shape("features", { features }, "features"),
    change: asSent,
  }),
  _api_key_id: part({
    action: action("cluster:admin/xpack/connector/update_api_key_id", connectorWrite),
    shape: shape("api_key_id", { api_key_id: nullable(string), api_key_secret_id: nullable(string) }),
    change: asSent,
  }),
  _configuration: part({
    action: action("cluster:admin/xpack/connector/update_configuration", connectorWrite),
    looks: true,
    shape: configurationShape,
    problems: configurationProblems,
    change: (sent, { connector }) => configured(sent, connector),
  }),
  _status: part({
    action: action("cluster:admin/xpack/connector/update_status", connectorWrite),
    looks: true,
    shape: shape("status", { status: statusWord }),
    problems: ({ status: word }) => (word === undefined ? ["[status] cannot be [null]."] : []),
    change: ({ status: word = "" }, { connector }) => {
      checkStep(connector.status, word);
      return { changes: { status: word } };
    },
  }),
  _error: part({
    action: action("cluster:admin/xpack/connector/update_error", connectorWrite),
    shape: shape("error", { error: nullable(string) }, "error"),
    change: ({ error = null }) => ({ changes: { error, status: error === null || error === "" ? "connected" : "error" } }),
  }),
  _check_in: {
    action: action("cluster:admin/xpack/connector/update_last_seen", connectorWrite),
    bodiless: true,
    read: () => ({ problems: [], change: ({ now }) => ({ changes: { last_seen: now.toISOString() } }) }),
  },
};
