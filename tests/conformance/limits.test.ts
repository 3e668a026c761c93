// Cases 122 and 123: operations that end by their time limit or by Cancel. tests/faults/time-limits.test.ts measures the limits in virtual time.
// See docs/protocol.md#cancel and docs/protocol.md#timeouts.
import { respondAfter } from "../emulators/faults";
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { lengthDelimited } from "../support/protobuf";
import type { Subject } from "../support/rpc";
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

test("122: a time limit of any source ends Create, with partial state once the object exists", async () => {
  const search = await fixture.search();
  failReadsAfterWrite(search, faults.hang());
  const sources: { subject: Subject; given: Properties; timeout?: number }[] = [
    { subject: pipeline, given: inputs, timeout: 1.5 },
    { subject: template, given: { name: "logs", indexPatterns: ["a"], timeouts: { create: "1500ms" } } },
    { subject: pipeline, given: { ...inputs, name: "both", timeouts: { create: "1h" } }, timeout: 1.5 },
  ];
  const expectEnd = async ({ subject, given, timeout }: (typeof sources)[0]): Promise<void> => {
    const result = await failureOf(fixture.rpc.create({ ...subject, inputs: given, timeout }));
    expect(result).toMatchObject({ code: status.DEADLINE_EXCEEDED, initFailed: { id: `${cluster}/${given["name"]}`, properties: given } });
    expect(result.initFailed!.reasons.join()).toMatch(/time limit of 1\.5 s exceeded\. Increase `customTimeouts\.create`/);
  };
  await Promise.all(sources.map(expectEnd));
});

test("122: a time limit that passes while the write itself does not end is reported as ambiguous", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "PUT /*", fault: faults.hang() });
  const result = await failureOf(fixture.rpc.create({ ...pipeline, inputs, timeout: 1.5 }));
  expect(result).toMatchObject({ code: status.DEADLINE_EXCEEDED, message: expect.stringContaining("may have been carried out") });
});

test("122: the time limits of Read, Update and Delete hold, too", async () => {
  const search = await fixture.search();
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs });
  search.faults.add({ match: "* /_ingest/pipeline/*", fault: faults.hang() });
  const limit = Buffer.alloc(9, 10 * 8 + 1); // field 10 of ReadRequest, which the official class does not have yet
  limit.writeDoubleLE(1.5, 1);
  const read = Buffer.concat([lengthDelimited(1, id), lengthDelimited(2, urnOf(pipeline)), lengthDelimited(6, pipeline.type), limit]);
  const calls: [string, Promise<unknown>][] = [
    ["Read", fixture.rpc.raw("Read", read)],
    ["Update", fixture.rpc.update({ ...pipeline, id, olds: properties, oldInputs: inputs, news: { ...inputs, version: 2 }, timeout: 1.5 })],
    ["Delete", fixture.rpc.delete({ ...pipeline, id, properties, timeout: 1.5 })],
  ];
  for (const [verb, call] of calls) {
    const { code, message } = await failureOf(call);
    expect(code).toBe(status.DEADLINE_EXCEEDED);
    expect(message).toContain(`${verb} failed: ${pipeline.type}`);
    expect(message).toContain("time limit of 1.5 s exceeded");
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
