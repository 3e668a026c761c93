// Processor time per function call: the plugin and the official provider server with the same request, warm, one call at a time, in rounds that alternate.
// The emulators run in another process. Wall-clock time is not measured.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createEngine } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { secret, toPlainMap, type ValueMap } from "../provider/core/value";
import { decode, encode } from "../provider/plugin/codec";
import { ConfigureRequest, InvokeRequest, InvokeResponse } from "../provider/plugin/gen/provider";
import { known } from "../tests/emulators/datapipeline/example/names";
import type { Services } from "./emulators";
import { load } from "./load";
import { clientOf, contenders, processorSeconds, request, start, type Running } from "./servers";

/** The medians of one kind of call, in ms of processor time. */
export interface CallRow {
  name: string;
  ours: number;
  /** The official server; for `getConnector` the goal refers to `getGroup`. */
  official: number;
  /** The call of the official server to which the goal refers. */
  reference: string;
  /** Ours divided by the reference. */
  ratio: number;
  goal: number;
}

/** How many calls are made; a round takes each kind once on both servers. */
export interface CallOptions {
  rounds?: number;
  warmup?: number;
  calls?: number;
}

interface Kind {
  name: string;
  token: string;
  args: ValueMap;
  /** How many calls take about as long as one of the others. */
  factor: number;
  goal: number;
  reference?: string;
}

const template = "quartet-bench-template";

const kinds: readonly Kind[] = [
  { name: "processor", token: "quartet:search:getSearchIngestProcessorBytes", args: { field: "file.size" }, factor: 5, goal: 0.7 },
  { name: "getSearchIndexTemplate", token: "quartet:search:getSearchIndexTemplate", args: { name: template }, factor: 1, goal: 0.7 },
  { name: "getDestination", token: "quartet:datapipeline:getDestination", args: { id: known.group }, factor: 1, goal: 0.7 },
  { name: "getConnection", token: "quartet:datapipeline:getConnection", args: { id: known.database }, factor: 1, goal: 0.7 },
  { name: "getGroup", token: "quartet:datapipeline:getGroup", args: { id: known.group }, factor: 1, goal: 0.7 },
  {
    ...{ name: "getConnector", token: "quartet:datapipeline:getConnector", args: { id: known.database }, factor: 1 },
    ...{ goal: 1.18, reference: "getGroup" },
  },
];

const invokePath = "/pulumirpc.ResourceProvider/Invoke";

/** Measures all kinds; the result has one row for each. Fails when a call fails, or when the two servers return different members. */
export async function measureCalls({ rounds = 9, warmup = 1500, calls = 400 }: CallOptions = {}): Promise<CallRow[]> {
  const emulators = spawn(process.execPath, ["--import", "tsx", join(__dirname, "emulators.ts")], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(emulators.stdout, "data")) as [Buffer];
  const services = JSON.parse(line.toString()) as Services;
  await putTemplate(services.search);
  const engine = await listenAsEngine();
  const [ours, official] = await Promise.all([startPlugin(services, engine.address), startOfficial(services, engine.address)]);
  const servers = { ours, official };
  const spent: PerServer<Figures> = { ours: new Map(), official: new Map() };
  try {
    for (const kind of kinds) {
      await compareOutputs(kind, ours, official);
      for (const server of [ours, official]) await load(server.port, invokePath, requestOf(kind), { count: warmup, width: 1 });
    }
    for (let round = 0; round < rounds; round++) await measureRound(servers, calls, spent);
  } finally {
    await Promise.all([ours.stop(), official.stop(), engine.close()]);
    emulators.stdin.end();
  }
  return kinds.map((kind) => rowOf(kind, spent));
}

type Figures = Map<string, number[]>;
type PerServer<T> = Record<"ours" | "official", T>;

/** Measures each kind on both servers in turn, so that a change of the machine's speed affects both. */
async function measureRound(servers: PerServer<Running>, calls: number, spent: PerServer<Figures>): Promise<void> {
  for (const kind of kinds) {
    note(spent.ours, kind.name, await milliseconds(servers.ours, kind, calls));
    note(spent.official, kind.name, await milliseconds(servers.official, kind, calls));
  }
}

function rowOf({ name, goal, reference = name }: Kind, spent: PerServer<Figures>): CallRow {
  const ours = median(spent.ours.get(name));
  return { name, ours, official: median(spent.official.get(name)), reference, ratio: ours / median(spent.official.get(reference)), goal };
}

function note(figures: Figures, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value]);
}

function median(values: number[] = []): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

async function milliseconds({ port, child }: Running, kind: Kind, calls: number): Promise<number> {
  const count = calls * kind.factor;
  const before = processorSeconds(child.pid!);
  await load(port, invokePath, requestOf(kind), { count, width: 1 });
  return ((processorSeconds(child.pid!) - before) * 1000) / count;
}

function requestOf({ token, args }: Kind): Buffer {
  return Buffer.from(InvokeRequest.encode({ tok: token, args: encode(args), preview: false }).finish());
}

/** An engine that implements no method, which the plugin counts as alive. */
async function listenAsEngine(): Promise<{ address: string; close(): Promise<void> }> {
  const unimplemented = { ":status": 200, "content-type": "application/grpc", "grpc-status": "12" };
  const server = createEngine().on("stream", (stream) => stream.respond(unimplemented, { endStream: true }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: async () => void server.close() };
}

/** The plugin takes its credentials from the settings, as secrets. */
async function startPlugin({ search, pipeline, key, secret: password }: Services, engine: string): Promise<Running> {
  const running = await start(
    contenders.find(({ name }) => name === "ours")!,
    { engine },
  );
  const settings = {
    ...{ searchServers: [{ endpoints: [search] }], apiUrl: pipeline, apiKey: key, apiSecret: secret(password) },
  };
  const accepts = { acceptSecrets: true, acceptResources: true, sendsOldInputs: true, sendsOldInputsToDelete: true };
  const client = clientOf(running);
  await request(client, "Configure", Buffer.from(ConfigureRequest.encode({ variables: {}, args: encode(settings), ...accepts }).finish()));
  client.close();
  return running;
}

/** The official server takes its credentials from the environment: it does not implement Configure. */
function startOfficial({ search, pipeline, key, secret: password }: Services, engine: string): Promise<Running> {
  const variables = {
    ...{ ELASTICSEARCH_ENDPOINTS: search, FIVETRAN_API_URL: pipeline, FIVETRAN_APIKEY: key, FIVETRAN_APISECRET: password },
  };
  return start(
    contenders.find(({ name }) => name === "O")!,
    { engine, variables },
  );
}

async function putTemplate(url: string): Promise<void> {
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`field_${i}`, { type: i % 2 === 0 ? "keyword" : "long" }]));
  const body = JSON.stringify({
    index_patterns: [`${template}-*`],
    composed_of: [],
    priority: 300,
    version: 4,
    _meta: { owner: "bench" },
    template: { settings: { index: { number_of_shards: "1", refresh_interval: "5s" } }, mappings: { properties } },
  });
  const response = await fetch(`${url}/_index_template/${template}`, {
    method: "PUT",
    body,
    headers: { "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(`PUT of the index template: HTTP ${response.status}: ${await response.text()}`);
}

/** A comparison of processor time is fair only if both servers return the same. */
async function compareOutputs(kind: Kind, ours: Running, official: Running): Promise<void> {
  const [one, other] = [await outputs(kind, ours), await outputs(kind, official)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const different = [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]));
  if (different.length === 0) return;
  const shown = different.map((name) => `${name}: ${JSON.stringify(one[name])} and ${JSON.stringify(other[name])}`);
  throw new Error(`${kind.name}: the servers return different outputs: ${shown.join("; ")}`);
}

async function outputs(kind: Kind, running: Running): Promise<Record<string, unknown>> {
  const client = clientOf(running);
  const response = InvokeResponse.decode(await request(client, "Invoke", requestOf(kind)));
  client.close();
  if (response.failures.length > 0) throw new Error(`${kind.name}: ${response.failures.map(({ reason }) => reason).join("; ")}`);
  return JSON.parse(JSON.stringify(toPlainMap(decode(response.return)))) as Record<string, unknown>;
}

/** Prints the rows; `npx tsx bench/calls.ts`. */
async function main(): Promise<void> {
  const rows = await measureCalls({ rounds: Number(process.env["ROUNDS"] ?? 9) });
  for (const { name, ours, official, reference, ratio, goal } of rows)
    process.stdout.write(
      `${name.padEnd(24)} ${ours.toFixed(3)} ms, official ${official.toFixed(3)} ms, ${ratio.toFixed(2)} of the official ${reference} (goal ${goal})\n`,
    );
}

if (require.main === module) void main();
