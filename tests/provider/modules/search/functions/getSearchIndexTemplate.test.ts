// The lookup of an index template. See docs/modules/search.md#getsearchindextemplate.
import { getSearchIndexTemplate } from "../../../../../provider/modules/search/functions/getSearchIndexTemplate";
import { createSearchEmulator } from "../../../../emulators/search";
import { checked, clientOver, emulated, failure, json, operation, recorded, root, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const example = {
  index_templates: [
    {
      name: "logs-app",
      index_template: {
        index_patterns: ["logs-app-*"],
        template: {
          settings: { index: { number_of_shards: "3" } },
          mappings: { properties: { user: { type: "keyword" } } },
          aliases: { app: { filter: { term: { env: "prod" } }, index_routing: "1", search_routing: "1" } },
        },
        composed_of: [],
        priority: 200,
        version: 3,
        _meta: { owner: "team-a" },
        data_stream: { hidden: false, allow_custom_routing: false },
      },
    },
  ],
};

const responding = (template: object) => recorded(({ line }) => (line === "GET /" ? root() : json(template)));
const of = (template: object): object => ({ index_templates: [{ name: "t", index_template: template }] });

test("the example of the specification", async () => {
  const { send, sent } = responding(example);
  expect(await getSearchIndexTemplate.read({ name: "logs-app" }, inContext(clientOver(send)))).toEqual({
    id: `${uuid}/logs-app`,
    name: "logs-app",
    indexPatterns: ["logs-app-*"],
    composedOfs: [],
    ignoreMissingComponentTemplates: [],
    priority: 200,
    version: 3,
    metadata: '{"owner":"team-a"}',
    dataStream: { hidden: false, allowCustomRouting: false },
    template: {
      settings: '{"index":{"number_of_shards":"3"}}',
      mappings: '{"properties":{"user":{"type":"keyword"}}}',
      aliases: [
        {
          name: "app",
          filter: '{"term":{"env":"prod"}}',
          indexRouting: "1",
          routing: "",
          searchRouting: "1",
          isHidden: false,
          isWriteIndex: false,
        },
      ],
    },
  });
  expect(sent.map(({ line }) => line)).toEqual(["GET /_index_template/logs-app", "GET /"]);
});

test.each<[string, object, object]>([
  ["nothing but a pattern", { index_patterns: "a-*" }, { indexPatterns: ["a-*"], composedOfs: [], ignoreMissingComponentTemplates: [] }],
  ["null is absent", { index_patterns: [], priority: null, _meta: null, data_stream: null, template: null }, {}],
  [
    "flags and lists",
    { allow_auto_create: false, deprecated: true, ignore_missing_component_templates: ["x"], composed_of: ["b", "a"] },
    { allowAutoCreate: false, deprecated: true, ignoreMissingComponentTemplates: ["x"], composedOfs: ["b", "a"] },
  ],
  [
    "a data stream of an older server",
    { data_stream: { failure_store: true } },
    { dataStream: { hidden: false, allowCustomRouting: false } },
  ],
  [
    "empty parts of the template",
    { template: { settings: {}, mappings: {}, aliases: {} } },
    { template: { settings: "{}", mappings: "{}" } },
  ],
  ["an empty template", { template: {} }, { template: {} }],
  [
    "lifecycle",
    { template: { lifecycle: { enabled: true, data_retention: "30d", rollover: {} } } },
    { template: { lifecycle: { enabled: true, dataRetention: "30d" } } },
  ],
  [
    "data stream options",
    { template: { data_stream_options: { failure_store: { enabled: false, lifecycle: { data_retention: "1d", enabled: true } } } } },
    { template: { dataStreamOptions: { failureStore: { enabled: false, lifecycle: { dataRetention: "1d", enabled: true } } } } },
  ],
  ["data stream options without a failure store", { template: { data_stream_options: {} } }, { template: {} }],
])("%s", async (_name, template, expected) => {
  const { send } = responding(of(template));
  const { id, name, ...found } = await getSearchIndexTemplate.read({ name: "t" }, inContext(clientOver(send)));
  expect([id, name]).toEqual([`${uuid}/t`, "t"]);
  expect(found).toEqual({ indexPatterns: [], composedOfs: [], ignoreMissingComponentTemplates: [], ...expected });
});

test("aliases are sorted by name", async () => {
  const { send } = responding(of({ template: { aliases: { b: {}, a: { is_hidden: true }, "10": {} } } }));
  const { template } = await getSearchIndexTemplate.read({ name: "t" }, inContext(clientOver(send)));
  expect(template!.aliases!.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ["10", false],
    ["a", true],
    ["b", false],
  ]);
});

describe("without a template", () => {
  const missing = {
    error: { root_cause: [], type: "resource_not_found_exception", reason: "index template matching [logs-app] not found" },
    status: 404,
  };

  test.each<[string, object]>([
    ["404", json(missing, 404)],
    ["404 of a pattern", json({ index_templates: [] }, 404)],
    ["an empty list", json({ index_templates: [] })],
  ])("%s: the name alone, one call, one line in the log", async (_name, response) => {
    const { send, sent } = recorded(() => response);
    const context = operation();
    expect(await getSearchIndexTemplate.read({ name: "logs-app" }, inContext(clientOver(send), context))).toEqual({
      name: "logs-app",
    });
    expect(sent).toHaveLength(1);
    expect(context.lines).toEqual([{ severity: "info", message: 'There is no index template "logs-app".' }]);
  });

  test("the connection of the caller is returned", async () => {
    const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
    const { send } = recorded(() => json(missing, 404));
    expect(await getSearchIndexTemplate.read({ name: "a", searchConnections }, inContext(clientOver(send)))).toEqual({
      name: "a",
      searchConnections,
    });
  });

  test.each<[string, object, string]>([
    ["403", json({ error: { type: "security_exception", reason: "action [x] is unauthorized" }, status: 403 }, 403), "permission_denied"],
    ["404 as a page", json("<html>", 404), "failed_precondition"],
    ["404 with a string", json({ error: "no", status: 404 }, 404), "failed_precondition"],
    ["500", json({ error: { type: "x", reason: "y" }, status: 500 }, 500), "unavailable"],
  ])("%s is a failure", async (_name, response, kind) => {
    const { send } = recorded(() => response);
    expect((await failure(Promise.resolve(getSearchIndexTemplate.read({ name: "a" }, inContext(clientOver(send)))))).code).toBe(kind);
  });
});

describe("names", () => {
  const emulator = createSearchEmulator();
  const client = () => clientOver(emulated(emulator.handle).send);
  const read = async (name: string): Promise<{ name: string; id?: string }> => getSearchIndexTemplate.read({ name }, inContext(client()));

  beforeAll(() => {
    for (const name of ["logs-a", "logs-b", "metrics"]) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ index_patterns: [`${name}-*`] });
      emulator.handle({ method: "PUT", path: `/_index_template/${name}`, query: "", headers, body });
    }
  });

  test("a pattern with one match returns that template", async () =>
    expect(await read("met*")).toMatchObject({ name: "metrics", id: `${uuid}/metrics` }));
  test("a pattern with several matches names them", async () => {
    const error = await failure(read("logs-*"));
    expect([error.code, error.message]).toEqual([
      "invalid_argument",
      expect.stringMatching(/^Wrong number of templates returned.*\(logs-a, logs-b\), expected one/),
    ]);
  });
  test("a pattern without a match", async () => expect(await read("x*")).toEqual({ name: "x*" }));
  test("a comma is rejected by the server", async () =>
    expect((await failure(read("a,b"))).message).toMatch(/template name may not contain ','/));
  test.each(["a/b", "a b", "ä"])("%p is one segment", async (name) => expect(await read(name)).toEqual({ name }));
  test("an empty name fails in Check", () => {
    expect(checked("quartet:search:getSearchIndexTemplate", getSearchIndexTemplate, { name: "" }).failures).toEqual([
      { property: "name", reason: "must not be empty" },
    ]);
  });
});
