// Paths without object names; tests/invariants checks that every request has one.
import { pathTemplate } from "../../../../../provider/modules/search/transport/path-template";

test.each([
  ["/", "/"],
  ["/_ingest/pipeline", "/_ingest/pipeline"],
  ["/_ingest/pipeline/logs", "/_ingest/pipeline/{name}"],
  ["/_ingest/pipeline/_own", "/_ingest/pipeline/{name}"],
  ["/_enrich/policy/a%20b/_execute", "/_enrich/policy/{name}/_execute"],
  ["/_index_template/x", "/_index_template/{name}"],
  ["/_index_template/_simulate", "/_index_template/_simulate"],
  ["/_index_template/_simulate/x", "/_index_template/_simulate/{name}"],
  ["/_component_template/x", "/_component_template/{name}"],
  ["/_ingest/pipeline/_simulate", "/_ingest/pipeline/_simulate"],
  ["/_ingest/pipeline/x/_simulate", "/_ingest/pipeline/{name}/_simulate"],
  ["/_all/_settings/index.a,index.b", "/_all/_settings/{names}"],
  ["/_connector/id/_api_key_id", "/_connector/{name}/_api_key_id"],
  ["/_connector", "/_connector"],
  ["/logs-2026/_settings", "/{name}/_settings"],
  ["/_data_stream/logs/_lifecycle", "/_data_stream/{name}/_lifecycle"],
  ["/_unknown", undefined],
  ["/_cluster/settings", "/_cluster/settings"],
  ["/logs/_search", undefined],
  ["/_ingest/pipeline/a/b", undefined],
])("%s", (path, template) => {
  expect(pathTemplate(path)).toBe(template);
});
