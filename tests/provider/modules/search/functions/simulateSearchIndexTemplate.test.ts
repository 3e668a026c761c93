// What a new index of a name would have. See docs/modules/search.md#simulatesearchindextemplate.
import { simulateSearchIndexTemplate } from "../../../../../provider/modules/search/functions/simulateSearchIndexTemplate";
import { createSearchEmulator, type SearchEmulator } from "../../../../emulators/search";
import { inContext } from "../../../../support/contexts";
import { checked, clientOver, emulated, failure, json, recorded, root, uuid } from "../support";

type Inputs = Parameters<typeof simulateSearchIndexTemplate.read>[0];

const put = (emulator: SearchEmulator, path: string, body: object): number =>
  emulator.handle({ method: "PUT", path, query: "", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).status;

/** A server with two templates that overlap, and a component. */
function server() {
  const emulator = createSearchEmulator();
  const template = { settings: { number_of_replicas: 0 }, mappings: { properties: { a: { type: "keyword" } } }, aliases: { all: {} } };
  const statuses = [
    put(emulator, "/_component_template/base", { template: { settings: { refresh_interval: "5s" } } }),
    put(emulator, "/_index_template/logs", { index_patterns: ["logs-*"], priority: 10, composed_of: ["base"], template }),
    put(emulator, "/_index_template/all", { index_patterns: ["*"], priority: 1 }),
  ];
  if (statuses.some((status) => status !== 200)) throw new Error(`templates: ${statuses.join()}`);
  return { emulator, ...emulated(emulator.handle) };
}

const simulate = async (inputs: Inputs, { send } = server()) => simulateSearchIndexTemplate.read(inputs, inContext(clientOver(send)));

test("data 121: the template that matches, its components, and the templates that lose", async () => {
  const alone = server();
  expect(await simulate({ name: "logs-1" }, alone)).toEqual({
    id: `${uuid}/logs-1`,
    name: "logs-1",
    matched: true,
    settings: '{"index":{"refresh_interval":"5s","number_of_replicas":"0"}}',
    mappings: '{"properties":{"a":{"type":"keyword"}}}',
    aliases: [{ name: "all", indexRouting: "", routing: "", searchRouting: "", isHidden: false, isWriteIndex: false }],
    overlappings: [{ name: "all", indexPatterns: ["*"] }],
  });
  expect(alone.sent.map(({ line, body }) => `${line} ${String(body)}`)).toEqual([
    "GET / undefined",
    "POST /_index_template/_simulate_index/logs-1 undefined",
  ]);
});

test("data 121: a name without a template does not match", async () => {
  const emulator = createSearchEmulator();
  expect(await simulate({ name: "other" }, { emulator, ...emulated(emulator.handle) })).toEqual({
    id: `${uuid}/other`,
    name: "other",
    matched: false,
    overlappings: [],
  });
});

test("data 121: a definition wins by its priority, and nothing is stored", async () => {
  const alone = server();
  const found = await simulate(
    {
      name: "logs-1",
      indexPatterns: ["logs-*"],
      priority: 20,
      composedOfs: ["base"],
      template: { settings: '{"number_of_shards":3}', lifecycle: { dataRetention: "7d" } },
      dataStream: {},
    },
    alone,
  );
  expect(found).toMatchObject({
    matched: true,
    settings: '{"index":{"refresh_interval":"5s","number_of_shards":"3"}}',
    lifecycle: { dataRetention: "7d", enabled: true },
    overlappings: [{ name: "logs" }, { name: "all" }],
  });
  expect(alone.emulator.indexTemplates.names()).toEqual(["logs", "all"]);
});

test("includeDefaults is passed on", async () => {
  const alone = server();
  await simulate({ name: "logs-1", includeDefaults: true }, alone);
  expect(alone.sent.at(-1)!.line).toBe("POST /_index_template/_simulate_index/logs-1?include_defaults=true");
});

test("a rejected definition is an error with its property", async () => {
  const template = { settings: '{"no_such_setting":1}' };
  expect(await failure(simulate({ name: "logs-1", indexPatterns: ["logs-*"], priority: 20, template }))).toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(/^template\.settings: Elasticsearch rejects the template: .*no_such_setting/),
  });
});

test("a component that does not exist is the error of the server", async () => {
  expect(await failure(simulate({ name: "logs-1", indexPatterns: ["logs-*"], priority: 20, composedOfs: ["gone"] }))).toMatchObject({
    message: expect.stringContaining("component templates [gone] that do not exist"),
  });
});

test.each([[{ composedOfs: ["base"] }], [{ template: {} }], [{ dataStream: {} }], [{ priority: 1 }]])(
  "%j needs indexPatterns",
  (inputs) => {
    const { failures } = checked("quartet:search:simulateSearchIndexTemplate", simulateSearchIndexTemplate, { name: "a", ...inputs });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining("indexPatterns")]);
  },
);

test("an empty body means that no template matches", async () => {
  const empty = recorded(({ line }) => (line === "GET /" ? root() : json("")));
  expect(await simulate({ name: "a" }, { ...server(), ...empty })).toMatchObject({ matched: false, overlappings: [] });
});

test.each([["[]"], ['{"template":[]}'], ['"text"']])("data 122: the response %s is an error", async (body) => {
  const response = recorded(({ line }) => (line === "GET /" ? root() : json(body)));
  expect(await failure(simulate({ name: "a" }, { ...server(), ...response }))).toMatchObject({ code: "unavailable" });
});
