// Paths of the server without the names in them, for traces, which must not contain values of users. See docs/protocol.md#tracing.

const known = /^\/(_ingest\/pipeline|_enrich\/policy|_index_template|_connector)(\/[^/]+)?(\/_[a-z_]+)?$/;

/** Returns `/_enrich/policy/{name}/_execute` for `/_enrich/policy/people/_execute`; `undefined` for a path of another form. */
export function pathTemplate(path: string): string | undefined {
  if (path === "/") return path;
  const [, collection, name, action] = known.exec(path) ?? [];
  return collection && `/${collection}${name ? "/{name}" : ""}${action ?? ""}`;
}
