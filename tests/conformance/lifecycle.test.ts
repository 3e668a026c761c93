// Cases 117 to 129: failures of creation and deletion, and operations that end by their time limit or by Cancel; resources.test.ts covers success.
// tests/faults/orphans measures the limits in virtual time. See docs/protocol.md#writes and docs/protocol.md#timeouts.
import { status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { detailsTrailerOf } from "../support/frames";
import { lengthDelimited, structBytes } from "../support/protobuf";
import * as fixtures from "../support/fixture";
import { pipeline, type Search } from "../support/fixture";
import { urnOf } from "../support/rpc";
import { fromStruct, type Properties } from "../support/structs";
import { until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
const id = "q3nYfJ1lTgSxL8c0Hq0m5A/logs";
const inputs: Properties = { name: "logs", processors: ['{"drop":{}}'] };
const creating = (name?: string) => fixture.rpc.create({ ...pipeline, name, inputs });
const writes = ({ requests }: Search) => requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const put = "PUT /_ingest/pipeline/logs";
const unreadable = faults.instead({ status: 500, headers: {}, body: "no reading today" });

/** Makes the reads of a written object fail. */
const afterwards = (search: Search, fault: faults.Fault) =>
  search.faults.add({ match: ({ method }) => method === "GET" && writes(search).length > 0, fault });

test("117: a failure before the first write is a plain error", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET /*", fault: unreadable });
  const message = expect.stringContaining("no reading today") as string;
  expect(await failureOf(creating())).toEqual({ code: status.UNAVAILABLE, message });
  expect(writes(search)).toEqual([]);
});

test("118, 120: a failure after the object was written reports ID and state; a second Create completes it and creates no other one", async () => {
  const search = await fixture.search();
  afterwards(search, unreadable);
  const reasons = [expect.stringContaining("no reading today")];
  expect(await failureOf(creating())).toMatchObject({ code: status.UNAVAILABLE, initFailed: { id, properties: inputs, reasons } });
  search.faults.clear();
  expect(await creating()).toMatchObject({ id, properties: inputs });
  expect(writes(search)).toEqual([put]);
});

test("122: the time limit ends calls whose requests get no response", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "*", fault: faults.hang() });
  const limit = Buffer.alloc(9, 10 * 8 + 1); // field 10 of ReadRequest, which the official class does not have yet
  limit.writeDoubleLE(1.5, 1);
  const read = Buffer.concat([lengthDelimited(1, id), lengthDelimited(2, urnOf(pipeline)), lengthDelimited(6, pipeline.type), limit]);
  const news = { ...inputs, version: 2 };
  const calls = [
    fixture.rpc.create({ ...pipeline, inputs: { ...inputs, timeouts: { create: "1h" } }, timeout: 1.5 }),
    fixture.rpc.raw("Read", read),
    fixture.rpc.update({ ...pipeline, id, olds: inputs, news, timeout: 1.5 }),
    fixture.rpc.delete({ ...pipeline, id, properties: inputs, timeout: 1.5 }),
  ];
  const message = expect.stringMatching(/ failed: quartet:search:SearchIngestPipeline.*time limit of 1\.5 s exceeded/) as string;
  expect(await Promise.all(calls.map(failureOf))).toEqual(calls.map(() => ({ code: status.DEADLINE_EXCEEDED, message })));
});

test("123: Cancel while Create waits: partial state, and a reason that names the cancellation", async () => {
  const search = await fixture.search();
  afterwards(search, faults.hang());
  const result = failureOf(creating());
  await until("read after the write", () => writes(search).length > 0 && search.requests.at(-1)!.method === "GET");
  await fixture.rpc.cancel();
  const reasons = [expect.stringContaining("cancelled")];
  expect(await result).toMatchObject({ code: status.CANCELLED, initFailed: { id, properties: inputs, reasons } });
});

test("124: a partial failure with a large state is delivered to clients that take large trailers", async () => {
  const search = await fixture.search();
  afterwards(search, unreadable);
  const large = { ...inputs, description: "0123456789+/".repeat(5000) };
  const fields = [lengthDelimited(1, urnOf(pipeline)), lengthDelimited(2, structBytes(large))]; // Old engines send no type.
  const details = await detailsTrailerOf(fixture.plugin.port, "/pulumirpc.ResourceProvider/Create", Buffer.concat(fields));
  expect(details.length).toBeGreaterThan(65_536);
  const [detail] = Status.deserializeBinary(Buffer.from(details, "base64")).getDetailsList();
  const failed = ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  expect([failed.getId(), fromStruct(failed.getProperties()!)]).toEqual([id, large]);
});

test("128, 129: an object in use is not deleted, the error names its user; then it is deleted at the server of its state", async () => {
  const search = await fixture.search();
  const elsewhere = await fixtures.openSearch();
  const oldInputs = { ...inputs, searchConnections: [search.block] };
  const { properties } = await fixture.rpc.create({ ...pipeline, inputs: oldInputs });
  search.emulator.putIndex("holder-index", { "index.default_pipeline": "logs" });
  await fixture.rpc.configure(fixtures.settingsFor(elsewhere.block));
  const remove = (states: { properties: Properties; oldInputs?: Properties }) => fixture.rpc.delete({ ...pipeline, id, ...states });
  expect((await failureOf(remove({ properties: {}, oldInputs }))).message).toContain("holder-index");
  search.emulator.putIndex("holder-index", {});
  await remove({ properties });
  expect([search.emulator.pipelines.size, elsewhere.requests]).toEqual([0, []]);
});
