// `make bench`: startup, preview and call times, as ratios of values measured in the same run, because absolute times depend on the machine. Prints each row, writes
// bench/results.json. ROUNDS scales the number of rounds (default 1); arguments select sections, whose rows alone are
// replaced then (`npm run bench -- starts previews`).
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { measureArchives } from "./archives";
import { measureCalls } from "./calls";
import { measureImports } from "./imports";
import { measureMemory } from "./memory";
import { measureNetwork } from "./network";
import { measurePreviews } from "./previews";
import { lineOf, withRows, type Machine, type Results, type Row } from "./results";
import { measureScale } from "./scale";
import { openCli, type BenchCli } from "./stacks";
import { measureStalls } from "./stalls";
import { measureStarts } from "./starts";

const factor = Number(process.env["ROUNDS"] ?? 1);

const sizes = (defaults: string): number[] => (process.env["SIZES"] ?? defaults).split(",").map(Number);

const rounds = (count: number): number => Math.max(1, Math.round(count * factor));

const sections: Record<string, (cli: BenchCli) => Promise<Row[]>> = {
  starts: () => measureStarts(rounds(21)),
  archives: () => measureArchives(rounds(21)),
  previews: (cli) => measurePreviews(cli, rounds(11)),
  calls: callRows,
  memory: () => measureMemory(Math.round(100_000 * factor)),
  imports: async () => measureImports(rounds(3)),
  stalls: async () => measureStalls(),
  scale: (cli) => measureScale(cli, sizes("250,500,1000")),
  network: (cli) => measureNetwork(cli, sizes("100,1000"), rounds(3)),
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

async function main(selected: readonly string[]): Promise<void> {
  const unknown = selected.find((name) => !(name in sections));
  if (unknown !== undefined) throw new Error(`Unknown section ${unknown}. Use ${Object.keys(sections).join(", ")}.`);
  const cli = await openCli();
  const rows: Row[] = [];
  try {
    for (const [name, measure] of Object.entries(sections)) {
      if (selected.length > 0 && !selected.includes(name)) continue;
      const startedAt = performance.now();
      const measured = await measure(cli);
      process.stdout.write(`${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)\n`);
      process.stdout.write(measured.map((row) => `${lineOf(row)}\n`).join(""));
      rows.push(...measured);
    }
  } finally {
    await cli.remove();
  }
  const machine: Machine = { node: process.versions.node, cli: cli.version, processors: availableParallelism() };
  const path = join(__dirname, "results.json");
  const earlier = (): Results => JSON.parse(readFileSync(path, "utf8")) as Results;
  const results = selected.length > 0 ? withRows(earlier(), machine, rows) : { ...machine, rows };
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
}

void main(process.argv.slice(2));
