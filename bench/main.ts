// `make bench`: startup, preview and call times, as ratios of values measured in the same run, because absolute times depend on the machine. Prints each row, writes
// bench/results.json. ROUNDS scales the number of rounds (default 1), ONLY selects sections (such as
// `starts,previews`); a run of some sections writes no results.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { measureArchives } from "./archives";
import { measureCalls } from "./calls";
import { measureImports } from "./imports";
import { measureMemory } from "./memory";
import { measurePreviews } from "./previews";
import { lineOf, type Row } from "./results";
import { measureScale } from "./scale";
import { openCli, type BenchCli } from "./stacks";
import { measureStalls } from "./stalls";
import { measureStarts } from "./starts";

const factor = Number(process.env["ROUNDS"] ?? 1);
const only = process.env["ONLY"]?.split(",");

const sizes = (process.env["SIZES"] ?? "250,500,1000").split(",").map(Number);

const rounds = (count: number): number => Math.max(1, Math.round(count * factor));

const sections: Record<string, (cli: BenchCli) => Promise<Row[]>> = {
  starts: () => measureStarts(rounds(21)),
  archives: () => measureArchives(rounds(21)),
  previews: (cli) => measurePreviews(cli, rounds(11)),
  calls: callRows,
  memory: () => measureMemory(Math.round(100_000 * factor)),
  imports: async () => measureImports(rounds(3)),
  stalls: async () => measureStalls(),
  scale: (cli) => measureScale(cli, sizes),
};

async function callRows(): Promise<Row[]> {
  const measured = await measureCalls({ rounds: rounds(9) });
  return measured.map(({ name, ours, official, floor, reference, ratio, goal }) => {
    const subject = name === "processor" ? "a processor helper" : `\`${name}\``;
    const bare = name === "processor" ? "bare gRPC server" : "bare gRPC server that sends the request";
    const detail = `${milliseconds(ours)}; official ${milliseconds(official)}${floor === undefined ? "" : `; ${bare} ${milliseconds(floor)}`}`;
    const over = reference === name ? "official" : `\`${reference}\` of official`;
    return { section: "call", measurement: `processor time of ${subject}, plugin / ${over}`, value: ratio, unit: "", goal, detail };
  });
}

const milliseconds = (value: number): string => `${value.toFixed(value < 0.2 ? 3 : 2)} ms`;

async function main(): Promise<void> {
  const cli = await openCli();
  const rows: Row[] = [];
  try {
    for (const [name, measure] of Object.entries(sections)) {
      if (only !== undefined && !only.includes(name)) continue;
      const startedAt = performance.now();
      const measured = await measure(cli);
      process.stdout.write(`${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)\n`);
      process.stdout.write(measured.map((row) => `${lineOf(row)}\n`).join(""));
      rows.push(...measured);
    }
  } finally {
    await cli.remove();
  }
  if (only !== undefined) return;
  const results = { node: process.versions.node, cli: cli.version, processors: availableParallelism(), rows };
  writeFileSync(join(__dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
}

void main();
