/** Data streams, their lifecycles and options, and mappings of those of others, on the emulator. See docs/modules/search.md#data-streams. */
import type { SearchEmulator } from "../../../../emulators/search";
import { rejections, scenarios } from "../cases/scenario";
import { json, rejects, uuid } from "../support";
import { rejection, stackFixture } from "./stack-fixture";

const kind = "SearchDataStream";
const path = "/_data_stream/logs-app";
const name = "logs-app";
const logs = { name };
const long = { properties: { a: { type: "long" } } };
const template = (members: object = {}) => ({ "PUT /_index_template/logs": { index_patterns: ["logs-*"], data_stream: {}, ...members } });
const stream = { ...template(), [`PUT ${path}`]: undefined };
/** A stream whose template has these members, in place of the one that exists. */
const streamOf = (members: object) => ({ [`DELETE ${path}`]: undefined, ...template({ template: members }), [`PUT ${path}`]: undefined });
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
  const { stack, call, override } = fixture("SearchIndexMappings", streamOf({ mappings: long }));
  await stack.up(declared);
  override.set(read, json(call(read).body));
  call("POST /logs-app/_rollover");
  expect(await stack.refresh()).toEqual([]);
});

const lifecycle = "SearchDataStreamLifecycle";
const thirty = { name, dataRetention: "30d" };
const ofLifecycle = `${path}/_lifecycle`;
const ofTemplate = streamOf({ lifecycle: { data_retention: "10d" } });
const round = (after: string, fixedInterval: string) => ({ after, fixedInterval });

scenarios(
  lifecycle,
  {
    "data 37: a lifecycle of the template is taken over": {
      before: ofTemplate,
      outputs: { previousLifecycle: '{"enabled":true,"data_retention":"10d"}' },
      kept: kept({ lifecycle: { data_retention: "30d" } }, ofLifecycle),
    },
    "data 37: and restored": {
      before: ofTemplate,
      next: "destroy",
      kept: kept({ lifecycle: { data_retention: "10d" } }, ofLifecycle),
    },
    "a simulation that is not permitted: the lifecycle is taken over with a warning": {
      before: ofTemplate,
      override: { "POST /_index_template/_simulate_index/logs-app": rejection("not permitted", 403, "security_exception") },
      logged: /^warning: .*taken over without a comparison/m,
      outputs: { previousLifecycle: expect.stringContaining("10d") },
    },
    "data 38: a lifecycle of another writer is not taken over": {
      before: { ...ofTemplate, [`PUT ${ofLifecycle}`]: { data_retention: "7d" } },
      error: new RegExp(`^already_exists: [^]*pulumi import quartet:search:${lifecycle} [^]*${uuid}/logs-app`),
      writes: ["POST /_index_template/_simulate_index/logs-app"],
    },
    "data 39: with another name the old stream has its previous lifecycle again": {
      before: { ...ofTemplate, "PUT /_data_stream/logs-b": undefined },
      change: { name: "logs-b" },
      done: "delete first",
      kept: kept({ lifecycle: { data_retention: "10d" } }, ofLifecycle),
    },
    "data 40: a default retention of the cluster is an output and no difference": {
      emulator: { globalRetention: { default_retention: "7d" } },
      program: logs,
      outputs: { effectiveRetention: "7d", retentionDeterminedBy: "default_global_retention" },
    },
    "data 41: a maximum of the cluster is a warning": {
      emulator: { globalRetention: { max_retention: "9d" } },
      logged: /^warning: The cluster limits the retention to 9d \(max_global_retention\)\.$/,
    },
    "a preview check warns of a shorter retention": {
      checked: thirty,
      program: logs,
      logged: /^warning: The retention of the data stream "logs-app" becomes shorter: 30d in place of no limit\./,
    },
    "but of no longer one": {
      checked: { ...thirty, dataRetention: "31d" },
      program: thirty,
      logged: "",
    },
    "data 43: a lifecycle that serverless cannot remove stays, with a warning": {
      emulator: { buildFlavor: "serverless" },
      next: "destroy",
      logged: /^warning: .*it stays/m,
    },
    "data 44: frozenAfter needs 9.5": {
      emulator: { version: "9.4.0" },
      program: { name, frozenAfter: "90d" },
      refusal: /^failed_precondition: .*9\.5\.0/,
    },
    "data 47: the lifecycle of a stream that is gone is gone": {
      other: { [`DELETE ${path}`]: undefined },
      refresh: ["gone"],
    },
    "a stream that does not exist is an error that says what to do": {
      program: { name: "missing" },
      error: /Create the data stream first and pass its name\./,
    },
    "an update keeps a member that only the server knows": {
      other: ({ dataStreams }) => Object.assign(dataStreams.get(name)!.lifecycle!, { later: { a: 1 } }),
      change: { dataRetention: "31d" },
      error: /later/,
      bodies: [{ enabled: true, data_retention: "31d", later: { a: 1 } }],
    },
    "a lifecycle that another writer has changed stays when the resource is deleted": {
      other: { [`PUT ${ofLifecycle}`]: { data_retention: "5d" } },
      next: "destroy",
      writes: [],
      logged: /^warning: .*The change is kept/m,
    },
  },
  { emulator: {}, before: stream, program: thirty },
);

rejections(lifecycle, logs, [
  ["data 42", { downsamplings: Array.from({ length: 11 }, (_, i) => round(`${i + 1}d`, `${2 ** i}h`)) }, /at most 10/],
  ["data 42", { downsamplings: [round("2d", "2m"), round("1d", "3m")] }, /\[0\]\.fixedInterval[^]*\[1\]\.after[^]*\[1\]\.fixedInterval/],
  ["data 42", { downsamplingMethod: "last_value" }, /downsamplingMethod[^]*downsamplings/],
  ["data 42", { name: "a*" }, /name/],
]);

test("a lifecycle that is taken over is restored although the response of the write was lost", async () => {
  const { stack, override, call } = stackFixture(lifecycle, {}, ofTemplate);
  override.set(`PUT ${ofLifecycle}?expand_wildcards=all`, () => {
    call(`PUT ${ofLifecycle}`, { data_retention: "30d" });
    return rejection("out of order", 500, "exception");
  });
  await stack.up(thirty);
  override.clear();
  await stack.destroy();
  expect(call(`GET ${ofLifecycle}`).body).toMatchObject(kept({ lifecycle: { data_retention: "10d" } })[path]!);
});

const options = `${path}/_options`;
const enabled = (value: boolean) => ({ name, failureStore: { enabled: value } });

scenarios(
  "SearchDataStreamOptions",
  {
    "options of the template are taken over and restored": {
      before: streamOf({ data_stream_options: { failure_store: { enabled: false } } }),
      next: "destroy",
      kept: kept({ options: { failure_store: { enabled: false } } }, options),
    },
    "data 45: options that are declared": { program: enabled(false) },
    "an empty failure store is enabled": { program: enabled(false), change: { failureStore: {} } },
    "data 45: and gone again": {
      next: "destroy",
      writes: [`DELETE ${options}`],
    },
    "an operator switches the failure store off": {
      other: { [`PUT ${options}`]: { failure_store: { enabled: false } } },
      next: "destroy",
      writes: [],
    },
    "data 46: options need 8.19": {
      emulator: { version: "8.18.0" },
      refusal: /8\.19\.0/,
    },
    "data 47: the options of a stream that is gone are gone": {
      other: { [`DELETE ${path}`]: undefined },
      refresh: ["gone"],
    },
  },
  { emulator: {}, before: stream, program: enabled(true) },
);
