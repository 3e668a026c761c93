// What a new index of a name would have. See docs/modules/search.md#simulatesearchindextemplate.
import { simulateSearchIndexTemplate } from "../../../../../provider/modules/search/functions/simulateSearchIndexTemplate";
import { inContext } from "../../../../support/contexts";
import { checked, clientOver, failure, json, recorded, root } from "../support";
import { caseServer, clientOf, type CaseServer } from "./server";

type Inputs = Parameters<typeof simulateSearchIndexTemplate.read>[0];

type Alone = CaseServer & ReturnType<typeof clientOf>;

/** A server with two templates that overlap, and a component. */
async function server(): Promise<Alone> {
  const alone = caseServer();
  const { call } = alone;
  const template = { settings: { number_of_replicas: 0 }, mappings: { properties: { a: { type: "keyword" } } }, aliases: { all: {} } };
  await call("PUT /_component_template/base", { template: { settings: { refresh_interval: "5s" } } });
  await call("PUT /_index_template/logs", { index_patterns: ["logs-*"], priority: 10, composed_of: ["base"], template });
  await call("PUT /_index_template/all", { index_patterns: ["*"], priority: 1 });
  return { ...alone, ...clientOf(alone) };
}

const simulate = async (inputs: Inputs, alone?: Alone) =>
  simulateSearchIndexTemplate.read(inputs, inContext((alone ?? (await server())).client));

/** What the server returns of these settings. */
const settingsOf = (tier: string, settings: object): object => ({
  index: { routing: { allocation: { include: { _tier_preference: tier } } }, ...settings },
});

/** Simulates on a server with one response. */
const simulateWith = async (body: string) => {
  const { send } = recorded(({ line }) => (line === "GET /" ? root() : json(body)));
  return simulateSearchIndexTemplate.read({ name: "a" }, inContext(clientOver(send)));
};

test("data 121: the template that matches, its components, and the templates that lose", async () => {
  const alone = await server();
  const { settings, ...found } = await simulate({ name: "logs-1" }, alone);
  expect(JSON.parse(settings!)).toEqual(settingsOf("data_content", { refresh_interval: "5s", number_of_replicas: "0" }));
  expect(found).toEqual({
    id: `${await alone.uuid()}/logs-1`,
    name: "logs-1",
    matched: true,
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
  const alone = caseServer();
  expect(await simulate({ name: "other" }, { ...alone, ...clientOf(alone) })).toEqual({
    id: `${await alone.uuid()}/other`,
    name: "other",
    matched: false,
    overlappings: [],
  });
});

test("data 121: a definition wins by its priority, and nothing is stored", async () => {
  const alone = await server();
  const { settings, ...found } = await simulate(
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
  expect(JSON.parse(settings!)).toEqual(settingsOf("data_hot", { refresh_interval: "5s", number_of_shards: "3" }));
  expect(found).toMatchObject({
    matched: true,
    lifecycle: { dataRetention: "7d", enabled: true },
    overlappings: [{ name: "all" }, { name: "logs" }],
  });
  expect((await alone.call("GET /_index_template"))["index_templates"]).toHaveLength(2);
});

test("includeDefaults is passed on", async () => {
  const alone = await server();
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

test("data 121: an empty body means that no template matches", async () => {
  expect(await simulateWith("")).toMatchObject({ matched: false, overlappings: [] });
});

test.each([["[]"], ['{"template":[]}'], ['"text"']])("data 122: the response %s is an error", async (body) => {
  expect(await failure(simulateWith(body))).toMatchObject({ code: "unavailable" });
});
