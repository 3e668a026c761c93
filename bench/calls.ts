// Processor time per function call: the plugin and the official provider server with the same request, warm, one call at a time, in rounds that alternate.
// The emulators run in another process. Wall-clock time is not measured.
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { secret, toPlainMap, type ValueMap } from "../provider/core/values/value";
import { decode, encode } from "../provider/plugin/codec";
import { ConfigureRequest, InvokeRequest, InvokeResponse } from "../provider/plugin/gen/provider";
import { known } from "../tests/emulators/datapipeline/example";
import { startEngine } from "../tests/support/engine";
import { Figures } from "./figures";
import { load } from "./load";
import { clientOf, contenders, processorSeconds, request, start, type Running } from "./servers";
import { putTemplate, startServices, variablesOf, type RunningServices } from "./services";

/** The medians of one kind of call, in ms of processor time. */
interface CallRow {
  name: string;
  ours: number;
  /** The official server; for `getConnector` the goal refers to `getGroup`. */
  official: number;
  /** The call of the official server to which the goal refers. */
  reference: string;
  /** The plugin's value divided by the reference. */
  ratio: number;
  goal: number;
  /** A bare gRPC server; for a kind that reads a service, with one request and nothing else. Measured for one kind of each. */
  floor?: number;
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
    name: "getConnector",
    token: "quartet:datapipeline:getConnector",
    args: { id: known.database },
    factor: 1,
    goal: 1.18,
    reference: "getGroup",
  },
];

const invokePath = "/pulumirpc.ResourceProvider/Invoke";

/** Measures all kinds; the result has one row for each. Fails when a call fails, or when the two servers return different members. */
export async function measureCalls({ rounds = 9, warmup = 1500, calls = 400 }: CallOptions = {}): Promise<CallRow[]> {
  const services = await startServices();
  await putTemplate(services, template);
  const engine = await startEngine({ health: "unknown" });
  const [ours, official, ...bare] = await Promise.all([
    startPlugin(services, engine.address),
    startOfficial(services, engine.address),
    startBare(engine.address),
    startRequesting(services),
  ]);
  const floors = new Map(floorKinds.map((name, i) => [name, bare[i]!]));
  const spent: Record<Server, Figures> = { ours: new Figures(), official: new Figures(), floor: new Figures() };
  try {
    for (const kind of kinds) {
      await compareOutputs(kind, ours, official);
      const floor = floors.get(kind.name);
      for (const { port } of [ours, official, ...(floor ? [floor] : [])])
        await load(port, invokePath, requestOf(kind), { count: warmup, width: 1 });
    }
    for (let round = 0; round < rounds; round++) await measureRound({ ours, official, floors }, calls, spent);
  } finally {
    await Promise.all([ours, official, ...bare].map((server) => server.stop()));
    engine.die();
    services.stop();
  }
  return kinds.map((kind) => rowOf(kind, spent));
}

type Server = "ours" | "official" | "floor";

/** The kinds with a floor: one whose calls send no request, and one whose calls send one. */
const floorKinds = ["processor", "getSearchIndexTemplate"];

interface Servers {
  ours: Running;
  official: Running;
  /** By the name of the kind. */
  floors: ReadonlyMap<string, Running>;
}

/** Measures each kind on the servers in turn, so that a change of the machine's speed affects both. */
async function measureRound({ ours, official, floors }: Servers, calls: number, spent: Record<Server, Figures>): Promise<void> {
  for (const kind of kinds) {
    spent.ours.add(kind.name, await milliseconds(ours, kind, calls));
    spent.official.add(kind.name, await milliseconds(official, kind, calls));
    const floor = floors.get(kind.name);
    if (floor) spent.floor.add(kind.name, await milliseconds(floor, kind, calls));
  }
}

function rowOf({ name, goal, reference = name }: Kind, spent: Record<Server, Figures>): CallRow {
  const ours = spent.ours.median(name);
  const row = { name, ours, official: spent.official.median(name), reference, ratio: ours / spent.official.median(reference), goal };
  return floorKinds.includes(name) ? { ...row, floor: spent.floor.median(name) } : row;
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

/** The plugin takes its credentials from the settings, as secrets. */
async function startPlugin({ search, pipeline, key, secret: password }: RunningServices, engine: string): Promise<Running> {
  const running = await start(
    contenders.find(({ name }) => name === "ours")!,
    { engine },
  );
  const settings = {
    searchServers: [{ endpoints: [search] }],
    apiUrl: pipeline,
    apiKey: key,
    apiSecret: secret(password),
  };
  const accepts = { acceptSecrets: true, acceptResources: true, sendsOldInputs: true, sendsOldInputsToDelete: true };
  const client = clientOf(running);
  await request(client, "Configure", Buffer.from(ConfigureRequest.encode({ variables: {}, args: encode(settings), ...accepts }).finish()));
  client.close();
  return running;
}

/** The official server takes its credentials from the environment: it does not implement Configure. */
function startOfficial(services: RunningServices, engine: string): Promise<Running> {
  return start(
    contenders.find(({ name }) => name === "O")!,
    { engine, variables: variablesOf(services) },
  );
}

/** The library that both servers use, with nothing above it. */
function startBare(engine: string): Promise<Running> {
  return start(
    contenders.find(({ name }) => name === "G")!,
    { engine },
  );
}

/** The same library, with one request for each call. */
function startRequesting({ search }: RunningServices): Promise<Running> {
  const address = `${search}/_index_template/${template}`;
  return start({ name: "G", command: process.execPath, args: [join(__dirname, "servers", "requesting.cjs"), address] });
}

/** A comparison of processor time is fair only if both servers return the same. */
async function compareOutputs(kind: Kind, ours: Running, official: Running): Promise<void> {
  const one = await outputs(kind, ours);
  const other = await outputs(kind, official);
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
