// Case 145: traces are sent if the engine names a collector, continue its trace, contain no values, and do not affect calls. See docs/protocol.md#tracing.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as faults from "../emulators/faults";
import { startCollector, type CollectedSpan, type Collector } from "../support/collector";
import { failureOf } from "../support/failure";
import { pluginFolder } from "../support/plugin";
import { urnOf } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { apiKey, helperToken, keySecret, lookupToken, pipeline } from "../support/fixture";
import { secret, type Properties } from "../support/structs";
import { until } from "../support/waiting";

const variable = "PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${parentId}-01`;

afterEach(fixtures.closeFixtures);

/** A plugin with tracing, configured for Elasticsearch. */
async function traced(env: Record<string, string> = {}) {
  const collector = await startCollector();
  collectors.add(collector);
  const fixture = await fixtures.openFixture({ env: { [variable]: collector.address, ...env } });
  return { fixture, collector, search: await fixture.search() };
}

const collectors = new Set<Collector>();
afterEach(() => collectors.forEach((collector) => collector.stop()));

const rpcSpans = ({ spans }: Collector, method: string) => spans.filter(({ name }) => name === `pulumirpc.ResourceProvider/${method}`);
const childrenOf = ({ spans }: Collector, parent: CollectedSpan) => spans.filter(({ parentId: id }) => id === parent.spanId);

test("145: spans join the incoming trace: one for the call, below it one for each request, with identifying attributes", async () => {
  const { fixture, search, collector } = await traced();
  search.faults.add({ match: "PUT /*", fault: faults.unavailable(503), times: 1 });
  search.faults.add({ match: "PUT /*", fault: faults.withHeader("x-request-id", "req-17"), times: 1 });
  fixture.rpc.metadata.set("traceparent", traceparent);
  await fixture.rpc.create({ ...pipeline, inputs: { name: "logs", processors: ['{"drop":{}}'] } });
  await until("span of Create", () => rpcSpans(collector, "Create").length > 0);
  const [create] = rpcSpans(collector, "Create") as [CollectedSpan];
  expect(create).toMatchObject({ traceId, parentId, status: 0 });
  expect(create.attributes).toMatchObject({
    "pulumi.type": pipeline.type,
    "pulumi.urn": urnOf(pipeline),
    "rpc.grpc.status_code": 0,
    "quartet.retries": 1,
  });
  const requests = childrenOf(collector, create);
  expect(requests.every((span) => span.traceId === traceId)).toBe(true);
  const puts = requests.filter(({ name }) => name === "PUT /_ingest/pipeline/{name}");
  const common = { "http.request.method": "PUT", "server.address": new URL(search.url).host, "url.template": "/_ingest/pipeline/{name}" };
  expect(puts.map(({ attributes }) => attributes)).toEqual([
    { ...common, "http.response.status_code": 503 },
    { ...common, "http.response.status_code": 200, "http.request.resend_count": 1, "quartet.request_id": "req-17" },
  ]);
  expect(puts.map(({ status }) => status)).toEqual([2, 0]);
});

test("145: calls side by side keep their own parents, and a call without a context takes that of the process", async () => {
  const { fixture, collector } = await traced({ TRACEPARENT: traceparent });
  const other = fixtures.connect(fixture.plugin.port);
  other.metadata.set("traceparent", "00-11111111111111111111111111111111-2222222222222222-01");
  const calls = ["a", "b", "c", "d", "e"].flatMap((name) => [
    fixture.rpc.resultOf(lookupToken, { name }),
    other.resultOf(lookupToken, { name: `other-${name}` }),
  ]);
  await Promise.all(calls);
  await until("ten spans", () => rpcSpans(collector, "Invoke").length === 10);
  const spans = rpcSpans(collector, "Invoke");
  for (const span of spans) expect(childrenOf(collector, span).every((child) => child.traceId === span.traceId)).toBe(true);
  const parents = [`${traceId} ${parentId}`, "11111111111111111111111111111111 2222222222222222"];
  expect(spans.map((span) => `${span.traceId} ${span.parentId}`).sort()).toEqual(parents.flatMap((parent) => Array(5).fill(parent)));
});

test("145: exported spans contain no values: no argument, no secret, no credential, no name in a path, no text of the remote", async () => {
  const { fixture, search, collector } = await traced();
  const canaries = ["canary-name", "canary-secret", "canary-remote", "canary-user", apiKey, keySecret];
  const body = '{"error":{"type":"x","reason":"canary-remote"},"status":400}';
  const inputs = { name: "canary-name", description: secret("canary-secret"), processors: ['{"drop":{}}'] };
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs });
  await fixture.rpc.delete({ ...pipeline, id, properties });
  search.faults.add({ match: "GET /*", fault: faults.instead({ status: 400, headers: {}, body }) });
  for (const more of [{}, { searchConnections: [{ endpoints: ["http://canary-user:p@127.0.0.1:1"] }] }] as Properties[])
    await failureOf(fixture.rpc.invoke(lookupToken, { name: "canary-name", ...more }));
  await until("spans of all calls", () => rpcSpans(collector, "Invoke").length === 2);
  expect(collector.spans.some(({ name }) => name === "DELETE /_ingest/pipeline/{name}")).toBe(true);
  const sent = Buffer.concat(collector.messages).toString("latin1");
  expect(canaries.filter((canary) => sent.includes(canary))).toEqual([]);
  fixtures.expectNoSecrets(fixture);
});

test("145: the last spans arrive though the process is ended at once, and a stream has its span too", async () => {
  const { fixture, collector } = await traced();
  await failureOf(fixture.rpc.raw("List", new Uint8Array()));
  fixture.plugin.kill("SIGTERM");
  expect(await fixture.plugin.ended).toEqual({ code: 0, signal: null });
  expect(rpcSpans(collector, "Configure")).toHaveLength(1);
  expect(rpcSpans(collector, "List").map(({ status }) => status)).toEqual([2]);
  expect(fixture.plugin.stderr()).toBe("");
});

test("145: a collector that never responds does not hold calls or the end", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const endpoint = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { plugin, rpc } = await fixtures.openFixture({ env: { [variable]: endpoint, PULUMI_LOG_OTLP_ENDPOINT: "127.0.0.1:1" } });
  // If each call waited for the collector, so many would exceed the time limit of the test.
  for (let i = 0; i < 100; i += 1) await rpc.resultOf(helperToken, { field: `size${i}` });
  plugin.kill("SIGTERM");
  expect(await plugin.ended).toEqual({ code: 0, signal: null });
  expect(plugin.stderr().split("\n").length).toBeLessThanOrEqual(2);
  sockets.forEach((socket) => socket.destroy());
  silent.close();
});

test.each([
  ["works while the variable is not set", {}, /^$/],
  [
    "works without traces while it is set",
    { [variable]: "127.0.0.1:1" },
    /^pulumi-resource-quartet: tracing failed: tracing\.cjs cannot be loaded.*\n$/,
  ],
])("145: without the code of tracing the provider %s", async (_title, env, stderr) => {
  const folder = mkdtempSync(join(tmpdir(), "quartet-traces-"));
  cpSync(pluginFolder, folder, { recursive: true });
  rmSync(join(folder, "tracing.cjs"));
  const { rpc, plugin } = await fixtures.openFixture({ command: [join(folder, "pulumi-resource-quartet")], env });
  expect(await rpc.resultOf(helperToken, { field: "size" })).toBeDefined();
  expect(plugin.stderr()).toMatch(stderr);
  rmSync(folder, { recursive: true });
});
