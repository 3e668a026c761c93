// Paths of the server without the names in them, for traces, which must not contain values of users. See docs/protocol.md#tracing.

const known = /^\/(_ingest\/pipeline|_enrich\/policy|_index_template|_component_template|_connector)(\/_simulate)?(\/[^/]+)?(\/_[a-z_]+)?$/;
const script = /^\/_scripts\/[^/]+(\/[^/]+)?$/;
const settings = /^(\/_all\/_settings)\/[^/]+$/;

/** Returns `/_enrich/policy/{name}/_execute` for `/_enrich/policy/people/_execute`; `undefined` for a path of another form. */
export function pathTemplate(path: string): string | undefined {
  if (path === "/") return path;
  if (path === "/_cluster/state/metadata") return path;
  const [isScript, context] = script.exec(path) ?? [];
  if (isScript !== undefined) return `/_scripts/{name}${context === undefined ? "" : "/{context}"}`;
  const [, all] = settings.exec(path) ?? [];
  if (all !== undefined) return `${all}/{names}`;
  const [, collection, simulation = "", name, action] = known.exec(path) ?? [];
  return collection && `/${collection}${simulation}${name ? "/{name}" : ""}${action ?? ""}`;
}
