/** The parts of a connector that have an endpoint of their own: what each takes, what it rejects, what it changes. See docs/modules/search.md#connector-update. */
import type { Json, JsonObject } from "../exchange";
import { pickBy } from "../objects";
import { configurationFields, configurationProblems, configured, features, pipeline, scheduling } from "./connector-configuration";
import { bad, problemsOf, type SearchFailure } from "./errors";
import type { Node } from "./json";
import { indexNameProblem } from "./names";
import { bool, type Field, nullable, readShape, string, type Values } from "./object-parser";

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
