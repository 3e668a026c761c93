/** Index templates: bodies of requests, and versions of the server. See docs/modules/search.md#index-templates. */
import { rejects } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchIndexTemplate";
const minimal = { name: "logs-app", indexPatterns: ["logs-app-*"] };
const stream = { hidden: false };

test("the body has JSON texts as they are given, and routing before the two that override it", async () => {
  const { stack, sent } = stackFixture(kind);
  const filter = '{ "term": {"env": "prod"} }';
  const template = {
    settings: '{ "number_of_shards": 3 }',
    mappings: '{ "properties": {} }',
    aliases: [{ name: "app", searchRouting: "2", routing: "1", filter }],
  };
  await stack.up({ ...minimal, priority: 200, metadata: '{ "owner": "team-a" }', template });
  expect(sent.find(({ method }) => method === "PUT")!.body).toBe(
    `{"index_patterns":["logs-app-*"],"composed_of":[],"priority":200,"_meta":{ "owner": "team-a" },"template":{"settings":{ "number_of_shards": 3 },"mappings":{ "properties": {} },"aliases":{"app":{"filter":${filter},"routing":"1","search_routing":"2"}}}}`,
  );
});

test("custom routing that was on is disabled explicitly, and only then", async () => {
  const { stack, bodies } = stackFixture(kind);
  const routed = { dataStream: { allowCustomRouting: true } };
  for (const more of [routed, { dataStream: {} }, { dataStream: {}, version: 2 }, routed, {}]) await stack.up({ ...minimal, ...more });
  expect(bodies().map((body) => (body as Record<string, unknown>)["data_stream"])).toEqual([
    { ...stream, allow_custom_routing: true },
    { ...stream, allow_custom_routing: false },
    stream,
    { ...stream, allow_custom_routing: true },
    undefined,
  ]);
});

test("a template that a data stream uses is deleted after the stream", async () => {
  const { stack, call } = stackFixture(kind);
  await stack.up({ ...minimal, dataStream: {} });
  call("PUT /_data_stream/logs-app-1");
  await rejects(
    stack.destroy(),
    /in use by a data streams \[logs-app-1\]\nDelete the data streams first, or let them depend on the template\./,
  );
});

const stores = { dataStream: {}, template: { dataStreamOptions: { failureStore: { enabled: true } } } };

test.each([
  [
    "8.6.2",
    { ignoreMissingComponentTemplates: ["x"] },
    /^failed_precondition: ignoreMissingComponentTemplates: .*version 8\.6\.2\. Use Elasticsearch 8\.7\.0/,
  ],
  ["8.18.9", stores, /^failed_precondition: template\.dataStreamOptions: .*version 8\.18\.9\. Use Elasticsearch 8\.19\.0/],
])("version %s is checked before any write, also of an update", async (version, more, failure) => {
  const { stack, writes } = stackFixture(kind, { version });
  await rejects(stack.up({ ...minimal, ...more }), failure);
  await stack.up(minimal);
  await rejects(stack.up({ ...minimal, ...more }), failure);
  expect(writes()).toHaveLength(1);
});
