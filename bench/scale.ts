// Large programs with the real CLI on the emulator: how the work of the plugin grows with the number of resources and lookups, against a server whose
// resources do nothing. SIZES names other numbers of resources than 250, 500, 1,000; run alone with `npm run bench -- scale`.
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { countConnections } from "./connections";
import type { Row } from "./results";
import { putTemplate, startServices, variablesOf, type RunningServices } from "./services";
import type { BenchCli, Program } from "./stacks";

/** What bench/servers/probe.cjs writes. */
interface Probe {
  processorMs: number;
  longestStallMs: number;
  memoryMiB: number;
}

/** One run of the CLI: its time, and the plugin's part in it. */
interface Sample extends Probe {
  elapsedMs: number;
  sockets: number;
}

type Job = "up" | "refresh" | "lookups";
type Server = "ours" | "floor";

const distinct = 200;
const jobs: Record<Job, string> = { up: "`up` of pipelines", refresh: "`refresh` of pipelines", lookups: `lookups of ${distinct} objects` };

const pipelines = (count: number): Program => ({
  resources: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `p${i}`,
      {
        type: "quartet:search:SearchIngestPipeline",
        properties: { name: `bench-${count}-${i}`, processors: [JSON.stringify({ set: { field: "a", value: `v${i}` } })] },
      },
    ]),
  ),
});

const lookups = (count: number): Program => ({
  variables: Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `v${i}`,
      { "fn::invoke": { function: "quartet:search:getSearchIndexTemplate", arguments: { name: `bench-${i % distinct}` } } },
    ]),
  ),
});

/** Measures each size once; the goals are on the largest. */
export async function measureScale(cli: BenchCli, sizes: readonly number[]): Promise<Row[]> {
  const services = await startServices();
  for (let i = 0; i < distinct; i++) await putTemplate(services, `bench-${i}`);
  const paths = { ours: cli.ours, floor: cli.plugin("floor.cjs") };
  const samples = new Map<string, Sample>();
  for (const size of sizes) {
    for (const server of ["floor", "ours"] as const) {
      const measured = await measureSize(cli, { size, path: paths[server], label: server, services });
      for (const [job, sample] of Object.entries(measured)) samples.set(`${job} ${server} ${size}`, sample);
    }
  }
  services.stop();
  const at = (job: Job, server: Server, size: number): Sample => samples.get(`${job} ${server} ${size}`)!;
  return (Object.keys(jobs) as Job[]).flatMap((job) => rowsOf(job, sizes, (server, size) => at(job, server, size)));
}

interface SizeOptions {
  size: number;
  path: string;
  label: Server;
  services: RunningServices;
}

async function measureSize(cli: BenchCli, { size, path, label, services }: SizeOptions): Promise<Record<Job, Sample>> {
  const resources = await cli.stack(`resources-${label}-${size}`, { path }, pipelines(size));
  const calls = await cli.stack(`calls-${label}-${size}`, { path }, lookups(size));
  return {
    up: await sample(cli, services, resources, ["up", "--yes", "--skip-preview", "--parallel", "16"]),
    refresh: await sample(cli, services, resources, ["refresh", "--yes", "--skip-preview", "--parallel", "16"]),
    lookups: await sample(cli, services, calls, ["preview"]),
  };
}

async function sample(cli: BenchCli, services: RunningServices, folder: string, args: readonly string[]): Promise<Sample> {
  const probes = join(tmpdir(), `quartet-bench-probes-${process.pid}`);
  rmSync(probes, { recursive: true, force: true });
  mkdirSync(probes);
  const environment = {
    ...variablesOf(services),
    NODE_OPTIONS: `--require=${join(__dirname, "servers", "probe.cjs")}`,
    QUARTET_BENCH_PROBE: probes,
    // Otherwise the CLI writes the whole state after each resource, which grows with the square of their number.
    PULUMI_EXPERIMENTAL: "true",
    PULUMI_SKIP_CHECKPOINTS: "true",
  };
  const { result: elapsedMs, most } = await countConnections(Number(new URL(services.search).port), () =>
    cli.time(folder, args, environment),
  );
  const found = readdirSync(probes).map((name) => JSON.parse(readFileSync(join(probes, name), "utf8")) as Probe);
  rmSync(probes, { recursive: true, force: true });
  const worst = (key: keyof Probe): number => Math.max(0, ...found.map((probe) => probe[key]));
  // One of the processes serves only the schema.
  const processorMs = worst("processorMs");
  const longestStallMs = worst("longestStallMs");
  const memoryMiB = worst("memoryMiB");
  return { elapsedMs, sockets: most, processorMs, longestStallMs, memoryMiB };
}

function rowsOf(job: Job, sizes: readonly number[], at: (server: Server, size: number) => Sample): Row[] {
  const smallest = Math.min(...sizes);
  const largest = Math.max(...sizes);
  const count = largest.toLocaleString("en");
  const ours = at("ours", largest);
  const floor = at("floor", largest);
  const each = (server: Server, size: number): number => at(server, size).processorMs / size;
  const growth = sizes.map(
    (size) => `${size.toLocaleString("en")}: ${each("ours", size).toFixed(2)} ms (${each("floor", size).toFixed(2)})`,
  );
  const row = (measurement: string, rest: Pick<Row, "value" | "unit" | "detail"> & { goal?: number }): Row => ({
    section: "scale",
    measurement: `${count} ${jobs[job]}: ${measurement}`,
    ...rest,
  });
  const elapsed = `${(ours.elapsedMs / largest).toFixed(1)} ms / ${(floor.elapsedMs / largest).toFixed(1)} ms for each`;
  return [
    row("time, plugin / resources that do nothing", { value: ours.elapsedMs / floor.elapsedMs, unit: "", detail: elapsed }),
    row(`processor time for each, against that of ${smallest}`, {
      value: each("ours", largest) / each("ours", smallest),
      unit: "",
      goal: 1.1,
      detail: `${growth.join("; ")}`,
    }),
    row("longest stall of the plugin", { value: ours.longestStallMs, unit: "ms", goal: 50, detail: "" }),
    row("connections to the service", {
      value: ours.sockets,
      unit: "count",
      goal: 16,
      detail: `memory ${ours.memoryMiB.toFixed(0)} MiB (${floor.memoryMiB.toFixed(0)})`,
    }),
  ];
}
