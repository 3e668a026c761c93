// What a run of the benchmark has measured: rows in results.json, their lines on the terminal, and the table in docs/benchmarks.md.

/** One measurement. A goal is an upper limit. */
export interface Row {
  section: string;
  measurement: string;
  value: number;
  /** Empty for ratios. */
  unit: "" | "ms" | "s" | "MiB" | "count";
  goal?: number;
  /** The values behind a ratio. */
  detail: string;
}

/** What a run depends on. */
export interface Machine {
  node: string;
  cli: string;
  processors: number;
}

/** A whole run, and runs of some sections after it. */
export interface Results extends Machine {
  rows: Row[];
  /** The machines of the later runs, by section. */
  later?: Record<string, Machine>;
}

/** Returns the results of the last whole run with rows that were measured after it. */
export function withRows(results: Results, machine: Machine, rows: readonly Row[]): Results {
  const sections = new Set(rows.map(({ section }) => section));
  const later = { ...results.later, ...Object.fromEntries([...sections].map((section) => [section, machine])) };
  return { ...results, rows: [...results.rows.filter(({ section }) => !sections.has(section)), ...rows], later };
}

const begin = "<!-- begin of the table that `npm run bench:readme` writes -->";
const end = "<!-- end of the table -->";

/** Returns whether the goal, if any, is reached. Values are compared as they are printed. */
export function isReached(row: Row): boolean {
  return row.goal === undefined || Number(amount(row, row.value).split(" ")[0]) <= row.goal;
}

/** Returns the line for the terminal. */
export function lineOf(row: Row): string {
  const goal = row.goal === undefined ? "" : `goal ${amount(row, row.goal)}${isReached(row) ? "" : ": missed"}`;
  return `${row.measurement.padEnd(72)} ${amount(row, row.value).padStart(9)}  ${goal.padEnd(20)} ${row.detail}`.trimEnd();
}

/** Returns the table of all rows in Markdown. */
function tableOf({ rows }: Results): string {
  const lines = rows.map((row) => {
    const goal = row.goal === undefined ? "" : `${amount(row, row.goal)}${isReached(row) ? "" : ": missed"}`;
    return `| ${[row.section, row.measurement, amount(row, row.value), goal, row.detail].join(" | ")} |`;
  });
  return ["| Part | Measurement | Result | Goal: at most | Values |", "|---|---|---|---|---|", ...lines, ""]
    .join("\n")
    .replaceAll("|  |", "| |");
}

/** Returns docs/benchmarks.md with the table of the results and a line on the machine. Throws if the document does not contain both markers. */
export function withTable(document: string, results: Results): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md: the lines ${begin} and ${end} are missing. Restore them.`);
  const others = Object.entries(results.later ?? {}).filter(([, machine]) => textOf(machine) !== textOf(results));
  const later = others.map(([section, machine]) => `; ${section}: ${textOf(machine)}`);
  return `${document.slice(0, from)}${begin}\n${textOf(results)}${later.join("")}:\n\n${tableOf(results)}\n${document.slice(to)}`;
}

const textOf = ({ node, cli, processors }: Machine): string => `Node.js ${node}, Pulumi CLI ${cli}, ${processors} processors`;

function amount({ unit }: Row, value: number): string {
  if (unit === "count") return String(value);
  const digits = unit === "" || unit === "s" ? 2 : unit === "ms" && value < 10 ? 1 : 0;
  return `${trimmed(value.toFixed(digits))}${unit === "" ? "" : ` ${unit}`}`;
}

const trimmed = (text: string): string => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
