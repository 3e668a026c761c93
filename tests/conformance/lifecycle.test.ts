// Cases 113 to 129: creation, update and deletion of objects, and failures on the way. See docs/protocol.md#writes and
// docs/modules/search.md#resources.
import { status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { trailersOf } from "../support/frames";
import { lengthDelimited, structBytes } from "../support/protobuf";
import * as fixtures from "../support/fixture";
import { pipeline, template } from "../support/fixture";
import { urnOf } from "../support/rpc";
import type { Search } from "../support/fixture";
import type { Properties } from "../support/structs";
import { fromStruct, reveal, secret, secretPaths, unknown, unknownPaths } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';
const set = '{"set":{"field":"a","value":"b"}}';
const cluster = "q3nYfJ1lTgSxL8c0Hq0m5A";
const inputs: Properties = { name: "logs", processors: [drop] };
const subjects = [
  { title: "a pipeline", subject: pipeline, given: inputs, put: "PUT /_ingest/pipeline/logs", get: "GET /_ingest/pipeline/logs" },
  {
    title: "a template",
    subject: template,
    given: { name: "logs", indexPatterns: ["logs-*"], priority: 5 } as Properties,
    put: "PUT /_index_template/logs",
    get: "GET /_index_template/logs",
  },
];
const writes = ({ requests }: Search): string[] =>
  requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

/** Makes the reads of a written object fail. */
const afterwards = (search: Search, fault: faults.Fault, times?: number): void => {
  const written = (path: string): boolean => search.requests.some((request) => request.method === "PUT" && request.path === path);
  search.faults.add({ match: ({ method, path }) => method === "GET" && written(path), fault, times });
};

describe("previews", () => {
  test("113: of a Create sends no request, has no ID, returns known values and leaves the others unknown", async () => {
    const search = await fixture.search();
    const news = { name: "logs", processors: [drop, unknown], description: unknown, metadata: secret("{}") };
    const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs: news, preview: true });
    expect(id).toBe("");
    expect(properties).toMatchObject(news);
    for (const [key, value] of Object.entries(properties)) expect(key in news || value === unknown).toBe(true);
    expect(search.requests).toEqual([]);
  });

  test("114: of an Update sends no request and keeps values that do not depend on the change", async () => {
    const search = await fixture.search();
    const olds = { ...inputs, description: "old", metadata: '{"a":1}' };
    const news = { ...inputs, description: unknown, metadata: '{"a":1}' };
    const properties = await fixture.rpc.update({ ...pipeline, id: `${cluster}/logs`, olds, oldInputs: olds, news, preview: true });
    expect(properties).toMatchObject({ name: "logs", processors: [drop], metadata: '{"a":1}', description: unknown });
    const same = await fixture.rpc.update({ ...pipeline, id: `${cluster}/logs`, olds, oldInputs: olds, news: olds, preview: true });
    expect(unknownPaths(same)).toEqual([]);
    expect(search.requests).toEqual([]);
  });
});

describe.each(subjects)("$title", ({ subject, given, put, get }) => {
  test("115: Create and Read return the same", async () => {
    const search = await fixture.search();
    const created = await fixture.rpc.create({ ...subject, inputs: given });
    expect(created.id).toBe(`${cluster}/logs`);
    const read = await fixture.rpc.read({ ...subject, id: created.id, inputs: given, properties: created.properties });
    expect(read).toEqual({ id: created.id, properties: created.properties, inputs: given });
    expect(writes(search)).toEqual([put]);
  });

  test("116: secrets of the inputs are secrets of the outputs, under any name", async () => {
    const search = await fixture.search();
    fixture.rpc.secrets.add("very-secret-word");
    const news = { ...given, metadata: secret('{"owner":"very-secret-word"}'), searchConnections: [search.block] };
    const checked = await fixture.rpc.inputs(subject, {
      ...news,
      ...(subject === pipeline ? { description: "the very-secret-word" } : {}),
    });
    const { properties } = await fixture.rpc.create({ ...subject, inputs: checked });
    expect(secretPaths(properties)).toEqual(
      expect.arrayContaining(["metadata", "searchConnections[0].apiKey", "searchConnections[0].endpoints"]),
    );
    expect(reveal(properties)).toMatchObject(reveal(checked));
  });

  test("117: a failure before anything was written is a plain error", async () => {
    const search = await fixture.search();
    search.faults.add({ match: "GET /*", fault: faults.instead({ status: 500, headers: {}, body: "out of order" }) });
    const failed = await failureOf(fixture.rpc.create({ ...subject, inputs: given }));
    expect(failed).toMatchObject({ code: status.UNAVAILABLE, message: expect.stringContaining("out of order") });
    expect(failed.initFailed).toBeUndefined();
    search.faults.clear();
    search.faults.add({
      match: put,
      fault: faults.instead({ status: 400, headers: {}, body: '{"error":{"type":"parse_exception","reason":"bad"},"status":400}' }),
    });
    const rejected = await failureOf(fixture.rpc.create({ ...subject, inputs: given }));
    expect(rejected).toMatchObject({
      code: status.FAILED_PRECONDITION,
      message: expect.stringContaining("HTTP 400: parse_exception: bad"),
    });
    expect(rejected.initFailed).toBeUndefined();
  });

  test("118, 120: a failure after the object was written reports ID and state; a second Create completes it and creates no other one", async () => {
    const search = await fixture.search();
    afterwards(search, faults.instead({ status: 500, headers: {}, body: "no reading today" }));
    const failed = await failureOf(fixture.rpc.create({ ...subject, inputs: given }));
    expect(failed).toMatchObject({ code: status.UNAVAILABLE, initFailed: { id: `${cluster}/logs`, properties: given } });
    expect(failed.initFailed!.reasons).toEqual([expect.stringContaining("no reading today")]);
    search.faults.clear();
    expect(await fixture.rpc.create({ ...subject, inputs: given })).toMatchObject({ id: `${cluster}/logs`, properties: given });
    expect(writes(search)).toEqual([put]);
  });

  test("119: after a lost response to the write the object is looked up and found", async () => {
    const search = await fixture.search();
    search.faults.add({ match: put, fault: faults.resetAfter(), times: 1 });
    expect(await fixture.rpc.create({ ...subject, inputs: given })).toMatchObject({ id: `${cluster}/logs`, properties: given });
    expect([...search.emulator.pipelines.names(), ...search.emulator.indexTemplates.names()]).toEqual(["logs"]);
  });

  test("121: an object that exists is not changed, and the error has the import command", async () => {
    const search = await fixture.search();
    const created = await fixture.rpc.create({ ...subject, name: "first", inputs: given });
    const failed = await failureOf(fixture.rpc.create({ ...subject, name: "second", inputs: { ...given, version: 7 } }));
    expect(failed).toMatchObject({
      code: status.ALREADY_EXISTS,
      message: expect.stringContaining(`pulumi import ${subject.type} second ${created.id}`),
    });
    expect(failed.message).toContain("version");
    expect(failed.initFailed).toBeUndefined();
    const equal = await failureOf(fixture.rpc.create({ ...subject, name: "third", inputs: given }));
    expect([equal.code, equal.initFailed]).toEqual([status.ALREADY_EXISTS, undefined]);
    // The server rejects the second and the third PUT of a template: `create=true`.
    expect(writes(search)).toEqual(put.includes("_template") ? [put, put, put] : [put]);
    expect(await fixture.rpc.read({ ...subject, id: created.id })).toMatchObject({ properties: given });
  });

  test("125: an Update that fails after its write reports the live state; the next one continues from there", async () => {
    const search = await fixture.search();
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: given });
    const news = { ...given, version: 2 };
    search.requests.length = 0;
    afterwards(search, faults.instead({ status: 500, headers: {}, body: "no reading today" }), 1);
    const failed = await failureOf(fixture.rpc.update({ ...subject, id, olds: properties, oldInputs: given, news }));
    expect(failed.initFailed).toMatchObject({ id, properties: news, reasons: [expect.stringContaining("no reading today")] });
    const olds = failed.initFailed!.properties;
    expect(await fixture.rpc.update({ ...subject, id, olds, oldInputs: given, news })).toMatchObject(news);
    expect(writes(search)).toEqual([put]);
  });

  test("125: an Update that is rejected has changed nothing: a plain error", async () => {
    const search = await fixture.search();
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: given });
    search.faults.add({
      match: put,
      fault: faults.instead({ status: 400, headers: {}, body: '{"error":{"type":"parse_exception","reason":"bad"},"status":400}' }),
    });
    const failed = await failureOf(
      fixture.rpc.update({ ...subject, id, olds: properties, oldInputs: given, news: { ...given, version: 2 } }),
    );
    expect(failed).toMatchObject({ code: status.FAILED_PRECONDITION, message: expect.stringContaining("parse_exception: bad") });
    expect(failed.initFailed).toBeUndefined();
  });

  test("126: an Update with equal inputs writes nothing, reads, and succeeds", async () => {
    const search = await fixture.search();
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: given });
    search.requests.length = 0;
    expect(await fixture.rpc.update({ ...subject, id, olds: properties, oldInputs: given, news: given })).toEqual(properties);
    expect(writes(search)).toEqual([]);
    expect(search.requests.map(({ method, path }) => `${method} ${path}`)).toContain(get);
  });

  test("127: an Update of a deleted object recommends a refresh and creates none", async () => {
    const search = await fixture.search();
    const failed = await failureOf(
      fixture.rpc.update({ ...subject, id: `${cluster}/logs`, olds: given, oldInputs: given, news: { ...given, version: 2 } }),
    );
    expect(failed).toMatchObject({ code: status.NOT_FOUND, message: expect.stringContaining("pulumi refresh") });
    expect(failed.initFailed).toBeUndefined();
    expect(writes(search)).toEqual([]);
  });

  test("128: Delete of a deleted object succeeds, and may be repeated", async () => {
    const search = await fixture.search();
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: given });
    for (let i = 0; i < 2; i++) await fixture.rpc.delete({ ...subject, id, properties, oldInputs: given });
    expect(search.emulator.pipelines.size + search.emulator.indexTemplates.size).toBe(0);
  });

  test("129: Delete works from id and outputs alone, connection included", async () => {
    const search = await fixture.search();
    const elsewhere = await fixtures.openSearch();
    const checked = await fixture.rpc.inputs(subject, { ...given, searchConnections: [search.block] });
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs: checked });
    await fixture.rpc.configure(fixtures.settingsFor(elsewhere.block));
    await fixture.rpc.delete({ ...subject, id, properties });
    expect(writes(search)).toEqual([put, put.replace("PUT", "DELETE")]);
    expect(elsewhere.requests).toEqual([]);
  });
});

test("119: when every response to the write is lost, the object is looked up and found", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "PUT /*", fault: faults.resetAfter() });
  expect(await fixture.rpc.create({ ...pipeline, inputs })).toMatchObject({ id: `${cluster}/logs`, properties: inputs });
  expect(search.emulator.pipelines.names()).toEqual(["logs"]);
});

test("119: when the outcome cannot be determined, the error states that the object may exist, with the import command", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "PUT /*", fault: faults.resetAfter() });
  afterwards(search, faults.resetBefore());
  const { message, initFailed } = await failureOf(fixture.rpc.create({ ...pipeline, inputs }));
  expect(initFailed).toBeUndefined();
  expect(message).toMatch(/may have been carried out/);
  expect(message).toContain(`pulumi import ${pipeline.type} demo ${cluster}/logs`);
});

test("124: a partial failure with a large state is delivered to clients that take large trailers", async () => {
  const search = await fixture.search();
  afterwards(search, faults.instead({ status: 500, headers: {}, body: "no reading today" }));
  const description = "0123456789+/".repeat(5000);
  const properties = structBytes({ ...inputs, description });
  const message = Buffer.concat([lengthDelimited(1, urnOf(pipeline)), lengthDelimited(2, properties), lengthDelimited(6, pipeline.type)]);
  const trailers = await trailersOf(fixture.plugin.port, "/pulumirpc.ResourceProvider/Create", message);
  const details = trailers.get("grpc-status-details-bin")!;
  expect(details.length).toBeGreaterThan(65_536);
  const [detail] = Status.deserializeBinary(Buffer.from(details, "base64")).getDetailsList();
  const failed = ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  expect(failed.getId()).toBe(`${cluster}/logs`);
  expect(fromStruct(failed.getProperties()!)).toEqual({ ...inputs, description });
});

test("128: an object in use is not deleted, and the error names its user", async () => {
  const search = await fixture.search();
  const created = await fixture.rpc.create({ ...pipeline, inputs });
  search.emulator.putIndex("holder-index", { "index.default_pipeline": "logs" });
  const failed = await failureOf(fixture.rpc.delete({ ...pipeline, id: created.id, properties: created.properties }));
  expect(failed.message).toContain("holder-index");
  const other = { name: "streams", indexPatterns: ["streams-*"], dataStream: {} };
  const templated = await fixture.rpc.create({ ...template, inputs: other });
  search.emulator.putDataStream("streams-holder");
  expect((await failureOf(fixture.rpc.delete({ ...template, id: templated.id, properties: templated.properties }))).message).toContain(
    "streams-holder",
  );
  expect([search.emulator.pipelines.size, search.emulator.indexTemplates.size]).toEqual([1, 1]);
});

test("125: Update writes the whole object: an omitted processor is removed", async () => {
  const search = await fixture.search();
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs: { ...inputs, processors: [drop, set], description: "two" } });
  expect(await fixture.rpc.update({ ...pipeline, id, olds: properties, oldInputs: properties, news: inputs })).toEqual(inputs);
  expect(JSON.parse(search.requests.findLast(({ method }) => method === "PUT")!.body)).toEqual({ processors: [{ drop: {} }] });
});
