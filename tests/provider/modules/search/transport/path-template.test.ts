// Paths without object names: every form that the module requests; other paths are hidden completely.
import { pathTemplate } from "../../../../../provider/modules/search/transport/path-template";

test.each([
  ["/", "/"],
  ["/_ingest/pipeline", "/_ingest/pipeline"],
  ["/_ingest/pipeline/logs", "/_ingest/pipeline/{name}"],
  ["/_ingest/pipeline/_own", "/_ingest/pipeline/{name}"],
  ["/_enrich/policy/a%20b/_execute", "/_enrich/policy/{name}/_execute"],
  ["/_index_template/x", "/_index_template/{name}"],
  ["/_connector/id/_api_key_id", "/_connector/{name}/_api_key_id"],
  ["/logs/_search", undefined],
  ["/_ingest/pipeline/a/b", undefined],
])("%s", (path, template) => {
  expect(pathTemplate(path)).toBe(template);
});
