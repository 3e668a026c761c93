// Cases 130 to 139: Read for import, get and refresh, and List. See docs/protocol.md#read and docs/modules/search.md#resources.
import { respondAfter } from "../emulators/faults";
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import type { Listed, ListOptions } from "../support/listing";
import { list as listAll, startList } from "../support/listing";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { secret, unknown } from "../support/structs";
import { deferred, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';
const cluster = "q3nYfJ1lTgSxL8c0Hq0m5A";
const inputs: Properties = { name: "logs", processors: [drop] };
const full: Properties = {
  name: "full",
  indexPatterns: ["a-*", "b-*"],
  priority: 0,
  metadata: '{"a":1}',
  dataStream: { hidden: true },
  template: {
    settings: '{"index":{"number_of_shards":"3"}}',
    mappings: '{"properties":{"a":{"type":"keyword"}}}',
    aliases: [{ name: "app", indexRouting: "1", searchRouting: "1" }],
  },
};

describe.each([
  ["a pipeline", pipeline, inputs],
  ["a template", template, full],
] as const)("%s", (_title, subject, given) => {
  const name = given["name"] as string;

  test("130: a deleted object returns an empty message", async () => {
    await fixture.search();
    expect(await fixture.rpc.read({ ...subject, id: `${cluster}/nothing` })).toEqual({ id: "", properties: undefined, inputs: undefined });
    expect(await fixture.rpc.read({ ...subject, id: `${cluster}/${name}`, inputs: given, properties: given })).toEqual({
      id: "",
      properties: undefined,
      inputs: undefined,
    });
  });

  test("131, 134, 138: an import by ID or name returns all inputs, the canonical ID, and no read-only values", async () => {
    await fixture.search();
    await fixture.rpc.create({ ...subject, inputs: given });
    const imported = await fixture.rpc.read({ ...subject, id: `${cluster}/${name}` });
    expect(imported).toEqual({ id: `${cluster}/${name}`, inputs: given, properties: expect.objectContaining(given) });
    expect(Object.keys(schema.resources![subject.type]!.inputProperties!)).toEqual(expect.arrayContaining(Object.keys(imported.inputs!)));
    expect(await fixture.rpc.read({ ...subject, id: name })).toEqual(imported);
    expect(await fixture.rpc.read({ ...subject, id: name, inputs: {}, properties: {} })).toEqual(imported);
    expect(await fixture.rpc.check({ ...subject, news: imported.inputs! })).toEqual({ inputs: imported.inputs, failures: [] });
    expect((await fixture.rpc.diff({ ...subject, oldInputs: imported.inputs, olds: imported.properties, news: given })).changes).toBe(
      "none",
    );
  });

  test("132: a refresh adds no undeclared value, and keeps write-only ones", async () => {
    const search = await fixture.search();
    const mine = { ...given, timeouts: { read: "1m" }, searchConnections: secret([{ ...search.block, headers: { "X-Team": "a" } }]) };
    const created = await fixture.rpc.create({ ...subject, inputs: mine });
    const read = await fixture.rpc.read({ ...subject, id: created.id, inputs: mine, properties: created.properties });
    expect(read.inputs).toEqual(mine);
    expect(read.properties).toEqual(created.properties);
  });

  test.each(["", "/", `${cluster}/`, `${cluster}/a*`, `${cluster}/a,b`, "a*"])(
    "133: the malformed ID %j is rejected with form and example",
    async (id) => {
      const search = await fixture.search();
      const { code, message } = await failureOf(fixture.rpc.read({ ...subject, id }));
      expect(code).toBe(status.INVALID_ARGUMENT);
      expect(message).toMatch(/Use <cluster_uuid>\/<name> or <name>, for example \w+\/logs-app/);
      expect(search.requests).toEqual([]);
    },
  );

  test("135: Read waits while the service limits the rate, and reports that in the status of the resource", async () => {
    const search = await fixture.search();
    await fixture.rpc.create({ ...subject, inputs: given });
    search.faults.add({ match: "GET /_i*", fault: faults.throttle("2"), times: 1 });
    expect((await fixture.rpc.read({ ...subject, name: "waiting", id: name })).inputs).toEqual(given);
    const urn = urnOf({ ...subject, name: "waiting" });
    expect(fixture.engine.lines.filter((line) => line.urn === urn)).toMatchObject([
      { message: "rate limited by Elasticsearch, next try in 2s", ephemeral: true },
    ]);
  });

  test.each([
    ["without the right to read", { apiKeys: { tester: { key: fixtures.keySecret, cluster: [] } } }, status.PERMISSION_DENIED],
    ["with wrong credentials", { apiKeys: {} }, status.UNAUTHENTICATED],
  ])("136: %s a read fails, and the object is not reported as deleted", async (_case, security, code) => {
    await fixture.search({ security });
    expect((await failureOf(fixture.rpc.read({ ...subject, id: `${cluster}/${name}`, inputs: given, properties: given }))).code).toBe(code);
  });

  test("137: additional and missing keys of another version fail no verb", async () => {
    await fixture.search();
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: given });
    const olds = { ...properties, fromAnotherVersion: { a: [1] }, __defaults: [] };
    expect((await fixture.rpc.diff({ ...subject, id, olds, oldInputs: given, news: given })).changes).toBe("none");
    expect((await fixture.rpc.diff({ ...subject, id, olds, news: given })).changes).toBe("none");
    expect((await fixture.rpc.read({ ...subject, id, inputs: given, properties: olds })).inputs).toEqual(given);
    const news = { ...given, version: 3 };
    expect(await fixture.rpc.update({ ...subject, id, olds: { name, fromAnotherVersion: 1 }, oldInputs: given, news })).toMatchObject(news);
    await fixture.rpc.delete({ ...subject, id, properties: { fromAnotherVersion: 1 } });
    expect((await fixture.rpc.read({ ...subject, id })).id).toBe("");
  });
});

test("132: changes made outside of Pulumi are reported, defaults of the service are not", async () => {
  const search = await fixture.search();
  const created = await fixture.rpc.create({ ...pipeline, inputs });
  search.emulator.pipelines.clear();
  const put = await fetch(`${search.url}/_ingest/pipeline/logs`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `ApiKey ${fixtures.apiKey}` },
    body: JSON.stringify({ description: "foreign", processors: [{ drop: {} }] }),
  });
  expect(put.status).toBe(200);
  const read = await fixture.rpc.read({ ...pipeline, id: created.id, inputs, properties: created.properties });
  expect(read.inputs).toEqual({ ...inputs, description: "foreign" });
  const { detailed } = await fixture.rpc.diff({ ...pipeline, id: created.id, oldInputs: read.inputs, olds: read.properties, news: inputs });
  expect(detailed).toEqual({ description: "DELETE" });
});

test("138: an ID of another cluster is rejected by every RPC, and nothing is sent to the object", async () => {
  const search = await fixture.search();
  const { properties } = await fixture.rpc.create({ ...pipeline, inputs });
  search.requests.length = 0;
  const moved = { ...pipeline, id: "AAAAAAAAAAAAAAAAAAAAAA/logs" };
  const olds = { olds: properties, oldInputs: inputs };
  const calls = [
    fixture.rpc.read(moved),
    fixture.rpc.read({ ...moved, inputs, properties }),
    fixture.rpc.update({ ...moved, ...olds, news: { ...inputs, description: "moved" } }),
    fixture.rpc.delete({ ...moved, properties }),
  ];
  for (const call of calls) {
    const failed = await failureOf(call);
    expect([failed.code, failed.message]).toEqual([status.FAILED_PRECONDITION, expect.stringContaining(cluster)]);
  }
  expect(search.requests.filter(({ path }) => path !== "/")).toEqual([]);
});

const list = (token: string, options: ListOptions = {}): Promise<Listed> => listAll(fixture.rpc, token, options);

describe("List", () => {
  test.each([
    ["pipelines", pipeline, (name: string) => ({ name, processors: [drop] })],
    ["templates", template, (name: string) => ({ name, indexPatterns: [`${name}-*`] })],
  ] as const)(
    "139: of %s keeps the limit, continues from a token, and returns IDs that Read accepts",
    async (_title, subject, inputsOf) => {
      await fixture.search();
      const names = ["a", "b", "c", "d", "e"];
      for (const name of names) await fixture.rpc.create({ ...subject, name, inputs: inputsOf(name) });
      const first = await list(subject.type, { limit: 3, pageSize: 2 });
      expect(first.results).toHaveLength(3);
      const rest = await list(subject.type, { continuation: first.continuation });
      expect([...first.results, ...rest.results].map(({ name }) => name).sort()).toEqual(names);
      expect(rest.continuation).toBeUndefined();
      for (const { id, name } of first.results) expect((await fixture.rpc.read({ ...subject, id })).inputs).toEqual(inputsOf(name));
      expect((await list(subject.type)).results).toHaveLength(5);
    },
  );

  test("139: an unknown query returns one computed part", async () => {
    await fixture.search();
    expect(await list(pipeline.type, { query: { name: unknown } })).toEqual({ results: [], computed: true });
  });

  test("139: an empty list has no result and no error; an unknown type is an error", async () => {
    await fixture.search();
    expect(await list(template.type)).toEqual({ results: [], computed: false });
    expect((await failureOf(list("quartet:search:SearchPipeline"))).code).toBe(status.INVALID_ARGUMENT);
  });

  test("139: a stream whose reader leaves sends no further requests", async () => {
    const search = await fixture.search();
    const delayedResponse = deferred();
    search.faults.add({
      match: "GET /_ingest/pipeline*",
      fault: respondAfter(delayedResponse.promise),
    });
    const stream = startList(fixture.rpc, pipeline.type);
    const ended = new Promise<void>((resolve) => stream.on("error", () => resolve()));
    await until("request", () => search.requests.length > 0);
    stream.cancel();
    await ended;
    delayedResponse.resolve(undefined);
    await fixture.rpc.version();
    expect(search.requests.map(({ path }) => path)).not.toContain("/");
  });
});
