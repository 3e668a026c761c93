// The start of a server until its port, its first response and its schema; its memory then; and its end.
import { spawn } from "node:child_process";
import { startEngine } from "../tests/support/engine";
import { Figures } from "./figures";
import type { Row } from "./results";
import { clientOf, contenders, http2Server, request, resident, start, type Contender, type Running } from "./servers";

/** Starts each server once per round, in turn, so that a change of the machine's speed affects all of them. */
export async function measureStarts(rounds: number): Promise<Row[]> {
  const figures = new Figures();
  const engine = await startEngine({ health: "unknown" });
  for (let round = 0; round < rounds; round++) {
    for (const contender of [...contenders, http2Server]) await startOnce(figures, contender, engine.address);
    figures.add("bare memory", await bareMemory());
  }
  engine.die();
  return rowsOf(figures);
}

async function startOnce(figures: Figures, contender: Contender, engine: string): Promise<void> {
  const running = await start(contender, { engine });
  figures.add(`${contender.name} port`, running.portMs);
  if (contender.name === "N") return running.stop();
  const client = clientOf(running);
  await request(client, "GetPluginInfo");
  figures.add(`${contender.name} info`, running.age());
  if (contender.name === "H") {
    client.close();
    return running.stop();
  }
  await request(client, "GetSchema");
  figures.add(`${contender.name} schema`, running.age());
  figures.add(`${contender.name} memory`, resident(running.child.pid!));
  client.close();
  figures.add(`${contender.name} exit`, await exitTime(running));
}

/** Returns the milliseconds from the signal with which the engine ends a plugin to the end of the process. */
function exitTime({ child }: Running): Promise<number> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    child.removeAllListeners("exit").once("exit", () => resolve(performance.now() - startedAt));
    child.kill("SIGINT");
  });
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

function rowsOf(figures: Figures): Row[] {
  const of = (name: string): number => figures.median(name);
  const overN = (part: string, text: string, goal: number): Row => ({
    section: "start",
    measurement: `spawn to ${text}, plugin / N`,
    value: of(`ours ${part}`) / of("N port"),
    unit: "",
    goal,
    detail: `${ms(of(`ours ${part}`))} / ${ms(of("N port"))}; bare gRPC server ${ms(of(`G ${part}`))}; official ${ms(of(`O ${part}`))}`,
  });
  const memory = `${mib(of("ours memory"))} / ${mib(of("bare memory"))}; official ${mib(of("O memory"))}`;
  return [
    overN("port", "port", 1.25),
    overN("info", "first response", 1.6),
    {
      section: "start",
      measurement: "spawn to first response, floor: a server of node:http2 alone / N",
      value: of("H info") / of("N port"),
      unit: "",
      detail: `${ms(of("H info"))} / ${ms(of("N port"))}`,
    },
    overN("schema", "GetSchema", 2.1),
    {
      section: "start",
      measurement: "resident memory after GetSchema, plugin / idle `node -e`",
      value: of("ours memory") / of("bare memory"),
      unit: "",
      goal: 1.28,
      detail: memory,
    },
    {
      section: "exit",
      measurement: "signal to end of the process",
      value: of("ours exit"),
      unit: "ms",
      goal: 10,
      detail: `official ${ms(of("O exit"))}`,
    },
  ];
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const mib = (value: number): string => `${value.toFixed(0)} MiB`;
