/** Index templates: bodies of requests, and versions of the server. See docs/modules/search.md#index-templates. */
import { TransportError } from "../../../../../provider/http/transport-error";
import { failure } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchIndexTemplate";
const path = "/_index_template/logs-app";
const minimal = { name: "logs-app", indexPatterns: ["logs-app-*"] };

describe("the body", () => {
  test("has JSON texts as they are given, and routing before the two that override it", async () => {
    const { stack, sent } = stackFixture(token);
    const filter = '{ "term": {"env": "prod"} }';
    const template = {
      settings: '{ "number_of_shards": 3 }',
      mappings: '{ "properties": {} }',
      aliases: [{ name: "app", searchRouting: "2", routing: "1", filter }],
    };
    await stack.up({ ...minimal, priority: 200, metadata: '{ "owner": "team-a" }', template });
    expect(sent.find(({ method }) => method === "PUT")!.body).toBe(
      '{"index_patterns":["logs-app-*"],"composed_of":[],"priority":200,"_meta":{ "owner": "team-a" },' +
        '"template":{"settings":{ "number_of_shards": 3 },"mappings":{ "properties": {} },' +
        `"aliases":{"app":{"filter":${filter},"routing":"1","search_routing":"2"}}}}`,
    );
  });

  test.each<[string, object, object]>([
    ["the least", {}, {}],
    ["an empty data stream", { dataStream: {} }, { data_stream: { hidden: false } }],
    ["custom routing", { dataStream: { allowCustomRouting: true } }, { data_stream: { hidden: false, allow_custom_routing: true } }],
    ["blank texts are not given", { metadata: " ", template: { settings: "", mappings: " " } }, { template: {} }],
    ["empty objects are sent", { template: { settings: "{}", mappings: "{}" } }, { template: { settings: {}, mappings: {} } }],
    ["empty lists are not", { ignoreMissingComponentTemplates: [], template: { aliases: [] } }, { template: {} }],
    [
      "an empty lifecycle is sent",
      { dataStream: {}, template: { lifecycle: {} } },
      { data_stream: { hidden: false }, template: { lifecycle: {} } },
    ],
    [
      "an empty lifecycle of the failure store is not",
      { dataStream: {}, template: { dataStreamOptions: { failureStore: { enabled: false, lifecycle: {} } } } },
      { data_stream: { hidden: false }, template: { data_stream_options: { failure_store: { enabled: false } } } },
    ],
    [
      "flags and routings that mean nothing",
      { template: { aliases: [{ name: "a", isHidden: false, isWriteIndex: false, routing: "", indexRouting: "" }] } },
      { template: { aliases: { a: {} } } },
    ],
    ["deprecated, false included", { deprecated: false }, { deprecated: false }],
    ["priority 0", { priority: 0 }, { priority: 0 }],
  ])("%s", async (_name, more, expected) => {
    const { stack, bodies } = stackFixture(token);
    await stack.up({ ...minimal, ...more });
    expect(bodies()["PUT logs-app"]).toEqual({ index_patterns: ["logs-app-*"], composed_of: [], ...expected });
  });

  test("disables custom routing that was on explicitly, and only then", async () => {
    const { stack, bodies } = stackFixture(token);
    const streams: [object, unknown][] = [
      [{ dataStream: { allowCustomRouting: true } }, { hidden: false, allow_custom_routing: true }],
      [{ dataStream: {} }, { hidden: false, allow_custom_routing: false }],
      [{ dataStream: {}, version: 2 }, { hidden: false }],
      [{ dataStream: { allowCustomRouting: true } }, { hidden: false, allow_custom_routing: true }],
      [{}, undefined],
    ];
    for (const [more, expected] of streams) {
      await stack.up({ ...minimal, ...more });
      expect((bodies()["PUT logs-app"] as Record<string, unknown>)["data_stream"]).toEqual(expected);
    }
  });
});

describe("versions are checked before anything else", () => {
  const stores = { template: { dataStreamOptions: { failureStore: { enabled: true } } } };

  test.each<[string, string, object, RegExp]>([
    ["8.6.2", "8.7.0", { ignoreMissingComponentTemplates: ["x"] }, /^ignoreMissingComponentTemplates: /],
    ["8.18.9", "8.19.0", stores, /^template\.dataStreamOptions: /],
  ])("%s is older than %s", async (version, needed, more, what) => {
    const { stack, lines } = stackFixture(token, { version });
    const rejected = { code: "failed_precondition", message: expect.stringMatching(what) };
    const error = await failure(stack.up({ ...minimal, ...more }));
    expect(error).toMatchObject(rejected);
    expect(error.message).toContain(`the server has version ${version}. Use Elasticsearch ${needed}`);
    expect(lines()).toEqual([]);
    await stack.up(minimal);
    expect(await failure(stack.up({ ...minimal, ...more }))).toMatchObject(rejected);
    expect(lines().filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  });

  test.each(["8.19.0", "9.1.0"])("%s accepts data stream options", async (version) => {
    await expect(stackFixture(token, { version }).stack.up({ ...minimal, dataStream: {}, ...stores })).resolves.toBe("create");
  });
});

test("a repeated PUT that finds the result of the first one succeeds", async () => {
  const { stack, emulator, override } = stackFixture(token);
  override.set(`PUT ${path}?create=true`, () => {
    if (!emulator.indexTemplates.get("logs-app"))
      emulator.indexTemplates.set("logs-app", { index_patterns: ["logs-app-*"], composed_of: [] } as never);
    else override.clear();
    return new TransportError("sent", "ECONNRESET", "lost.", { ambiguous: true });
  });
  expect(await stack.up(minimal)).toBe("create");
});
