/** Data streams, on the emulator. See docs/modules/search.md#data-streams. */
import { getSearchDataStreams } from "../../../../../provider/modules/search/functions/getSearchDataStreams";
import { inContext } from "../../../../support/contexts";
import type { SearchEmulatorOptions } from "../../../../emulators/search";
import { clientOver, emulated, failure, uuid } from "../support";
import { stackFixture, type StackFixture } from "./stack-fixture";

const token = "quartet:search:SearchDataStream";
const logs = { name: "logs-app" };
const twoShards = { ...logs, settings: '{"number_of_shards": 2}' };

/** A stack over an emulator with a template for `logs-*`. */
function withTemplate(
  options?: SearchEmulatorOptions,
  template: object = { data_stream: {} },
  env: Readonly<Record<string, string>> = {},
): StackFixture {
  const fixture = stackFixture(token, options, env);
  fixture.emulator.indexTemplates.set("logs", { index_patterns: ["logs-*"], composed_of: [], ...template } as never);
  return fixture;
}

const addDocuments = ({ emulator }: StackFixture, count: number): void => {
  const { documents } = emulator.indices.get(emulator.dataStreams.get("logs-app")!.indices[0]!)!;
  for (let i = 0; i < count; i++) documents.add(String(i));
};

test("is created, read and deleted", async () => {
  const { stack, emulator, lines } = withTemplate();
  await stack.up(logs);
  expect(lines()).toEqual([
    "GET /_data_stream/logs-app?expand_wildcards=all",
    "PUT /_data_stream/logs-app",
    "GET /_data_stream/logs-app?expand_wildcards=all",
  ]);
  expect(stack.stored!.outputs).toMatchObject({
    templateName: "logs",
    timestampField: "@timestamp",
    generation: 1,
    status: "GREEN",
    forceDestroy: false,
  });
  expect(await stack.refresh()).toEqual([]);
  await stack.destroy();
  expect(emulator.dataStreams.names()).toEqual([]);
});

test("data 25: without a template the error says what to create", async () => {
  const { stack } = stackFixture(token);
  await expect(stack.up(logs)).rejects.toThrow(/no matching index template found[^]*Create a SearchIndexTemplate with dataStream/);
  const other = withTemplate({}, {});
  await expect(other.stack.up(logs)).rejects.toThrow(/has no data stream template[^]*Create a SearchIndexTemplate with dataStream/);
});

test("data 26: a stream that exists is never taken over", async () => {
  const { stack, emulator } = withTemplate();
  emulator.putDataStream("logs-app");
  await expect(stack.up(logs)).rejects.toMatchObject({
    code: "already_exists",
    message: expect.stringContaining(`${uuid}/logs-app`) as string,
  });
});

test("data 27: a rollover is no difference", async () => {
  const { stack, emulator, lines } = withTemplate();
  await stack.up(logs);
  emulator.streams.rollOver("logs-app");
  expect(await stack.refresh()).toEqual([]);
  expect(stack.stored!.outputs).toMatchObject({ generation: 2, backingIndices: [expect.anything(), expect.anything()] });
  lines();
  expect(await stack.up(logs)).toBe("same");
  expect(lines()).toEqual([]);
});

test("data 28: settings are overrides, and a rejection in a successful response is a partial failure", async () => {
  const fixture = withTemplate();
  await fixture.stack.up(twoShards);
  expect(fixture.emulator.dataStreams.get("logs-app")!.settings).toEqual({ "index.number_of_shards": "2" });
  expect(await fixture.stack.refresh()).toEqual([]);
  await fixture.stack.destroy();
  const message = /Cannot set the following settings on a data stream: \[index\.fake\]/;
  await expect(fixture.stack.up({ ...logs, settings: '{"fake": 1}' })).rejects.toThrow(message);
  expect(fixture.stack.stored).toMatchObject({ id: `${uuid}/logs-app` });
});

test.each([
  ["8.18.0", "8.19.0", { settings: '{"number_of_shards":2}' }],
  ["8.19.0", "9.2.0", { mappings: '{"properties":{"a":{"type":"long"}}}' }],
])("data 29: overrides of %s need %s", async (version, required, part) => {
  const { stack, lines, emulator } = withTemplate({ version });
  await expect(stack.up({ ...logs, ...part })).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringContaining(required) as string,
  });
  expect([lines(), emulator.dataStreams.names()]).toEqual([[], []]);
});

test("data 30: mappings and settings that leave the program are removed", async () => {
  const { stack, bodies } = withTemplate({ version: "9.2.0" });
  await stack.up({ ...twoShards, mappings: '{"properties":{"a":{"type":"long"}}}' });
  bodies();
  await stack.up(logs);
  expect(bodies()).toEqual({ "PUT _settings": { "index.number_of_shards": null }, "PUT _mappings": {} });
});

test("data 31: a preview check finds what the server rejects of overrides, and writes nothing", async () => {
  const { stack, lines, emulator } = withTemplate({}, undefined, { QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.up(logs);
  lines();
  const error = await failure(stack.previewUp({ ...logs, settings: '{"fake":1}' }));
  const reason = expect.stringContaining("Cannot set the following settings on a data stream: [index.fake]") as string;
  expect(error).toMatchObject({ failures: [{ property: "settings", reason }] });
  expect(lines()).toContain("PUT /_data_stream/logs-app/_settings?dry_run=true");
  expect(emulator.dataStreams.get("logs-app")!.settings).toEqual({});
});

test("data 32: a stream with documents is deleted only if that is permitted", async () => {
  const fixture = withTemplate();
  await fixture.stack.up(logs);
  addDocuments(fixture, 5);
  fixture.lines();
  await expect(fixture.stack.destroy()).rejects.toThrow(/5 documents[^]*QUARTET_SEARCH_FORCE_DESTROY=logs-app/);
  expect(fixture.lines().filter((line) => line.startsWith("DELETE"))).toEqual([]);
  await fixture.stack.up({ ...logs, forceDestroy: true });
  await fixture.stack.destroy();
  expect(fixture.emulator.dataStreams.names()).toEqual([]);
});

test("data 33: documents in the failure store count", async () => {
  const fixture = withTemplate();
  await fixture.stack.up(logs);
  fixture.emulator.streams.fail("logs-app", 3);
  await expect(fixture.stack.destroy()).rejects.toThrow("3 documents");
});

test("data 34: only a statement of Elasticsearch is absence", async () => {
  const { stack, emulator, override } = withTemplate();
  await stack.up(logs);
  override.set("GET /_data_stream/logs-app?expand_wildcards=all", {
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html>",
  });
  await expect(stack.refresh()).rejects.toThrow("404");
  override.clear();
  emulator.dataStreams.delete("logs-app");
  await stack.refresh();
  expect(stack.stored).toBeUndefined();
});

test.each(["Logs", ".ds-x", "a,b", "-x", "a#b", "a".repeat(256)])("data 35: the name %p is rejected", async (name) => {
  const { stack, lines } = withTemplate();
  await expect(stack.up({ name })).rejects.toThrow(/name \| must/);
  expect(lines()).toEqual([]);
});

test("data 36: a hidden stream is read and imported", async () => {
  const { stack } = withTemplate({}, { data_stream: { hidden: true } });
  await stack.up(logs);
  expect(await stack.refresh()).toEqual([]);
  await stack.import("logs-app");
  expect(stack.stored!.outputs).toMatchObject({ hidden: true });
});

test("getSearchDataStreams returns what patterns match, with statistics", async () => {
  const fixture = withTemplate();
  await fixture.stack.up(logs);
  addDocuments(fixture, 2);
  const context = inContext(clientOver(emulated(fixture.emulator.handle).send));
  const found = await getSearchDataStreams.read({ target: "logs-*", includeStatistics: true }, context);
  expect(found).toMatchObject({
    id: `${uuid}/logs-*`,
    dataStreamStates: [{ name: "logs-app", templateName: "logs", storeBytes: expect.any(Number) as number }],
  });
  expect(await getSearchDataStreams.read({ target: "x-*" }, context)).toMatchObject({ dataStreamStates: [] });
  expect(await failure(Promise.resolve(getSearchDataStreams.read({ target: "missing" }, context)))).toMatchObject({ code: "not_found" });
});
