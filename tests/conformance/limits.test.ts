// Cases 122 and 123: operations that end by their time limit or by Cancel. tests/faults/campaign.ts measures them in virtual time.
// See docs/protocol.md#cancel and docs/protocol.md#timeouts.
import { respondAfter } from "../emulators/faults";
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { lengthDelimited } from "../support/protobuf";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import type { Search } from "../support/fixture";
import { pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { deferred, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
const cluster = "q3nYfJ1lTgSxL8c0Hq0m5A";
const inputs: Properties = { name: "logs", processors: ['{"drop":{}}'] };
const writes = ({ requests }: Search): number => requests.filter(({ method }) => method !== "GET").length;

/** Lets the reads of an object fail once it is written. */
const failReadsAfterWrite = (search: Search, fault: faults.Fault, times?: number): void => {
  const written = (path: string): boolean => search.requests.some((request) => request.method === "PUT" && request.path === path);
  search.faults.add({ match: ({ method, path }) => method === "GET" && written(path), fault, times });
};

test("122: the time limits of all sources end calls whose requests get no response", async () => {
  const search = await fixture.search();
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs });
  search.faults.add({ match: "*", fault: faults.hang() });
  const limit = Buffer.alloc(9, 10 * 8 + 1); // field 10 of ReadRequest, which the official class does not have yet
  limit.writeDoubleLE(1.5, 1);
  const read = Buffer.concat([lengthDelimited(1, id), lengthDelimited(2, urnOf(pipeline)), lengthDelimited(6, pipeline.type), limit]);
  const timeouts = { name: "short", indexPatterns: ["a"], timeouts: { create: "1500ms" } };
  const both = { ...inputs, name: "both", timeouts: { create: "1h" } };
  const calls: [verb: string, type: string, call: Promise<unknown>][] = [
    ["Create", pipeline.type, fixture.rpc.create({ ...pipeline, inputs: { ...inputs, name: "new" }, timeout: 1.5 })],
    ["Create", template.type, fixture.rpc.create({ ...template, inputs: timeouts })],
    ["Create", pipeline.type, fixture.rpc.create({ ...pipeline, inputs: both, timeout: 1.5 })],
    ["Read", pipeline.type, fixture.rpc.raw("Read", read)],
    ["Update", pipeline.type, fixture.rpc.update({ ...pipeline, id, olds: properties, news: { ...inputs, version: 2 }, timeout: 1.5 })],
    ["Delete", pipeline.type, fixture.rpc.delete({ ...pipeline, id, properties, timeout: 1.5 })],
  ];
  const failures = await Promise.all(calls.map(async ([verb, type, call]) => ({ verb, type, ...(await failureOf(call)) })));
  for (const { verb, type, code, message } of failures) {
    expect(code).toBe(status.DEADLINE_EXCEEDED);
    expect(message).toContain(`${verb} failed: ${type}`);
    expect(message).toMatch(/time limit of 1\.5 s exceeded/);
  }
});

test("123: Cancel while Create waits: partial state, and a reason that names the cancellation", async () => {
  const search = await fixture.search();
  failReadsAfterWrite(search, faults.hang());
  const result = failureOf(fixture.rpc.create({ ...pipeline, inputs }));
  await until("read after the write", () => writes(search) > 0 && search.requests.at(-1)!.method === "GET");
  await fixture.rpc.cancel();
  const reasons = [expect.stringContaining("cancelled")];
  expect(await result).toMatchObject({ code: status.CANCELLED, initFailed: { id: `${cluster}/logs`, properties: inputs, reasons } });
});

test("123: Cancel during the write: the plugin waits for its outcome and keeps the ID", async () => {
  const search = await fixture.search();
  const delayedResponse = deferred();
  search.faults.add({
    match: "PUT /*",
    fault: respondAfter(delayedResponse.promise),
  });
  const result = failureOf(fixture.rpc.create({ ...pipeline, inputs }));
  await until("write", () => writes(search) > 0);
  await fixture.rpc.cancel();
  delayedResponse.resolve(undefined);
  expect(await result).toMatchObject({ code: status.CANCELLED, initFailed: { id: `${cluster}/logs`, properties: inputs } });
  expect(search.emulator.pipelines.has("logs")).toBe(true);
});

test("123: Cancel before the write: nothing exists, and the error has no state", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET /_ingest/*", fault: faults.hang() });
  const result = failureOf(fixture.rpc.create({ ...pipeline, inputs }));
  await until("read before the write", () => search.requests.some(({ path }) => path.startsWith("/_ingest")));
  await fixture.rpc.cancel();
  const failed = await result;
  expect(failed.code).toBe(status.CANCELLED);
  expect(failed.initFailed).toBeUndefined();
  expect(writes(search)).toBe(0);
});
