// Paths of the server without the names in them, for traces, which may hold no value of a user (provider protocol, section 9).

const known = /^\/(_ingest\/pipeline|_enrich\/policy|_index_template|_connector)(\/[^/]+)?(\/_[a-z_]+)?$/;

/** `/_enrich/policy/people/_execute` becomes `/_enrich/policy/{name}/_execute`; nothing for a path of another form. */
export function pathTemplate(path: string): string | undefined {
  if (path === "/") return path;
  const [, collection, name, action] = known.exec(path) ?? [];
  return collection && `/${collection}${name ? "/{name}" : ""}${action ?? ""}`;
}
