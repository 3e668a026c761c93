// Cases 140 to 144 and 146: what errors, logs and status lines contain and what they never contain. tests/provider/core/secrets and tests/faults/credentials
// cover all forms of secrets. See docs/protocol.md#status-codes and docs/protocol.md#logging.
import { status } from "@grpc/grpc-js";
import { version as packageVersion } from "../../package.json";
import * as faults from "../emulators/faults";
import { serve } from "../emulators/serve";
import { failureOf } from "../support/failure";
import { createInjector } from "../support/injector";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { apiKey, helperToken, keySecret, lookupToken, pipeline } from "../support/fixture";
import { secret, type Properties } from "../support/structs";
import { timed, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
const inputs: Properties = { name: "logs", processors: ['{"drop":{}}'] };

describe("140: no error holds a credential", () => {
  test.each<[string, Properties]>([
    ["an API key", { apiKey }],
    ["user name and password", { username: "tester", password: keySecret }],
    ["a header", { headers: { "X-Proxy-Auth": keySecret } }],
  ])("though the remote says it back: %s", async (_title, credentials) => {
    const echo = await serve(({ headers, path }) => ({ status: 500, headers: {}, body: `${path} came with ${JSON.stringify(headers)}` }));
    await fixture.rpc.configure(fixtures.settingsFor({ endpoints: [echo.url], ...credentials }));
    const { message } = await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs" })); // The client asserts that no response contains the credentials.
    expect(message).toContain("came with");
    expect(message).not.toContain(Buffer.from(`tester:${keySecret}`).toString("base64"));
    await echo.stop();
  });

  test("no error holds a secret input that the remote quotes, also in the reasons of a partial failure", async () => {
    fixture.rpc.secrets.add("quoted-by-the-server");
    const search = await fixture.search();
    const quoting = faults.instead({
      status: 400,
      headers: {},
      body: '{"error":{"type":"parse_exception","reason":"bad [quoted-by-the-server]"},"status":400}',
    });
    search.faults.add({ match: "PUT /*", fault: quoting, times: 1 });
    const news = { ...inputs, description: secret("quoted-by-the-server") };
    expect((await failureOf(fixture.rpc.create({ ...pipeline, inputs: news }))).message).toContain("bad [[secret]]");
    search.faults.add({ match: ({ method }) => method === "GET" && search.emulator.pipelines.has("logs"), fault: quoting });
    expect((await failureOf(fixture.rpc.create({ ...pipeline, inputs: news }))).initFailed).toMatchObject({
      reasons: [expect.stringContaining("bad [[secret]]")],
    });
  });
});

test("141: a defect of the provider is INTERNAL with a short text that asks the user to report it, and no stack", async () => {
  const injector = createInjector();
  const { rpc, plugin } = await fixtures.openFixture({ env: injector.env });
  await injector.run(plugin, `require("node:crypto").hash = () => { throw new TypeError("hash is not a function"); };`);
  const { code, message } = await failureOf(rpc.invoke(helperToken, { field: "size" }));
  expect(code).toBe(status.INTERNAL);
  expect(message).toMatch(/^Internal error: .*please report it/i);
  expect(message).not.toMatch(/\n\s+at /);
  expect(message.length).toBeLessThan(300);
  expect(await rpc.version()).toBe(packageVersion);
  injector.remove();
});

test("135, 142: a wait of ten seconds, in Read, shows ephemeral lines at the row of the resource, in order, and leaves nothing behind", async () => {
  const search = await fixture.search();
  await fixture.rpc.create({ ...pipeline, inputs });
  for (const seconds of ["4", "3", "3"])
    search.faults.add({ match: "GET /_ingest/pipeline/logs", fault: faults.throttle(seconds), times: 1 });
  const { ms, result } = await timed(() => fixture.rpc.read({ ...pipeline, name: "patient", id: "logs" }));
  expect(result.inputs).toEqual(inputs);
  expect(ms).toBeGreaterThan(9900);
  const lines = fixture.engine.lines.filter(({ urn }) => urn === urnOf({ ...pipeline, name: "patient" }));
  expect(lines.map(({ message }) => message)).toEqual([4, 3, 3].map((seconds) => `rate limited by Elasticsearch, next try in ${seconds}s`));
  expect(lines.every(({ ephemeral, severity, message }) => ephemeral && severity === "info" && message.length <= 60)).toBe(true);
});

test.each(["rejects", "hangs"] as const)("143: an engine whose Log %s delays no call and no exit", async (log) => {
  const { rpc, plugin, search } = await fixtures.openFixture({ log });
  await search();
  for (let i = 0; i < 5; i++) await rpc.resultOf(lookupToken, { name: `logs-${i}` }); // Each call logs a line.
  plugin.kill("SIGTERM");
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
});

test("144: a deprecated input is logged once for each resource, for any number of checks", async () => {
  const service = { type: "quartet:cloud:ApiGatewayService" };
  const news: Properties = { serviceName: "shop", protocol: "http", netTypes: ["OUTER"], exclusiveSetName: "set-1" };
  const names = Array.from({ length: 50 }, (_, i) => `service-${i}`);
  for (const name of [...names, ...names]) expect((await fixture.rpc.check({ ...service, name, news })).failures).toEqual([]);
  const warned = () => fixture.engine.lines.filter(({ message }) => message.includes("deprecated")).map(({ urn }) => urn);
  await until("warning of the last resource", () => warned().includes(urnOf({ ...service, name: "service-49" })));
  expect(warned()).toEqual(names.map((name) => urnOf({ ...service, name })));
});

test("146: control sequences and color directives of the remote are neutralized", async () => {
  const search = await fixture.search();
  const reason = "a<{%reset%}>b\u001b[2J\u0007c\r\nd\u0000";
  search.faults.add({
    match: "GET /*",
    fault: faults.instead({ status: 400, headers: {}, body: JSON.stringify({ error: { type: "x", reason }, status: 400 }) }),
  });
  const { message } = await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs" }));
  expect(message).toContain("a< {%reset%}>b[2Jc");
  expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]|<\{%/);
});
