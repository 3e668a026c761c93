/** The configuration of a connector: the schema that its service registers, and the values that users enter. See docs/modules/search.md#connector-configuration. */
import type { Json, JsonObject } from "../exchange";
import type { Store } from "../store";
import { bad, SearchFailure } from "./errors";
import type { Node } from "./json";
import { plain, token } from "./json";
import type { Field } from "./object-parser";
import { bool, long, nullable, object } from "./object-parser";
import type { Shape } from "./shapes";
import { readShape, string } from "./shapes";

const anything: Field<Json> = { kinds: ["object", "array", "string", "number", "boolean", "null"], read: plain };
const list: Field<Json> = { kinds: ["array"], read: plain };
const value: Field<Json> = {
  ...anything,
  read: (node) => {
    if (node.kind === "array")
      throw new SearchFailure(400, { type: "x_content_parse_exception", reason: `Unsupported token [${token(node)}]` });
    return plain(node);
  },
};

const entryFields = {
  category: string,
  default_value: { ...anything, kinds: ["string", "number", "boolean", "null"] as const },
  depends_on: list,
  display: nullable(string),
  label: string,
  options: list,
  order: long,
  placeholder: nullable(string),
  required: bool,
  sensitive: bool,
  tooltip: nullable(string),
  type: nullable(string),
  ui_restrictions: list,
  validations: list,
  value,
};
const entry = { name: "connector_configuration", fields: entryFields, required: ["label"], lenient: true } satisfies Shape<
  typeof entryFields
>;

/** The whole configuration, schema and values; what the server writes for an entry without it. */
const configuration = object((node: Node) => {
  const entries = node.kind === "object" ? node.fields : [];
  const read = entries.map(({ name, value: inner }): [string, Json] => [
    name,
    { default_value: null, required: false, sensitive: false, value: null, ...readShape(entry, inner) } as JsonObject,
  ]);
  return Object.fromEntries(read) as JsonObject;
});

const values: Field<JsonObject> = {
  ...anything,
  read: (node) => {
    if (node.kind === "object") return plain(node) as JsonObject;
    throw new SearchFailure(400, { type: "illegal_argument_exception", reason: `Expected START_OBJECT but was: ${token(node)}` });
  },
};

const fields = { configuration, values };
/** What `_configuration` takes. */
export const configurationShape = { name: "connector_update_configuration_request", fields } satisfies Shape<typeof fields>;

type Sent = { configuration?: JsonObject; values?: JsonObject };

/** What is wrong with a request that has both or neither. */
export const configurationProblems = (sent: Sent): string[] => {
  if (!sent.configuration && !sent.values) return ["[configuration] and [values] cannot both be null."];
  return sent.configuration && sent.values ? ["[configuration] and [values] cannot both be provided in the same request."] : [];
};

/** The connector after `_configuration`. A whole configuration replaces the old one; values need their entries. */
export const configured = (sent: Sent, connector: JsonObject): { changes: JsonObject; replaced?: JsonObject } => {
  const done = { status: "configured" };
  if (sent.configuration) return { changes: done, replaced: { configuration: sent.configuration } };
  const registered = connector.configuration as JsonObject;
  const unexpectedNames = Object.keys(sent.values ?? {}).filter((name) => !Object.hasOwn(registered, name));
  if (unexpectedNames.length > 0) {
    const named = unexpectedNames.join(", ");
    throw bad(
      "status_exception",
      `Unknown [configuration] fields in the request payload: [${named}]. Remove them from request or register their schema first.`,
    );
  }
  // The server itself stumbles over a value that is null.
  if (Object.values(sent.values ?? {}).includes(null)) throw new SearchFailure(500, { type: "null_pointer_exception", reason: null });
  const given = Object.entries(sent.values ?? {}).map(([name, entered]): [string, Json] => [name, { value: entered }]);
  return { changes: { ...done, configuration: Object.fromEntries(given) as JsonObject } };
};

/** One entry of a schema as a test writes it down; what it leaves out is filled in as a service fills it in. */
export type SchemaEntry = Partial<Record<keyof typeof entryFields, Json>>;

/**
 * Does what a connector service does at its start: it registers the schema of its service type. Values that were entered
 * before stay where the new schema has their entry; a connector that was only created now needs configuration.
 */
export const registerService = (connectors: Store<JsonObject>, id: string, schema: Readonly<Record<string, SchemaEntry>>): void => {
  const connector = connectors.get(id);
  if (!connector || connector.deleted === true) throw new Error(`no connector ${id} for its service to find`);
  const old = connector.configuration as Record<string, JsonObject>;
  const register = ([name, given]: [string, SchemaEntry], order: number): [string, JsonObject] => {
    const defaults = { default_value: null, depends_on: [], display: "textbox", label: name, options: [], order: order + 1 };
    const more = { required: true, sensitive: false, tooltip: null, type: "str", ui_restrictions: [], validations: [] };
    const entered = old[name]?.value ?? given.value ?? given.default_value ?? null;
    return [name, { ...defaults, ...more, ...given, value: entered }];
  };
  const status = connector.status === "created" ? "needs_configuration" : (connector.status ?? null);
  connectors.set(id, { ...connector, configuration: Object.fromEntries(Object.entries(schema).map(register)), status });
};
