// Cases 1 to 21 without the engine health check and the load tests: how the process starts, serves and ends. See docs/protocol.md#process.
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { version as packageVersion } from "../../package.json";
import { hang, respondAfter } from "../emulators/faults";
import { openEvents } from "../support/events";
import { servedSchema } from "../provider/tools/schema-file";
import { startEngine } from "../support/engine";
import { failureOf } from "../support/failure";
import { createInjector, injectionAtStart } from "../support/injector";
import { runPlugin, startPlugin, type RunningPlugin } from "../support/plugin";
import type { Rpc } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, openFixture, pipeline } from "../support/fixture";
import { closeServices } from "../support/services";
import { deferred, until } from "../support/waiting";

afterEach(fixtures.closeSearches);
afterEach(fixtures.closeFixtures);

/** The plugin runs, has the address of its engine, and serves calls. */
async function expectToServe(rpc: Rpc) {
  await rpc.configure({ version: "0.1.0" });
  expect((await rpc.resultOf(helperToken, { field: "file.size" }))["id"]).toBe("0532f779d6c55614947bd6ce0c2eba377b2d50a0");
}

test("1: started with the engine's address alone, the port is the only line on stdout, and the first one", async () => {
  const { plugin, rpc } = await openFixture();
  expect(plugin.stdout()).toMatch(/^[1-9]\d{0,4}\n$/);
  await expectToServe(rpc);
  expect(plugin.stdout()).toBe(`${plugin.port}\n`);
  expect(plugin.stderr()).toBe("");
});

test("2, 4: after flags with values and unknown flags, the last argument is the address of the engine", async () => {
  const engine = await startEngine();
  const flags = ["--logtostderr", "-v=9", "--tracing", "http://127.0.0.1:1", "--from-the-future", "--limit=3"];
  const plugin = await startPlugin({ args: [...flags, engine.address] });
  const rpc = fixtures.connect(plugin.port);
  const search = await fixtures.openSearch();
  await rpc.configure(fixtures.settingsFor(search.block));
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
  await until("line at the engine", () => engine.shown().length === 1);
});

test("3, 7, 9: it needs no arguments and no writable working directory, and colors do not reach the port line", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "quartet-cwd-"));
  chmodSync(cwd, 0o555);
  const plugin = await startPlugin({ cwd, env: { FORCE_COLOR: "3", CLICOLOR_FORCE: "1", TERM: "xterm-256color" } });
  const rpc = fixtures.connect(plugin.port);
  expect(await rpc.version()).toBe(packageVersion);
  expect(JSON.parse(await rpc.schema())).toEqual(servedSchema);
  await expectToServe(rpc);
  expect(plugin.stdout()).toBe(`${plugin.port}\n`);
  rmdirSync(cwd); // Throws if the process wrote a file there.
});

test("5: the port and the response to Handshake come though no engine listens at its address", async () => {
  const plugin = await startPlugin({ args: ["127.0.0.1:1"] });
  expect(await fixtures.connect(plugin.port).handshake()).toMatchObject({ acceptSecrets: true });
});

test("8: an environment of nothing but PATH is enough", async () => {
  const { plugin, rpc, search } = await openFixture({ env: {} });
  await expectToServe(rpc);
  await search();
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
  expect(plugin.stderr()).toBe("");
});

test("10: stdout closed after the port was read: it continues, also when something writes there", async () => {
  const injector = createInjector();
  const plugin = await startPlugin({ env: injector.env });
  plugin.closeStdout();
  await injector.run(plugin, `for (let i = 0; i < 3; i++) process.stdout.write("a dependency talks\\n".repeat(10_000));`);
  const rpc = fixtures.connect(plugin.port);
  await expectToServe(rpc);
  await expectToServe(rpc);
  expect(plugin.running()).toBe(true);
  injector.remove();
});

test("13: an unhandled rejection and an exception in a timer, also of values without text, end neither other calls nor the process", async () => {
  const injector = createInjector();
  const { plugin, rpc, search } = await openFixture({ env: injector.env });
  const { faults } = await search();
  const delayedResponse = deferred();
  faults.add({ match: "GET /_index_template/logs", fault: respondAfter(delayedResponse.promise) });
  const running = rpc.resultOf(lookupToken, { name: "logs" });
  await injector.run(plugin, `Promise.reject(new Error("lost promise")); setTimeout(() => { throw Object.create(null); });`);
  await until(
    "word about both on stderr",
    () => /lost promise/.test(plugin.stderr()) && /a thrown value without text/.test(plugin.stderr()),
  );
  delayedResponse.resolve();
  expect(await running).toEqual({ name: "logs" });
  await expectToServe(rpc);
  expect(plugin.stderr()).not.toMatch(/^\s+at /m);
  injector.remove();
});

test("14: SIGTERM while a Create waits: it returns partial state, then the process exits", async () => {
  const { plugin, rpc, search } = await openFixture();
  const { emulator, faults, requests } = await search();
  const isReadBack = ({ method }: { method: string }) => method === "GET" && emulator.pipelines.has("logs");
  faults.add({ match: isReadBack, fault: hang() });
  const properties = { name: "logs", processors: ['{"drop":{}}'] };
  const response = failureOf(rpc.create({ ...pipeline, inputs: properties }));
  await until("read after the write", () => emulator.pipelines.has("logs") && isReadBack(requests.at(-1)!));
  plugin.kill("SIGTERM");
  const initFailed = { id: "q3nYfJ1lTgSxL8c0Hq0m5A/logs", properties, reasons: [expect.stringContaining("cancelled")] };
  expect(await response).toMatchObject({ code: status.CANCELLED, initFailed });
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
});

test("14: SIGINT while an operation of the remote runs: the ID of its object is not lost", async () => {
  const { rpc, plugin } = await openFixture();
  const events = await openEvents();
  await rpc.configure(events.settings);
  events.emulator.operations.next.push({ pending: 1000 });
  const channel = { type: "quartet:eventrouting/v1:Channel" };
  const respond = failureOf(rpc.create({ ...channel, inputs: await rpc.inputs(channel, { channelId: "slow" }) }));
  await until("question about the operation", () => events.requests.some(({ path }) => path.includes("/operations/")));
  plugin.kill("SIGINT");
  const failed = await respond;
  expect(failed).toMatchObject({ code: status.CANCELLED, initFailed: { id: "projects/demo-project/locations/us-central1/channels/slow" } });
  expect(failed.initFailed!.reasons.join()).toContain("cancelled");
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
  await closeServices();
});

test("16, 19: Cancel and the end of all connections end a process that an engine started; neither stream contains a secret, in any failure", async () => {
  const fixture = await openFixture();
  const { rpc } = fixture;
  const search = await fixture.search();
  const reply = { status: 500, headers: {}, body: `why ${fixtures.apiKey}?` };
  search.faults.add({ match: "GET /_index_template/a", fault: async () => ({ reply }) });
  expect((await failureOf(rpc.invoke(lookupToken, { name: "a" }))).message).toContain("[secret]");
  await rpc.cancel();
  rpc.close();
  expect(await fixture.plugin.ended).toEqual({ code: 0, signal: null });
  fixtures.expectNoSecrets(fixture);
});

/** Code that makes the port that is written fail with this code, and the process end. */
const failedWrite = (code: string) => `require("node:fs").writeSync = () => {
    setImmediate(() => process.kill(process.pid, "SIGTERM"));
    throw Object.assign(new Error("no"), { code: "${code}" });
  };`;
/** Code that makes a file unreadable. */
const withoutFile = (name: string) => `const fs = require("node:fs");
  const { readFileSync } = fs;
  fs.readFileSync = (file, ...rest) => {
    if (String(file).endsWith(${JSON.stringify(name)})) throw new Error("ENOENT: no such file");
    return readFileSync(file, ...rest);
  };`;
const unbound = `require("node:net").Server.prototype.listen = function () {
    setImmediate(() => this.emit("error", Object.assign(new Error("listen EADDRNOTAVAIL: address not available 127.0.0.1"), { code: "EADDRNOTAVAIL" })));
    return this;
  };`;
const started = "start failed: ";

test.each<[title: string, code: string, exit: number, text: string]>([
  ["a port that cannot be bound", unbound, 1, "cannot listen on 127.0.0.1: listen EADDRNOTAVAIL: address not available 127.0.0.1"],
  ["an engine that has closed the pipe (EPIPE)", failedWrite("EPIPE"), 0, ""],
  ["an engine that has closed the pipe (EOF)", failedWrite("EOF"), 0, ""],
  [
    "a port that cannot be written",
    failedWrite("ENOSPC"),
    1,
    `${started}the port cannot be written to stdout: no. Connect stdout to a pipe or a writable file.`,
  ],
  ["a missing file of the bundle", withoutFile("server.cjs"), 1, `${started}Error: ENOENT: no such file. Reinstall the plugin.`],
  ...["18.20.8", "20.14.0", "21.7.3", "22.1.0"].map((version): [string, string, number, string] => [
    `Node.js ${version}`,
    `Object.defineProperty(process.versions, "node", { value: "${version}" });`,
    1,
    `${started}Node.js ${version}: version 20.15, 22.2 or newer is required. Update Node.js.`,
  ]),
])("20: %s ends the process with at most one line on stderr", async (_title, code, exit, text) => {
  const ended = await runPlugin({ env: injectionAtStart(code) });
  // The code of the server is loaded while the engine connects.
  const port = code === withoutFile("server.cjs") ? (expect.stringMatching(/^\d+\n$/) as string) : "";
  expect([ended.code, ended.stdout, ended.stderr]).toEqual([exit, port, text && `pulumi-resource-quartet: ${text}\n`]);
});

test.each(["provider.cjs", "package.json"])(
  "20: a file that is loaded later and is missing (%s) fails the call with a reason",
  async (file) => {
    const plugin = await startPlugin({ env: injectionAtStart(withoutFile(file)) });
    const rpc = fixtures.connect(plugin.port);
    expect(await rpc.version()).toBe(packageVersion);
    const { code, message } = await failureOf(rpc.configure({ version: packageVersion }));
    expect(code).toBe(status.FAILED_PRECONDITION);
    expect(message).toMatch(/^Start failed: .*: ENOENT: no such file\. Reinstall the plugin\.$/);
  },
);

test("21: the launcher becomes the provider: its process ID is that of the provider", async () => {
  const plugin: RunningPlugin = await startPlugin();
  if (process.platform === "linux") expect(readFileSync(`/proc/${plugin.pid}/cmdline`, "utf8")).toContain("boot.cjs");
  plugin.kill("SIGKILL");
  await plugin.ended;
  const [error] = (await once(createConnection(plugin.port, "127.0.0.1"), "error")) as [Error];
  expect(error.message).toContain("ECONNREFUSED");
});
