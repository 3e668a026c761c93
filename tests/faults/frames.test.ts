// Thousands of broken connections, frames, gRPC messages and protobuf messages: the process continues, other calls succeed, and nothing is left behind.
import { status } from "@grpc/grpc-js";
import { version as packageVersion } from "../../package.json";
import { failureOf } from "../support/failure";
import { openFilesOf, residentOf } from "../support/process";
import { lengthDelimited } from "../support/protobuf";
import { urnOf, type Rpc } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, pipeline } from "../support/fixture";
import { until } from "../support/waiting";
import { deep, drasticMethods, harmlessMethods } from "./malformed";
import { floodOf } from "./flood";

jest.setTimeout(600_000);
afterEach(fixtures.closeSearches);
afterAll(fixtures.closeFixtures);

const million = 1_000_000;
/** Another one finds other attacks; each failure names the seed that makes it again. */
const seed = Number(process.env["FRAMES_SEED"] ?? 1);

/** Calls one after the other until it is stopped; returns how many succeeded. */
function steadyCaller(rpc: Rpc): { stop(): Promise<number> } {
  let going = true;
  const calls = (async () => {
    let count = 0;
    for (; going; count++) {
      expect(await rpc.resultOf(helperToken, { field: `field-${count}` })).toMatchObject({ field: `field-${count}` });
      expect(await rpc.resultOf(lookupToken, { name: `logs-${count}` })).toEqual({ name: `logs-${count}` });
    }
    return count;
  })();
  return {
    stop: async () => {
      going = false;
      return calls;
    },
  };
}

test("malformed messages affect no other call: all others succeed, memory and open files are released", async () => {
  const { plugin, rpc, search } = await fixtures.openFixture();
  await search();
  const waves = (from: number, count: number) => floodOf({ port: plugin.port, seed: seed + from, count, methods: harmlessMethods });
  // What is loaded and compiled once is there before the first measurement, and the heap has the size that calls and attacks together need.
  const before = steadyCaller(rpc);
  expect(await waves(1_000_000, 2000)).toEqual([]);
  await before.stop();
  await until("rest", () => (openFilesOf(plugin.pid) ?? 0) < 60);
  const memory = residentOf(plugin.pid);
  const files = openFilesOf(plugin.pid) ?? 0;
  const caller = steadyCaller(rpc);
  expect(await waves(0, 4000)).toEqual([]);
  expect(await caller.stop()).toBeGreaterThan(20);
  await until("as many open files as before", () => (openFilesOf(plugin.pid) ?? 0) <= files + 4);
  await until("memory near what it was", () => residentOf(plugin.pid) < memory + 40 * million);
  expect(plugin.running()).toBe(true);
  expect(plugin.stderr()).toBe("");
});

test("after malformed messages that configure the process it can be configured again", async () => {
  const { plugin, rpc, search } = await fixtures.openFixture();
  const { block } = await search();
  expect(await floodOf({ port: plugin.port, seed: seed + 2_000_000, count: 600, methods: drasticMethods })).toEqual([]);
  await rpc.handshake();
  await rpc.configure(fixtures.settingsFor(block));
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
  expect(plugin.stderr()).toBe("");
});

test("a value that is nested deeper than the stack is rejected by every method", async () => {
  const { plugin, rpc } = await fixtures.openFixture();
  const struct = deep(200_000);
  // The same bytes in every field that holds properties in one method or the other.
  const properties = [2, 3, 4, 6, 8].map((number) => lengthDelimited(number, struct));
  const rejected: [string, number][] = [];
  for (const method of harmlessMethods.filter((name) => !["Call", "GetMapping"].includes(name)).concat("Configure")) {
    const about = method === "Invoke" ? helperToken : method === "List" ? pipeline.type : urnOf(pipeline);
    const { code, message } = await failureOf(rpc.raw(method, Buffer.concat([lengthDelimited(1, about), ...properties])));
    expect(message).toMatch(/^malformed request: [^\n]{1,200}$/);
    rejected.push([method, code]);
  }
  expect(rejected.filter(([, code]) => code !== status.INVALID_ARGUMENT)).toEqual([]);
  expect(await rpc.version()).toBe(packageVersion);
  expect(plugin.stderr()).toBe("");
});
