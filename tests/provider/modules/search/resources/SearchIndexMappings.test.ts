/** Declared mappings of a data stream of others. See docs/modules/search.md#mappings-of-an-index. */
import { callerOf } from "../../../../emulators/search/caller";
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchIndexMappings";
const json = JSON.stringify;
const read = (index: string): string => `GET /${index}?features=mappings`;
const keyword = { type: "keyword" };
const program = (fields: object) => ({ index: "logs-app", mappings: json({ properties: fields }) });

/** A stack over a data stream. */
function fixture() {
  const all = stackFixture(token);
  const template = { mappings: { properties: { level: keyword } } };
  all.emulator.indexTemplates.set("logs", { index_patterns: ["logs-app"], composed_of: [], data_stream: {}, template } as never);
  all.emulator.putDataStream("logs-app");
  return { ...all, call: callerOf(all.emulator) };
}

test("data 80: a rollover loses the field, which is a difference, and the next update adds it", async () => {
  const { stack, emulator, call, lines, bodies } = fixture();
  const declared = program({ a: keyword });
  await stack.up(declared);
  expect(lines()).toEqual([
    read("logs-app"),
    "GET /_data_stream/logs-app?expand_wildcards=all",
    "PUT /logs-app/_mapping?write_index_only=false",
    read("logs-app"),
    "GET /_data_stream/logs-app?expand_wildcards=all",
  ]);
  expect(await stack.refresh()).toEqual([]);
  emulator.streams.rollOver("logs-app");
  expect(await stack.refresh()).toEqual(["mappings"]);
  bodies();
  expect(await stack.up(declared)).toBe("update");
  expect(bodies()).toEqual({ "PUT _mapping": { properties: { a: keyword } } });
  const { indices } = emulator.dataStreams.get("logs-app")!;
  expect(indices.map((index) => emulator.indices.get(index)!.mappings)).toEqual(
    indices.map(() => ({ properties: { a: keyword, level: keyword } })),
  );
  expect(await stack.refresh()).toEqual([]);
  call("PUT /logs-app/_mapping?write_index_only=true", { properties: { b: keyword } });
  expect(await stack.refresh()).toEqual([]);
});

test("data 80: with writeIndexOnly the older backing indices stay as they are", async () => {
  const { stack, emulator } = fixture();
  emulator.streams.rollOver("logs-app");
  await stack.up({ ...program({ a: keyword }), writeIndexOnly: true });
  const changed = emulator.dataStreams.get("logs-app")!.indices.map((name) => json(emulator.indices.get(name)!.mappings).includes('"a"'));
  expect(changed).toEqual([false, true]);
});

test("a rollover between the two requests of a read is followed", async () => {
  const { stack, emulator, override } = fixture();
  await stack.up(program({ level: keyword }));
  const { body } = emulator.handle({ method: "GET", path: "/logs-app", query: "features=mappings", headers: {}, body: "" });
  emulator.streams.rollOver("logs-app");
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  override.set(read("logs-app"), { status: 200, headers, body });
  expect(await stack.refresh()).toEqual([]);
});
