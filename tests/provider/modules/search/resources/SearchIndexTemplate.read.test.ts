// Read, import and comparison of index templates, against the emulator. See docs/modules/search.md#index-template-equality.
import { SearchIndexTemplate } from "../../../../../provider/modules/search/resources/index-template";
import { clientOver, json, recorded, root, uuid } from "../support";
import { emulatorFixture, driven } from "./lifecycle";
import { full, minimal } from "./templates";

const token = "quartet:search:SearchIndexTemplate";
const { resource, inputs, wrong, refreshed, changes } = driven(token, SearchIndexTemplate);
const id = `${uuid}/logs-app`;

describe("read", () => {
  test.each<[string, object]>([
    ["everything", full],
    ["the least", minimal],
    [
      "explicit defaults",
      {
        ...minimal,
        composedOfs: [],
        deprecated: false,
        metadata: "",
        dataStream: { hidden: false, allowCustomRouting: false },
        template: {},
      },
    ],
    [
      "dotted settings with numbers",
      { ...minimal, template: { settings: '{"index.number_of_replicas":0,"index":{"refresh_interval":"5s","codec":"best_compression"}}' } },
    ],
    ["blank metadata", { ...minimal, metadata: "  " }],
    ["settings and mappings that are empty", { ...minimal, template: { settings: "{}", mappings: "{}" } }],
    [
      "a wrapped mapping",
      { ...minimal, template: { mappings: '{"_doc":{"properties":{"a":{"type":"object","properties":{"b":{"type":"long"}}}}}}' } },
    ],
    [
      "aliases in an order of their own",
      {
        ...minimal,
        template: {
          aliases: [
            { name: "z", isWriteIndex: false },
            { name: "b", routing: "7" },
          ],
        },
      },
    ],
    ["lifecycle with an explicit flag", { ...minimal, dataStream: {}, template: { lifecycle: { enabled: true } } }],
    ["an empty lifecycle", { ...minimal, dataStream: {}, template: { lifecycle: {} } }],
    [
      "a failure store with explicit defaults",
      { ...minimal, dataStream: {}, template: { dataStreamOptions: { failureStore: { enabled: true, lifecycle: { enabled: true } } } } },
    ],
    [
      "a failure store without a word on its lifecycle",
      { ...minimal, dataStream: {}, template: { dataStreamOptions: { failureStore: { enabled: true, lifecycle: {} } } } },
    ],
    ["patterns in another order", { ...minimal, indexPatterns: ["z-*", "a-*"] }],
  ])("comes back in the user's words: %s", async (_name, given) => {
    const { client } = emulatorFixture();
    const expected = inputs(given);
    await resource.create(expected, client);
    const found = (await refreshed(id, client, expected))!;
    expect(found).toEqual(expected);
    expect(changes(found, expected)).toEqual([]);
  });

  test("additional fields in the server's mappings are no drift, fewer are", async () => {
    const { client, emulator } = emulatorFixture();
    const expected = inputs({ ...minimal, template: { mappings: '{ "properties": {"user": {"type": "keyword"}} }' } });
    await resource.create(expected, client);
    const put = (mappings: object): unknown =>
      emulator.handle({
        method: "PUT",
        path: "/_index_template/logs-app",
        query: "",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ index_patterns: ["logs-app-*"], composed_of: [], template: { mappings } }),
      });
    put({ dynamic: "strict", properties: { user: { type: "keyword", ignore_above: 10 }, more: { type: "long" } } });
    expect(await refreshed(id, client, expected)).toEqual(expected);
    put({ properties: { more: { type: "long" } } });
    const found = (await refreshed(id, client, expected))!;
    expect(found["template"]).toEqual({ mappings: '{"properties":{"more":{"type":"long"}}}' });
    expect(changes(found, expected)).toEqual(["template.mappings"]);
  });

  test("a retention where the program has none is drift", async () => {
    const { client, emulator } = emulatorFixture();
    const expected = inputs({ ...minimal, dataStream: {}, template: { lifecycle: {} } });
    await resource.create(expected, client);
    emulator.handle({
      method: "PUT",
      path: "/_index_template/logs-app",
      query: "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ index_patterns: ["logs-app-*"], data_stream: {}, template: { lifecycle: { data_retention: "5d" } } }),
    });
    const found = (await refreshed(id, client, expected))!;
    expect(found["template"]).toEqual({ lifecycle: { dataRetention: "5d" } });
    expect(changes(found, expected)).toEqual(["template.lifecycle.dataRetention"]);
  });

  test("drift is reported on the exact property", async () => {
    const { client, emulator } = emulatorFixture();
    const expected = inputs(full);
    await resource.create(expected, client);
    emulator.handle({
      method: "PUT",
      path: "/_index_template/logs-app",
      query: "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        index_patterns: ["logs-app-*"],
        priority: 7,
        version: 0,
        _meta: { owner: "team-a" },
        allow_auto_create: false,
        data_stream: { hidden: true },
        template: { settings: { number_of_shards: "4" }, aliases: { app: { routing: "9", is_hidden: true } } },
      }),
    });
    const found = (await refreshed(id, client, expected))!;
    expect(changes(found, expected)).toEqual(
      expect.arrayContaining(["priority", "dataStream.hidden", "template.settings", "template.aliases[0].filter", "template.lifecycle"]),
    );
    expect(found).not.toHaveProperty("composedOfs");
  });

  test.each<[string, object]>([
    ["404", json({ error: { type: "resource_not_found_exception", reason: "index template matching [x] not found" }, status: 404 }, 404)],
    ["an empty list", json({ index_templates: [] })],
    ["others only", json({ index_templates: [{ name: "logs-app-2", index_template: { index_patterns: [] } }] })],
  ])("%s: gone", async (_name, response) => {
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : response));
    expect(await resource.read(id, clientOver(send))).toBeUndefined();
  });
});

describe("import", () => {
  test.each(["logs-app", id])("by %s: the server's values in full, without those that equal absence", async (given) => {
    const { client } = emulatorFixture();
    await resource.create(inputs(full), client);
    expect((await resource.read(given, client))!.id).toBe(id);
    expect(await refreshed(given, client)).toEqual({
      ...minimal,
      priority: 200,
      version: 0,
      metadata: '{"owner":"team-a"}',
      allowAutoCreate: false,
      dataStream: {},
      template: {
        settings: '{"index":{"number_of_shards":"3"}}',
        mappings: '{"properties":{"user":{"type":"keyword"}}}',
        aliases: [{ name: "app", indexRouting: "1", searchRouting: "2", filter: '{"term":{"env":"prod"}}', isHidden: true }],
        lifecycle: { dataRetention: "30d" },
        dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } },
      },
    });
  });

  test("mappings are imported although nothing else of the template is set", async () => {
    const { client } = emulatorFixture();
    const template = { mappings: '{"properties":{"user":{"type":"keyword"}}}' };
    await resource.create(inputs({ ...minimal, template }), client);
    expect(await refreshed("logs-app", client)).toEqual({ ...minimal, template });
  });

  test("JSON texts are as they were received, digit by digit and key by key", async () => {
    const part = '{"b":12345678901234567890,"10":1.0,"9":[1e30]}';
    const template = `{"settings":${part},"mappings":${part},"aliases":{"a":{"filter":${part}}}}`;
    const response = `{"index_templates":[{"name":"logs-app","index_template":{"index_patterns":["a"],"_meta":${part},"template":${template}}}]}`;
    const { send } = recorded(({ line }) => (line === "GET /" ? root() : json(response)));
    expect((await resource.read("logs-app", clientOver(send)))!.state).toMatchObject({
      metadata: part,
      template: { settings: part, mappings: part, aliases: [{ name: "a", filter: part }] },
    });
  });

  test("imported inputs pass Check and equal the original program", async () => {
    const { client } = emulatorFixture();
    await resource.create(inputs(full), client);
    const found = (await refreshed("logs-app", client))!;
    expect(wrong(found)).toEqual([]);
    expect(changes(found, inputs(full))).toEqual([]);
  });

  test.each(["", "uu/", "x*", "uu/a,b"])("the id %p is rejected", (given) =>
    expect(resource.importViolation(given)).toMatch(/^Invalid import ID/),
  );
});

describe("diff", () => {
  test.each<[string, object, string[]]>([
    ["order of patterns", { indexPatterns: ["b", "a"] }, []],
    ["settings spelled otherwise", { template: { ...full.template, settings: '{"index":{"number_of_shards":"3"}}' } }, []],
    ["explicit defaults", { composedOfs: [], deprecated: false, dataStream: { hidden: false, allowCustomRouting: false } }, []],
    ["a removed mapping field", { template: { ...full.template, mappings: '{"properties":{}}' } }, ["template.mappings"]],
    ["another setting", { template: { ...full.template, settings: '{"number_of_shards":4}' } }, ["template.settings"]],
    [
      "the same routing in two words",
      { template: { ...full.template, aliases: [{ ...full.template.aliases[0]!, routing: undefined, indexRouting: "1" }] } },
      [],
    ],
    [
      "another routing",
      { template: { ...full.template, aliases: [{ ...full.template.aliases[0]!, searchRouting: "3" }] } },
      ["template.aliases[0].searchRouting"],
    ],
    ["no data stream any more", { dataStream: undefined }, ["dataStream"]],
    [
      "a lifecycle that is switched off",
      { template: { ...full.template, lifecycle: { dataRetention: "30d", enabled: false } } },
      ["template.lifecycle.enabled"],
    ],
    ["another name", { name: "b" }, ["name!"]],
  ])("%s", (_name, more, expected) => {
    const before = inputs({ ...full, indexPatterns: ["a", "b"] });
    expect(changes(before, inputs(JSON.parse(JSON.stringify({ ...full, indexPatterns: ["a", "b"], ...more })) as object))).toEqual(
      expected,
    );
  });

  test("a replacement deletes first", () => expect(SearchIndexTemplate.deleteBeforeReplace).toBe(true));
});
