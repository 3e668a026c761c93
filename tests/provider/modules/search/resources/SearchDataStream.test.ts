/** Data streams, and mappings of those of others, on the emulator. See docs/modules/search.md#data-streams. */
import type { SearchEmulator } from "../../../../emulators/search";
import { rejections, scenarios } from "../cases/scenario";
import { callFunction, clientOver, emulated, json, rejects, uuid } from "../support";
import { stackFixture } from "./stack-fixture";

const kind = "SearchDataStream";
const path = "/_data_stream/logs-app";
const name = "logs-app";
const logs = { name };
const long = { properties: { a: { type: "long" } } };
const template = (members: object = {}) => ({ "PUT /_index_template/logs": { index_patterns: ["logs-*"], data_stream: {}, ...members } });
const stream = { ...template(), [`PUT ${path}`]: undefined };
const rollover = { "POST /logs-app/_rollover": undefined };
const kept = (members: object, at = path) => ({ [at]: { data_streams: [{ name, ...members }] } });
const overrides = { "PUT /_data_stream/logs-app/_settings": { "index.lifecycle.prefer_ilm": false } };
const fake = /Cannot set the following settings on a data stream: \[index\.fake\]/;
const addDocuments = ({ dataStreams, indices }: SearchEmulator, count: number) => {
  const { documents } = indices.get(dataStreams.get(name)!.indices[0]!)!;
  for (let i = 0; i < count; i++) documents.add(String(i));
};

scenarios(
  kind,
  {
    "is created with one PUT": {
      writes: [`PUT ${path}`],
      outputs: { templateName: "logs", timestampField: "@timestamp", generation: 1, status: "GREEN", forceDestroy: false },
    },
    "data 25: without a template the error says what to create": {
      program: { name: "events" },
      error: /no matching index template found[^]*Create a SearchIndexTemplate with dataStream/,
    },
    "data 25: and with one for indices": {
      before: { "PUT /_index_template/events": { index_patterns: ["events"] } },
      program: { name: "events" },
      error: /has no data stream template[^]*Create a SearchIndexTemplate with dataStream/,
    },
    "data 27: a rollover is no difference": {
      other: rollover,
      refresh: [],
      next: logs,
      done: "same",
      outputs: { generation: 2, backingIndices: [expect.anything(), expect.anything()] },
    },
    "data 28: settings are overrides": {
      members: { settings: '{"number_of_shards": 2}' },
      bodies: [{ "index.number_of_shards": 2 }],
    },
    "data 28: a rejection in a successful response is a partial failure": {
      members: { settings: '{"fake": 1}' },
      error: fake,
      kept: kept({}),
    },
    "data 29: overrides of settings need 8.19": {
      emulator: { version: "8.18.0" },
      members: { settings: '{"number_of_shards":2}' },
      refusal: /^failed_precondition: .*8\.19\.0/,
    },
    "data 29: those of mappings 9.2": {
      emulator: { version: "8.19.0" },
      members: { mappings: JSON.stringify(long) },
      refusal: /^failed_precondition: .*9\.2\.0/,
    },
    "data 30: mappings and settings that leave the program are removed": {
      emulator: { version: "9.2.0" },
      members: { settings: '{"number_of_shards": 2}', mappings: JSON.stringify(long) },
      next: logs,
      bodies: [{ "index.number_of_shards": null }, {}],
    },
    "overrides of another writer stay, declared ones as well while the program changes others": {
      members: { settings: '{"number_of_shards":2,"lifecycle.prefer_ilm":true}' },
      other: { ...rollover, ...overrides },
      change: { settings: '{"number_of_shards":3,"lifecycle.prefer_ilm":true}' },
      drift: ["settings"],
      kept: kept({ generation: 2, settings: { index: { number_of_shards: "3", lifecycle: { prefer_ilm: "false" } } } }),
    },
    "data 31: a preview check finds what the server rejects of overrides, and writes nothing": {
      program: logs,
      checked: { ...logs, settings: '{"fake":1}' },
      error: /^invalid_argument: settings: .*Cannot set the following settings on a data stream: \[index\.fake\]/,
      writes: [`PUT ${path}/_settings?dry_run=true`],
    },
    "data 32: a stream with documents is not deleted": {
      other: (emulator) => addDocuments(emulator, 5),
      next: "destroy",
      error: /5 documents[^]*QUARTET_SEARCH_FORCE_DESTROY=logs-app/,
      writes: ["POST /logs-app/_refresh"],
    },
    "data 32: unless that is permitted": {
      members: { forceDestroy: true },
      other: (emulator) => addDocuments(emulator, 5),
      next: "destroy",
      kept: { [path]: undefined },
    },
    "data 33: documents in the failure store count": {
      other: ({ streams }) => streams.fail(name, 3),
      next: "destroy",
      error: /3 documents/,
    },
    "data 36: a hidden stream is read and imported": {
      before: { ...template({ data_stream: { hidden: true } }), [`PUT ${path}`]: undefined },
      imported: name,
      outputs: { hidden: true },
    },
  },
  { emulator: {}, before: template(), program: logs },
);

rejections(kind, {}, [
  ...["Logs", ".ds-x", "a,b", "-x", "a#b", "a".repeat(256)].map((each) => ["data 35", { name: each }, /name \| must/] as const),
]);

/** A stack of a kind over a data stream. */
const fixture = (of: string, before: Readonly<Record<string, unknown>> = stream) => stackFixture(of, {}, before);

test("data 34: only a statement of Elasticsearch is absence", async () => {
  const { stack, override } = fixture(kind, template());
  await stack.up(logs);
  override.set(`GET ${path}?expand_wildcards=all`, { status: 404, headers: { "content-type": "text/html" }, body: "<html>" });
  await rejects(stack.refresh(), /404/);
});

test("getSearchDataStreams returns what patterns match, with statistics", async () => {
  const { emulator } = fixture(kind);
  const client = clientOver(emulated(emulator.handle).send);
  const read = async (target: string) => callFunction("getSearchDataStreams", { target, includeStatistics: true }, client);
  expect(await read("logs-*")).toMatchObject({
    id: `${uuid}/logs-*`,
    dataStreamStates: [{ name, templateName: "logs", storeBytes: expect.any(Number) as number }],
  });
  expect(await read("x-*")).toMatchObject({ dataStreamStates: [] });
  await rejects(read("missing"), /^not_found/);
});

const declared = { index: name, mappings: JSON.stringify(long) };
const read = "GET /logs-app?features=mappings";

test("data 80: a rollover loses the field, which is a difference, and the next update adds it to all backing indices", async () => {
  const { stack, emulator, call, bodies } = fixture("SearchIndexMappings");
  await stack.up(declared);
  expect(await stack.refresh()).toEqual([]);
  call("POST /logs-app/_rollover");
  expect(await stack.refresh()).toEqual(["mappings"]);
  bodies();
  expect(await stack.up(declared)).toBe("update");
  expect(bodies()).toEqual([long]);
  const { indices } = emulator.dataStreams.get(name)!;
  expect(indices.map((index) => emulator.indices.get(index)!.mappings)).toEqual([long, long]);
});

test("data 80: with writeIndexOnly the older backing indices stay as they are", async () => {
  const { stack, emulator } = fixture("SearchIndexMappings", { ...stream, ...rollover });
  await stack.up({ ...declared, writeIndexOnly: true });
  const changed = emulator.dataStreams.get(name)!.indices.map((index) => "properties" in emulator.indices.get(index)!.mappings);
  expect(changed).toEqual([false, true]);
});

test("a rollover between the two requests of a read is followed", async () => {
  const { stack, call, override } = fixture("SearchIndexMappings", {
    ...template({ template: { mappings: long } }),
    [`PUT ${path}`]: undefined,
  });
  await stack.up(declared);
  const { body } = call(read);
  call("POST /logs-app/_rollover");
  override.set(read, json(body));
  expect(await stack.refresh()).toEqual([]);
});
