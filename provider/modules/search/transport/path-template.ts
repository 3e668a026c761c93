// Paths of the server without the names in them, for traces, which must not contain values of users. See docs/protocol.md#tracing.

/** Every path that this module requests. The first one that a path has the form of is its template. */
const pathTemplates = [
  "/",
  "/_all/_settings/{names}",
  "/_cat/indices",
  "/_cluster/settings",
  "/_cluster/state/metadata",
  "/_license",
  "/_ilm/policy",
  "/_ilm/policy/{name}",
  "/_transform",
  "/_transform/_preview",
  "/_transform/_stats",
  "/_transform/{name}",
  "/_transform/{name}/{action}",
  "/_synonyms",
  "/_synonyms/{name}",
  "/_slm/policy",
  "/_slm/policy/{name}",
  "/_snapshot",
  "/_snapshot/{name}",
  "/_snapshot/{name}/{name}",
  "/_snapshot/{name}/{name}/_restore",
  "/_scripts/{name}",
  "/_scripts/{name}/{context}",
  "/_ingest/pipeline",
  "/_ingest/pipeline/_simulate",
  "/_ingest/pipeline/{name}",
  "/_ingest/pipeline/{name}/_simulate",
  "/_enrich/policy",
  "/_enrich/policy/{name}",
  "/_enrich/policy/{name}/_execute",
  "/_index_template",
  "/_index_template/_simulate",
  "/_index_template/_simulate/{name}",
  "/_index_template/_simulate_index/{name}",
  "/_index_template/{name}",
  "/_component_template",
  "/_component_template/{name}",
  "/_connector",
  "/_connector/{name}",
  "/_connector/{name}/{action}",
  "/_alias",
  "/_alias/{name}",
  "/_aliases",
  "/_data_stream",
  "/_data_stream/{name}",
  "/_data_stream/{name}/_lifecycle",
  "/_data_stream/{name}/_options",
  "/_data_stream/{name}/_settings",
  "/_data_stream/{name}/_mappings",
  "/_data_stream/{name}/_stats",
  "/_security/_authenticate",
  "/_security/_query/api_key",
  "/_security/api_key",
  "/_security/api_key/{name}",
  "/_security/cross_cluster/api_key",
  "/_security/cross_cluster/api_key/{name}",
  "/_security/service",
  "/_security/service/{namespace}/{service}",
  "/_security/service/{namespace}/{service}/credential",
  "/_security/service/{namespace}/{service}/credential/token/{name}",
  "/_security/role",
  "/_security/role/{name}",
  "/_security/privilege",
  "/_security/privilege/{name}",
  "/_security/privilege/{name}/{names}",
  "/_security/role_mapping",
  "/_security/role_mapping/{name}",
  "/_security/user",
  "/_security/user/_has_privileges",
  "/_security/user/{name}",
  "/_security/user/{name}/{action}",
  "/{name}",
  "/{name}/_alias",
  "/{name}/_alias/{name}",
  "/{name}/_count",
  "/{name}/_ilm/explain",
  "/{name}/_mapping",
  "/{name}/_refresh",
  "/{name}/_settings",
  "/{name}/_stats/{metrics}",
];

/** What stands for a part of a path: a name that may begin with `_`, except for an index, and an action, which does and is kept. */
const parts: Readonly<Record<string, string>> = { action: "_[a-z_]+" };

const forms = pathTemplates.map((template) => {
  const source = template.replace(/^\/\{name\}/, "/[^/_][^/]*").replace(/\{(\w+)\}/g, (_, part: string) => `(${parts[part!] ?? "[^/]+"})`);
  return { template, form: new RegExp(`^${source}$`) };
});

/** Returns `/_enrich/policy/{name}/_execute` for `/_enrich/policy/people/_execute`; `undefined` for a path of another form. */
export function pathTemplate(path: string): string | undefined {
  const found = forms.find(({ form }) => form.test(path));
  return found?.template.replace("{action}", path.slice(path.lastIndexOf("/") + 1));
}
