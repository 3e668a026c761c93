// Which responses mean that an object does not exist. See docs/modules/search.md#missing-objects. Pure.
import { equal, isObject } from "../../core/json/json";
import { objectOf } from "../../core/values/records";
import type { Plain } from "../../core/values/value";
import { isGenuine, type SearchResponse } from "./response";

/** What an API responds with the status 404 if the object does not exist. */
interface Absence {
  /** Path of the API; the name of an object follows. */
  path: string;
  /** Types of errors. */
  types: readonly string[];
  /** The body of a GET without an error, if the API has one. */
  empty?: Plain;
  /** Requests whose body without the object contains `found: false` and no error. */
  notFound?: readonly string[];
}

const absences: readonly Absence[] = [
  { path: "/_data_stream", types: ["index_not_found_exception"] },
  { path: "/_connector", types: ["resource_not_found_exception"] },
  { path: "/_enrich/policy", types: ["resource_not_found_exception"] },
  { path: "/_snapshot", types: ["repository_missing_exception", "snapshot_missing_exception"] },
  { path: "/_slm/policy", types: ["resource_not_found_exception"] },
  { path: "/_ilm/policy", types: ["resource_not_found_exception"] },
  // While the master node builds its state there is no license, and the body is empty.
  { path: "/_license", types: [], empty: {} },
  { path: "/_ingest/pipeline", types: ["resource_not_found_exception"], empty: {} },
  {
    path: "/_index_template",
    types: ["resource_not_found_exception", "index_template_missing_exception"],
    empty: { index_templates: [] },
  },
  { path: "/_scripts", types: ["resource_not_found_exception"], notFound: ["GET"] },
  ...["role", "role_mapping", "user"].map((kind) => ({ path: `/_security/${kind}`, types: [], empty: {}, notFound: ["DELETE"] })),
  { path: "/_security/privilege", types: [], empty: {}, notFound: ["DELETE"] },
  { path: "/_security/api_key", types: [], empty: { api_keys: [] } },
  { path: "/_security/service", types: [], notFound: ["DELETE"] },
  { path: "/_synonyms", types: ["resource_not_found_exception"] },
  { path: "/_transform", types: ["resource_not_found_exception"] },
  { path: "/_component_template", types: ["resource_not_found_exception"], empty: { component_templates: [] } },
];

/** APIs below the name of an index, alias or data stream; all others begin with an underscore. */
const indexAbsence: Absence = { path: "/", types: ["index_not_found_exception"] };

/** Returns whether the server was built without the API, for requests that are valid where it exists: it reads the path as that of an index. */
export function lacksApi({ status }: Pick<SearchResponse, "status">): boolean {
  return status === 400 || status === 405;
}

/** Returns whether Elasticsearch states that the object does not exist. Other servers and proxies respond with 404, too. */
export function isGone(response: Pick<SearchResponse, "method" | "path" | "status" | "headers" | "json">): boolean {
  const { method, path, status, json } = response;
  const api = absences.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  const absence = path.startsWith("/_") ? api : indexAbsence;
  if (!absence || status !== 404 || !isGenuine(response) || !isObject(json)) return false;
  if (json["error"] === undefined) {
    if (absence.notFound?.includes(method)) return isNotFound(json);
    return method === "GET" && absence.empty !== undefined && equal(json, absence.empty);
  }
  const { type } = objectOf(json["error"]);
  return typeof type === "string" && absence.types.includes(type);
}

/** The object itself, or all objects by their names. */
function isNotFound(json: Plain): boolean {
  if (!isObject(json)) return false;
  const members = Object.values(json);
  return json["found"] === false || (members.length > 0 && members.every(isNotFound));
}
