// Connectors: create, update, delete, import, list. See docs/modules/search.md#connectors.
import type { SearchClient } from "../../../../../provider/modules/search/client";
import { SearchConnector as code } from "../../../../../provider/modules/search/resources/connector";
import { driveResource } from "../../../../support/resource-driver";
import { clientOver, collected, failure, json, recorded, root, uuid, schema } from "../support";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchConnector";
const SearchConnector = driveResource<SearchClient>(token, code, schema);
const catalog = "/_connector/music-catalog";
const daily = { enabled: true, interval: "0 0 12 * * ?" };
const pipeline = { name: "music", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true };
const small = { connectorId: "music-catalog", serviceType: "postgresql" };
const named = {
  ...small,
  name: "music catalog",
  description: "all of it",
  indexName: "search-music",
  language: "english",
  isNative: false,
};
const whole = {
  ...named,
  pipeline,
  scheduling: { full: daily, accessControl: daily },
  features: { syncRules: { basic: { enabled: true } }, documentLevelSecurity: { enabled: false } },
  apiKeyId: "key-1",
};

describe("create", () => {
  test("with all parts: the calls in order, and their bodies", async () => {
    const { stack, lines, bodies } = stackFixture(token);
    expect(await stack.up(whole)).toBe("create");
    expect(lines()).toEqual([
      `GET ${catalog}`,
      `PUT ${catalog}`,
      ...["_pipeline", "_scheduling", "_features", "_api_key_id"].map((part) => `PUT ${catalog}/${part}`),
      `GET ${catalog}`,
    ]);
    expect(bodies()).toEqual({
      "PUT music-catalog": {
        name: "music catalog",
        description: "all of it",
        index_name: "search-music",
        is_native: false,
        language: "english",
        service_type: "postgresql",
      },
      "PUT _pipeline": { pipeline: { name: "music", extract_binary_content: true, reduce_whitespace: false, run_ml_inference: true } },
      "PUT _scheduling": { scheduling: { full: daily, access_control: daily } },
      "PUT _features": { features: { sync_rules: { basic: { enabled: true } }, document_level_security: { enabled: false } } },
      "PUT _api_key_id": { api_key_id: "key-1" },
    });
    expect(stack.stored!.id).toBe(`${uuid}/music-catalog`);
    expect(stack.outputs).toEqual(whole);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up(whole)).toBe("same");
  });

  test("without an ID the server generates one; its values are in the outputs", async () => {
    const { stack, lines, bodies, emulator } = stackFixture(token);
    await stack.up({ serviceType: "postgresql" });
    const [id] = emulator.connectors.names();
    expect(lines()).toEqual(["POST /_connector", `GET /_connector/${id}`]);
    expect(bodies()).toEqual({ "POST _connector": { service_type: "postgresql" } });
    expect(stack.stored!.id).toBe(`${uuid}/${id}`);
    expect(stack.outputs).toMatchObject({
      connectorId: id,
      isNative: false,
      serviceType: "postgresql",
      scheduling: { full: { enabled: false } },
    });
    expect(stack.outputs).toMatchObject({ name: "" });
    expect(await stack.refresh()).toEqual([]);
    expect(stack.inputs).toEqual({ serviceType: "postgresql" });
    expect(await stack.up({ serviceType: "postgresql" })).toBe("same");
  });

  test.each(["8.15.4", "8.15.0-SNAPSHOT"])("version %s: rejected before any other call", async (version) => {
    const { stack, lines } = stackFixture(token, { version });
    expect(await failure(stack.up(small))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringMatching(/SearchConnector.*8\.16\.0/),
    });
    expect(lines()).toEqual([]);
  });

  test("an empty part sends no request", async () => {
    const { stack, lines } = stackFixture(token);
    await stack.up({ ...small, scheduling: {}, features: {} });
    expect(lines()).toEqual([`GET ${catalog}`, `PUT ${catalog}`, `GET ${catalog}`]);
    expect(await stack.refresh()).toEqual([]);
  });
});

describe("update", () => {
  test.each<[string, object, Record<string, unknown>]>([
    ["name", { name: "other" }, { "PUT _name": { name: "other" } }],
    ["description", { description: "less" }, { "PUT _name": { description: "less" } }],
    ["description taken out", { description: undefined }, { "PUT _name": { description: "" } }],
    ["both", { name: "n", description: undefined }, { "PUT _name": { name: "n", description: "" } }],
    ["indexName", { indexName: "search-b" }, { "PUT _index_name": { index_name: "search-b" } }],
    ["serviceType", { serviceType: "mysql" }, { "PUT _service_type": { service_type: "mysql" } }],
    [
      "isNative",
      { isNative: true, indexName: "content-a" },
      { "PUT _index_name": { index_name: "content-a" }, "PUT _native": { is_native: true } },
    ],
    [
      "one member of the pipeline: all of it",
      { pipeline: { ...pipeline, name: "b" } },
      { "PUT _pipeline": { pipeline: { name: "b", extract_binary_content: true, reduce_whitespace: false, run_ml_inference: true } } },
    ],
    [
      "one schedule: all that are given",
      { scheduling: { full: { ...daily, enabled: false } } },
      { "PUT _scheduling": { scheduling: { full: { ...daily, enabled: false } } } },
    ],
    [
      "one flag",
      { features: { incrementalSync: { enabled: true } } },
      { "PUT _features": { features: { incremental_sync: { enabled: true } } } },
    ],
    ["one id of the key: both", { apiKeySecretId: "s" }, { "PUT _api_key_id": { api_key_id: "key-1", api_key_secret_id: "s" } }],
  ])("%s: only that is sent", async (_name, change, expected) => {
    const { stack, lines, bodies } = stackFixture(token);
    await stack.up(whole);
    lines();
    bodies();
    const next = Object.fromEntries(Object.entries({ ...whole, ...change }).filter(([, value]) => value !== undefined));
    expect(await stack.up(next)).toBe("update");
    expect(bodies()).toEqual(expected);
    const puts = Object.keys(expected).map((part) => part.replace("PUT ", `PUT ${catalog}/`));
    // These endpoints take members that did not change, too.
    const isMerged = puts.some((put) => /_(pipeline|scheduling|features|api_key_id)$/.test(put));
    expect(lines()).toEqual([...(isMerged ? [`GET ${catalog}`] : []), ...puts, `GET ${catalog}`]);
    expect(stack.outputs).toMatchObject(next);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview(next)).toEqual([]);
  });

  test.each(["name", "indexName", "isNative", "language", "apiKeyId", "pipeline", "scheduling", "features", "connectorId"])(
    "%s removed: nothing changes, and no request is sent",
    async (key) => {
      const { stack, lines, emulator } = stackFixture(token);
      await stack.up(whole);
      const before = emulator.connectors.get("music-catalog");
      lines();
      const next = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
      expect(await stack.preview(next)).toEqual([]);
      expect(await stack.up(next)).toBe("same");
      expect(await stack.refresh()).toEqual([]);
      expect(lines()).toEqual([`GET ${catalog}`]);
      expect(emulator.connectors.get("music-catalog")).toEqual(before);
      expect(stack.outputs).toHaveProperty(key);
    },
  );

  test("a removed schedule and a removed flag keep their values", async () => {
    const { stack } = stackFixture(token);
    await stack.up(whole);
    expect(await stack.preview({ ...whole, scheduling: { full: daily }, features: { syncRules: {} } })).toEqual([]);
  });

  test("all at once, in the order of the specification", async () => {
    const { stack, lines } = stackFixture(token);
    await stack.up(small);
    lines();
    await stack.up({
      ...whole,
      language: undefined,
      serviceType: "mysql",
      isNative: true,
      indexName: "content-x",
      apiKeySecretId: "s",
    } as object);
    const parts = ["_name", "_index_name", "_service_type", "_native", "_pipeline", "_scheduling", "_features", "_api_key_id"];
    expect(lines()).toEqual([`GET ${catalog}`, ...parts.map((part) => `PUT ${catalog}/${part}`), `GET ${catalog}`]);
  });

  test("the connection alone: stored without a write", async () => {
    const { stack, lines } = stackFixture(token);
    await stack.up(small);
    lines();
    const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
    expect(await stack.up({ ...small, searchConnections, timeouts: { update: "1m" } })).toBe("update");
    expect(lines()).toEqual([`GET ${catalog}`]);
    expect(stack.outputs).toMatchObject({ searchConnections });
  });
});

test.each<[string, object, object, string]>([
  ["another language of one with an id", named, { language: "german" }, "delete first"],
  ["another language of one without", { serviceType: "x", language: "english" }, { language: "german" }, "replace"],
  ["another id", { ...small, language: "english" }, { connectorId: "b" }, "replace"],
  ["another id and index", named, { connectorId: "b", indexName: "search-b" }, "replace"],
  // The server rejects the index name of another connector.
  ["another id of the same index", named, { connectorId: "b" }, "delete first"],
])("%s", async (_name, before, change, expected) => {
  const { stack, emulator } = stackFixture(token);
  await stack.up(before);
  expect(await stack.up({ ...before, ...change })).toBe(expected);
  expect(stack.outputs).toMatchObject(change);
  expect(emulator.connectors.entries().filter(([, connector]) => connector["deleted"] !== true)).toHaveLength(1);
});

describe("read, delete, list", () => {
  test("drift of declared inputs and of inputs without a server default is reported", async () => {
    const { stack, emulator } = stackFixture(token);
    await stack.up({ ...small, name: "a", scheduling: { full: daily } });
    const there = emulator.connectors.get("music-catalog")!;
    const scheduling = { full: { ...daily, enabled: false }, incremental: daily, access_control: daily };
    emulator.connectors.set("music-catalog", { ...there, name: "b", description: "foreign", index_name: "x", language: "y", scheduling });
    expect(await stack.refresh()).toEqual(["description", "name", "scheduling.full.enabled"]);
    expect(stack.inputs).toEqual({ ...small, name: "b", description: "foreign", scheduling: { full: { ...daily, enabled: false } } });
    await stack.up({ ...small, name: "a", scheduling: { full: daily } });
    expect(emulator.connectors.get("music-catalog")).toMatchObject({
      name: "a",
      description: "",
      scheduling: { full: daily, incremental: daily },
    });
  });

  /** A server with 230 connectors. */
  const many = () =>
    recorded(({ line }) => {
      if (line === "GET /") return root();
      const from = Number(/from=(\d+)/.exec(line)![1]);
      const results = Array.from({ length: Math.min(500, 1130 - from) }, (_, i) => ({
        id: `c${from + i}`,
        name: i === 0 ? "" : `n${from + i}`,
      }));
      return json({ count: 1130, results });
    });

  test("list reads all pages", async () => {
    const { send, sent } = many();
    const found = await collected(SearchConnector.list(clientOver(send)));
    expect(found).toHaveLength(1130);
    expect([found[0], found[1129]]).toEqual([
      { id: `${uuid}/c0`, name: "c0", page: "0" },
      { id: `${uuid}/c1129`, name: "n1129", page: "1000" },
    ]);
    expect(sent.slice(1).map(({ line }) => line)).toEqual([0, 500, 1000].map((from) => `GET /_connector?from=${from}&size=500`));
  });

  test("list continues at a page, and rejects what is none", async () => {
    const { send, sent } = many();
    expect(await collected(SearchConnector.list(clientOver(send), "1000"))).toHaveLength(130);
    expect(sent.slice(1).map(({ line }) => line)).toEqual(["GET /_connector?from=1000&size=500"]);
    await expect(collected(SearchConnector.list(clientOver(send), "x"))).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("list ends when the server, or a cache before it, returns the same page again", async () => {
    const results = Array.from({ length: 500 }, (_, i) => ({ id: `c${i}` }));
    const { send, sent } = recorded(({ line }) => (line === "GET /" ? root() : json({ results })));
    await expect(collected(SearchConnector.list(clientOver(send)))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("the page from position 500 repeats earlier ones"),
    });
    expect(sent).toHaveLength(3);
  });
});
