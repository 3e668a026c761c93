// Cases 137 to 139: Read of other versions and places, and List. resources.test.ts covers Read of every type. See docs/protocol.md#read.
import { status } from "@grpc/grpc-js";
import { respondAfter } from "../emulators/faults";
import { failureOf } from "../support/failure";
import { list, startList } from "../support/listing";
import * as fixtures from "../support/fixture";
import { pipeline } from "../support/fixture";
import { unknown, type Properties } from "../support/structs";
import { deferred, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
const id = "q3nYfJ1lTgSxL8c0Hq0m5A/logs";
const inputs: Properties = { name: "logs", processors: ['{"drop":{}}'] };

test("137: additional and missing keys of another version fail no verb", async () => {
  await fixture.search();
  const { properties } = await fixture.rpc.create({ ...pipeline, inputs });
  const olds = { ...properties, fromAnotherVersion: { a: [1] }, __defaults: [] };
  expect((await fixture.rpc.diff({ ...pipeline, id, olds, news: inputs })).changes).toBe("none");
  expect((await fixture.rpc.read({ ...pipeline, id, inputs, properties: olds })).inputs).toEqual(inputs);
  const news = { ...inputs, version: 3 };
  const bare = { name: "logs", fromAnotherVersion: 1 };
  expect(await fixture.rpc.update({ ...pipeline, id, olds: bare, oldInputs: inputs, news })).toMatchObject(news);
  await fixture.rpc.delete({ ...pipeline, id, properties: { fromAnotherVersion: 1 } });
});

test("138: an ID of another cluster is rejected, and nothing is sent to the object; a name is completed", async () => {
  const search = await fixture.search();
  const { properties } = await fixture.rpc.create({ ...pipeline, inputs });
  expect((await fixture.rpc.read({ ...pipeline, id: "logs" })).id).toBe(id);
  search.requests.length = 0;
  const failed = await failureOf(fixture.rpc.delete({ ...pipeline, id: "AAAAAAAAAAAAAAAAAAAAAA/logs", properties }));
  expect(failed).toEqual({ code: status.FAILED_PRECONDITION, message: expect.stringContaining(id.split("/")[0]!) as string });
  expect(search.requests.filter(({ path }) => path !== "/")).toEqual([]);
});

describe("List", () => {
  const listAll = (options = {}) => list(fixture.rpc, pipeline.type, options);

  test("139: keeps the limit, continues from a token, and returns IDs that Read accepts; an unknown query returns one computed part", async () => {
    await fixture.search();
    expect(await listAll()).toEqual({ results: [], computed: false });
    expect(await listAll({ query: { name: unknown } })).toEqual({ results: [], computed: true });
    const names = ["a", "b", "c", "d", "e"];
    for (const name of names) await fixture.rpc.create({ ...pipeline, name, inputs: { ...inputs, name } });
    const first = await listAll({ limit: 3, pageSize: 2 });
    expect(first.results).toHaveLength(3);
    const rest = await listAll({ continuation: first.continuation });
    expect([...first.results, ...rest.results].map(({ name }) => name).sort()).toEqual(names);
    expect(rest.continuation).toBeUndefined();
    const read = await fixture.rpc.read({ ...pipeline, id: first.results[0]!.id });
    expect(read.inputs).toEqual({ ...inputs, name: first.results[0]!.name });
  });

  test("139: a stream whose reader leaves sends no further requests", async () => {
    const search = await fixture.search();
    const response = deferred();
    search.faults.add({ match: "GET /_ingest/pipeline*", fault: respondAfter(response.promise) });
    const stream = startList(fixture.rpc, pipeline.type);
    const ended = new Promise<void>((resolve) => stream.on("error", () => resolve()));
    await until("request", () => search.requests.length > 0);
    stream.cancel();
    await ended;
    response.resolve(undefined);
    await fixture.rpc.version();
    expect(search.requests.map(({ path }) => path)).not.toContain("/");
  });
});
