// The start of the plugin from the archive with Node.js, compared with the archive that uses the one of the machine.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { writeCodeCache } from "../provider/tools/code-cache";
import { stage } from "../tools/dist/contents";
import { nodeVersion, platforms } from "../tools/dist/node";
import { startEngine } from "../tests/support/engine";
import { Figures } from "./figures";
import type { Row } from "./results";
import { clientOf, request, start, type Contender } from "./servers";

const archs: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const platform = platforms.find(({ os, arch }) => os === process.platform && arch === archs[process.arch]);

/** An installed archive, and the PATH for Node.js. */
interface Installed {
  name: "bundled" | "machine" | "same";
  contender: Contender;
  path: string;
}

/** Starts the plugin of each archive once per round, in turn. Has no rows where there is no archive for the machine. */
export async function measureArchives(rounds: number): Promise<Row[]> {
  if (platform === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), "quartet-bench-archives-"));
  const engine = await startEngine({ health: "unknown" });
  try {
    const installed = await install(folder);
    const figures = new Figures();
    for (let round = 0; round < rounds; round++) for (const one of installed) figures.add(one.name, await startOnce(one, engine.address));
    return rowsOf(figures);
  } finally {
    engine.die();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder: string): Promise<Installed[]> {
  const bundled = join(folder, "bundled");
  const small = join(folder, "small");
  await stage(bundled, { name: "bundled", platform });
  await stage(small, { name: "node" });
  // After the first run of a user, the archive without Node.js has compiled code, too.
  for (const node of [process.execPath, join(bundled, "node", "bin", "node")]) await writeCodeCache(small, { node });
  symlinkSync(join(bundled, "node", "bin"), join(folder, "path"));
  const path = process.env["PATH"] ?? "";
  const launcher = (of: string): string => join(of, "pulumi-resource-quartet");
  return [
    { name: "bundled", contender: { name: "ours", command: launcher(bundled), args: [] }, path },
    { name: "machine", contender: { name: "ours", command: launcher(small), args: [] }, path },
    { name: "same", contender: { name: "ours", command: launcher(small), args: [] }, path: [join(folder, "path"), path].join(delimiter) },
  ];
}

/** Returns the milliseconds from the start of the process to its first response. */
async function startOnce({ contender, path }: Installed, engine: string): Promise<number> {
  const running = await start(contender, { engine, variables: { PATH: path } });
  const client = clientOf(running);
  await request(client, "GetPluginInfo");
  const age = running.age();
  client.close();
  await running.stop();
  return age;
}

function rowsOf(figures: Figures): Row[] {
  const row = (name: "machine" | "same", text: string): Row => ({
    section: "archives",
    measurement: `spawn to first response, archive with Node.js ${major(nodeVersion)} / archive without, with ${text}`,
    value: figures.median("bundled") / figures.median(name),
    unit: "",
    goal: 1.1,
    detail: `${figures.median("bundled").toFixed(0)} ms / ${figures.median(name).toFixed(0)} ms`,
  });
  return [row("machine", `Node.js ${major(process.versions.node)} of the machine`), row("same", "the same Node.js")];
}

const major = (version: string): string => version.split(".")[0] ?? "";
