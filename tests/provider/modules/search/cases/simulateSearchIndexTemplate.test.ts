// What a new index of a name would have. See docs/modules/search.md#simulatesearchindextemplate.
import { simulateSearchIndexTemplate as simulate } from "../../../../../provider/modules/search/functions/simulateSearchIndexTemplate";
import { inContext } from "../../../../support/contexts";
import { checked, json, rejects, responding } from "../support";
import { caseServer, clientOf } from "./server";

type Inputs = Partial<Parameters<typeof simulate.read>[0]>;

/** What a server with two templates that overlap, and a component, returns, and the requests. */
async function simulated(inputs: Inputs) {
  const server = caseServer();
  const { call, uuid } = server;
  const template = { settings: { number_of_replicas: 0 }, mappings: { properties: { a: { type: "keyword" } } }, aliases: { all: {} } };
  await call("PUT /_component_template/base", { template: { settings: { refresh_interval: "5s" } } });
  await call("PUT /_index_template/logs", { index_patterns: ["logs-*"], priority: 10, composed_of: ["base"], template });
  await call("PUT /_index_template/all", { index_patterns: ["a*", "l*"], priority: 1 });
  const { client, sent } = clientOf(server);
  const { settings, ...outputs } = await simulate.read({ name: "logs-1", ...inputs }, inContext(client));
  const stored = (await call("GET /_index_template"))["index_templates"] as unknown[];
  const lines = sent.map(({ line, body }) => `${line} ${String(body)}`);
  return { settings: JSON.parse(settings ?? "{}") as unknown, outputs, lines, uuid: await uuid(), stored: stored.length };
}

/** What the server returns of these settings. */
const settingsOf = (tier: string, settings: object) => ({
  index: { routing: { allocation: { include: { _tier_preference: tier } } }, ...settings },
});

test("data 121: the template that matches, its components, and the templates that lose", async () => {
  const { settings, outputs, lines, uuid } = await simulated({ includeDefaults: false });
  expect(settings).toEqual(settingsOf("data_content", { refresh_interval: "5s", number_of_replicas: "0" }));
  expect(outputs).toMatchObject({
    id: `${uuid}/logs-1`,
    name: "logs-1",
    matched: true,
    mappings: '{"properties":{"a":{"type":"keyword"}}}',
    aliases: [{ name: "all", indexRouting: "", routing: "", searchRouting: "", isHidden: false, isWriteIndex: false }],
    overlappings: [{ name: "all", indexPatterns: ["a*", "l*"] }],
  });
  expect(lines).toEqual(["GET / undefined", "POST /_index_template/_simulate_index/logs-1 undefined"]);
});

test("data 121: a name without a template does not match", async () => {
  const { outputs, uuid } = await simulated({ name: "other" });
  expect(outputs).toEqual({ id: `${uuid}/other`, name: "other", matched: false, overlappings: [] });
});

test("data 121: a definition wins by its priority, and nothing is stored", async () => {
  const template = { settings: '{"number_of_shards":3}', lifecycle: { dataRetention: "7d" } };
  const definition = { indexPatterns: ["logs-*"], priority: 20, composedOfs: ["base"], template, dataStream: {} };
  const { settings, outputs, stored } = await simulated(definition);
  expect(settings).toEqual(settingsOf("data_hot", { refresh_interval: "5s", number_of_shards: "3" }));
  expect(outputs).toMatchObject({
    matched: true,
    lifecycle: { dataRetention: "7d", enabled: true },
    overlappings: [{ name: "all" }, { name: "logs" }],
  });
  expect(stored).toBe(2);
});

test("includeDefaults is passed on", async () => {
  expect((await simulated({ includeDefaults: true })).lines).toContain(
    "POST /_index_template/_simulate_index/logs-1?include_defaults=true undefined",
  );
});

test.each([
  [
    { template: { settings: '{"no_such_setting":1}' } },
    /^invalid_argument: template\.settings: Elasticsearch rejects the template: .*no_such_setting/,
  ],
  [{ composedOfs: ["gone"] }, /component templates \[gone\] that do not exist/],
])("a rejected definition is an error: %j", async (more, failure) =>
  rejects(simulated({ indexPatterns: ["logs-*"], priority: 20, ...more }), failure),
);

test.each([[{ composedOfs: ["base"] }], [{ template: {} }], [{ dataStream: {} }], [{ priority: 1 }]])(
  "%j needs indexPatterns",
  (inputs) => {
    const { failures } = checked("simulateSearchIndexTemplate", { name: "a", ...inputs });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining("indexPatterns")]);
  },
);

test("data 121: an empty body means that no template matches", async () => {
  expect(await simulate.read({ name: "a" }, inContext(responding(json(""))))).toMatchObject({ matched: false, overlappings: [] });
});
