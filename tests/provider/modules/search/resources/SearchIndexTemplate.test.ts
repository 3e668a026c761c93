// Index templates against the emulator. See docs/modules/search.md#index-templates.
import { TransportError } from "../../../../../provider/http/transport-error";
import { SearchIndexTemplate } from "../../../../../provider/modules/search/resources/index-template";
import { clientOver, emulated, failure, json, recorded, root, uuid } from "../support";
import { emulatorFixture, collected, driven } from "./lifecycle";
import { full, minimal } from "./templates";

const token = "quartet:search:SearchIndexTemplate";
const { resource, inputs, wrong } = driven(token, SearchIndexTemplate);
const id = `${uuid}/logs-app`;

describe("the body", () => {
  test("of all inputs, with routing before the two that override it", async () => {
    const { client, lines, sent } = emulatorFixture();
    expect(await resource.create(inputs(full), client)).toBe(id);
    expect(lines()).toEqual(["GET /", "PUT /_index_template/logs-app?create=true"]);
    expect(sent.at(-1)!.body).toBe(
      '{"index_patterns":["logs-app-*"],"composed_of":[],"priority":200,"version":0,"allow_auto_create":false,"_meta":{ "owner": "team-a" },' +
        '"template":{"settings":{ "number_of_shards": 3 },"mappings":{ "properties": {"user": {"type": "keyword"}} },' +
        '"aliases":{"app":{"filter":{ "term": {"env": "prod"} },"routing":"1","search_routing":"2","is_hidden":true}},' +
        '"lifecycle":{"data_retention":"30d"},"data_stream_options":{"failure_store":{"enabled":true,"lifecycle":{"data_retention":"7d"}}}},' +
        '"data_stream":{"hidden":false}}',
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
    const { client, body } = emulatorFixture({ version: "9.1.2" });
    await resource.create(inputs({ ...minimal, ...more }), client);
    expect(body()).toEqual({ index_patterns: ["logs-app-*"], composed_of: [], ...expected });
  });

  test("custom routing that was on is disabled explicitly, and only then", async () => {
    const { client, body, lines } = emulatorFixture();
    const on = inputs({ ...minimal, dataStream: { allowCustomRouting: true } });
    await resource.create(on, client);
    lines();
    await resource.update(id, { inputs: inputs({ ...minimal, dataStream: {} }), before: on }, client);
    expect(lines()).toEqual(["GET /_index_template/logs-app", "PUT /_index_template/logs-app"]);
    expect(body()).toMatchObject({ data_stream: { hidden: false, allow_custom_routing: false } });
    await resource.update(id, { inputs: inputs({ ...minimal, dataStream: {} }), before: inputs({ ...minimal, dataStream: {} }) }, client);
    expect(body()).toMatchObject({ data_stream: { hidden: false } });
    await resource.update(id, { inputs: inputs(minimal), before: on }, client);
    expect(body()).not.toHaveProperty("data_stream");
  });

  test("a list that the program removes is sent empty", async () => {
    const { client, body, emulator } = emulatorFixture();
    emulator.componentTemplates.set("base", { template: {} } as never);
    const before = inputs({ ...minimal, composedOfs: ["base"] });
    await resource.create(before, client);
    await resource.update(id, { inputs: inputs(minimal), before: before }, client);
    expect(body()).toMatchObject({ composed_of: [] });
  });
});

describe("versions are checked before anything else", () => {
  test.each<[string, string, object, RegExp]>([
    ["8.6.2", "8.7.0", { ignoreMissingComponentTemplates: ["x"] }, /^ignoreMissingComponentTemplates: /],
    ["8.18.9", "8.19.0", { template: { dataStreamOptions: { failureStore: {} } } }, /^template\.dataStreamOptions: /],
  ])("%s is older than %s", async (version, needed, more, what) => {
    const existing = json({ index_templates: [{ name: "logs-app", index_template: { index_patterns: ["logs-app-*"] } }] });
    const { send, sent } = recorded(({ line }) => (line === "GET /" ? root(version) : existing));
    const error = await failure(resource.create(inputs({ ...minimal, ...more }), clientOver(send)));
    expect([error.code, sent.map(({ line }) => line)]).toEqual(["failed_precondition", ["GET /"]]);
    expect(error.message).toMatch(what);
    expect(error.message).toContain(`the server has version ${version}. Use Elasticsearch ${needed}`);
    const update = await failure(
      resource.update(id, { inputs: inputs({ ...minimal, ...more }), before: inputs(minimal) }, clientOver(send)),
    );
    expect(update.code).toBe("failed_precondition");
  });

  test.each(["8.19.0", "8.19.0-SNAPSHOT", "9.1.0"])("%s accepts data stream options", async (version) => {
    const { client } = emulatorFixture({ version: version.replace("-SNAPSHOT", "") });
    await expect(
      resource.create(inputs({ ...minimal, dataStream: {}, template: { dataStreamOptions: { failureStore: { enabled: true } } } }), client),
    ).resolves.toBe(id);
  });
});

describe("create", () => {
  test("rejects one that differs, with the import command", async () => {
    const { client } = emulatorFixture();
    await resource.create(inputs(full), client);
    const error = await failure(resource.create(inputs({ ...full, priority: 1, template: {} }), client));
    expect(error.code).toBe("already_exists");
    expect(error.message).toContain("differs in priority, template");
    expect(error.message).toContain(`pulumi import quartet:search:SearchIndexTemplate NAME ${id}`);
  });

  test("a repeated PUT that finds the result of the first one succeeds", async () => {
    const { emulator, client: realClient } = emulatorFixture();
    const { send } = emulated((request) => {
      const reply = emulator.handle(request);
      if (request.method === "PUT" && reply.status === 200) throw new TransportError("sent", "ECONNRESET", "lost.", { ambiguous: true });
      return reply;
    });
    expect(await resource.create(inputs(minimal), clientOver(send))).toBe(id);
    expect(await resource.read(id, realClient)).toBeDefined();
  });

  test("an error of the server is reported unchanged", async () => {
    const { client } = emulatorFixture();
    await resource.create(inputs({ ...minimal, priority: 5 }), client);
    const error = await failure(resource.create(inputs({ ...minimal, name: "other", priority: 5 }), client));
    expect(error.code).toBe("failed_precondition");
    expect(error.message).toMatch(/^PUT \S+\/_index_template\/other: HTTP 400: illegal_argument_exception: /);
    expect(error.message).not.toContain("create=true");
  });
});

describe("delete", () => {
  test("deletes it, and succeeds if it is missing", async () => {
    const { client, emulator } = emulatorFixture();
    await resource.create(inputs(minimal), client);
    await resource.delete(id, client);
    expect(emulator.indexTemplates.get("logs-app")).toBeUndefined();
    await expect(resource.delete(id, client)).resolves.toBeUndefined();
  });

  test("one that data streams use stays", async () => {
    const { client, emulator } = emulatorFixture();
    await resource.create(inputs({ ...minimal, dataStream: {} }), client);
    emulator.putDataStream("logs-app-1");
    expect((await failure(resource.delete(id, client))).message).toMatch(/in use by/);
  });

  test("never with a pattern", async () => {
    const { client, sent } = emulatorFixture();
    expect((await failure(resource.delete(`${uuid}/logs-*`, client))).code).toBe("invalid_argument");
    expect(sent).toEqual([]);
  });
});

test("list returns all", async () => {
  const { client } = emulatorFixture();
  expect(await collected(resource.list(client))).toEqual([]);
  await resource.create(inputs(minimal), client);
  expect(await collected(resource.list(client))).toEqual([{ id, name: "logs-app" }]);
});

test("all violations are reported at once", () => {
  const failures = wrong({
    name: "a,b",
    indexPatterns: [],
    priority: -1,
    version: 0.5,
    metadata: "[]",
    template: { settings: "x", mappings: "1", aliases: [{ name: "a", filter: "[]" }, { name: "b" }] },
    timeouts: { delete: "1 h" },
  });
  expect(failures.map((line) => line.split(" | ")[0])).toEqual([
    "indexPatterns",
    "metadata",
    "name",
    "priority",
    "template.aliases[0].filter",
    "template.mappings",
    "template.settings",
    "timeouts.delete",
    "version",
  ]);
  expect(wrong({ ...minimal, template: { aliases: [{ name: "a" }, { name: "b" }, { name: "a" }] } })).toEqual([
    expect.stringMatching(/^template\.aliases \| .*two aliases have the name "a"/),
  ]);
  expect(wrong({ ...minimal, template: { dataStreamOptions: {} } })).toEqual([expect.stringMatching(/failureStore.*required/)]);
});
