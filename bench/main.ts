// `make bench`: the cost of a start and of a lookup, as ratios of values measured in the same run, because absolute times depend on the machine.
import { spawn } from "node:child_process";
import { encode } from "../provider/plugin/codec";
import { ConfigureRequest, InvokeRequest } from "../provider/plugin/gen/provider";
import { load } from "./load";
import type { Contender, Running } from "./servers";
import { request, clientOf, contenders, processorSeconds, resident, start } from "./servers";

const rounds = Number(process.env["ROUNDS"] ?? 31);
const helper = "quartet:search:getSearchIngestProcessorBytes";

type Figures = Map<string, number[]>;

function note(figures: Figures, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value]);
}

function median(values: number[] = []): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** Starts each server once, in turn, so that a change of the machine's speed affects all of them. */
async function startRound(figures: Figures): Promise<void> {
  for (const contender of contenders) {
    const running = await start(contender);
    note(figures, `${contender.name} port`, running.portMs);
    if (contender.name !== "N") await firstResponses(figures, contender, running);
    await running.stop();
  }
  note(figures, "bare memory", await bareMemory());
}

async function firstResponses(figures: Figures, { name }: Contender, running: Running): Promise<void> {
  const client = clientOf(running);
  await request(client, "GetPluginInfo");
  note(figures, `${name} info`, running.age());
  await request(client, "GetSchema");
  note(figures, `${name} schema`, running.age());
  note(figures, `${name} memory`, resident(running.child.pid!));
  client.close();
}

/** Returns the resident memory of an idle Node process. */
async function bareMemory(): Promise<number> {
  const { NODE_EXTRA_CA_CERTS: _unset, ...env } = process.env;
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1e6)"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const memory = resident(child.pid!);
  await new Promise((resolve) => child.once("exit", resolve) && child.kill("SIGKILL"));
  return memory;
}

const configuration = Buffer.from(
  ConfigureRequest.encode({
    variables: {},
    args: encode({}),
    acceptSecrets: true,
    acceptResources: true,
    sendsOldInputs: true,
    sendsOldInputsToDelete: true,
  }).finish(),
);
const invokeRequest = Buffer.from(InvokeRequest.encode({ tok: helper, args: encode({ field: "file.size" }), preview: false }).finish());

/** Measures requests per second, and requests per second of the server's processor time. */
async function invokeRounds(figures: Figures): Promise<void> {
  const servers = await Promise.all(
    contenders.filter(({ name }) => name !== "N").map(async (contender) => ({ name: contender.name, running: await start(contender) })),
  );
  for (const { running } of servers) {
    const client = clientOf(running);
    await request(client, "Configure", configuration).catch(() => undefined); // the official server does not implement Configure
    await request(client, "Invoke", invokeRequest);
    client.close();
    await load(running.port, "/pulumirpc.ResourceProvider/Invoke", invokeRequest, { count: 3000, width: 16 });
  }
  for (let round = 0; round < 7; round++) {
    for (const width of [1, 16]) {
      for (const { name, running } of servers) await invokeRound(figures, { name, running, width });
    }
  }
  await Promise.all(servers.map(({ running }) => running.stop()));
}

async function invokeRound(figures: Figures, { name, running, width }: { name: string; running: Running; width: number }): Promise<void> {
  const count = width === 1 ? 2000 : 6000;
  const before = processorSeconds(running.child.pid!);
  const seconds = await load(running.port, "/pulumirpc.ResourceProvider/Invoke", invokeRequest, { count, width });
  note(figures, `${name} calls ${width}`, count / seconds);
  note(figures, `${name} per cpu ${width}`, count / (processorSeconds(running.child.pid!) - before));
}

function line(words: string, ratio: number, goal: string, detail: string): void {
  process.stdout.write(`${words.padEnd(52)} ${ratio.toFixed(2).padStart(6)}   goal ${goal.padEnd(8)} (${detail})\n`);
}

function report(figures: Figures): void {
  const of = (name: string): number => median(figures.get(name));
  const ms = (name: string): string => `${of(name).toFixed(1)} ms`;
  line("spawn to port, ours / bare Node server", of("ours port") / of("N port"), "<= 1.65", `${ms("ours port")} / ${ms("N port")}`);
  line("spawn to port, official server / bare Node server", of("O port") / of("N port"), "-", ms("O port"));
  line("spawn to first GetPluginInfo, official / ours", of("O info") / of("ours info"), ">= 2.2", `${ms("O info")} / ${ms("ours info")}`);
  line(
    "spawn to first GetSchema, official / ours",
    of("O schema") / of("ours schema"),
    ">= 2.5",
    `${ms("O schema")} / ${ms("ours schema")}`,
  );
  line(
    "memory after GetSchema, ours / bare node -e",
    of("ours memory") / of("bare memory"),
    "<= 1.28",
    `${of("ours memory").toFixed(1)} / ${of("bare memory").toFixed(1)} MiB`,
  );
  for (const width of [1, 16]) {
    const rates = `${of(`ours calls ${width}`).toFixed(0)} / ${of(`O calls ${width}`).toFixed(0)} per s`;
    line(`Invoke of a helper, ${width} in flight, ours / official`, of(`ours calls ${width}`) / of(`O calls ${width}`), ">= 3.3", rates);
    const cpu = `${of(`ours per cpu ${width}`).toFixed(0)} / ${of(`O per cpu ${width}`).toFixed(0)}`;
    line(`  the same per second of processor time`, of(`ours per cpu ${width}`) / of(`O per cpu ${width}`), "-", cpu);
  }
}

async function main(): Promise<void> {
  const figures: Figures = new Map();
  process.stdout.write(`${rounds} starts of each server, in turn; medians. Node ${process.versions.node}.\n`);
  for (let round = 0; round < rounds; round++) await startRound(figures);
  await invokeRounds(figures);
  report(figures);
}

void main();
