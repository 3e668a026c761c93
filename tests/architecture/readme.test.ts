// The README: its programs are examples that run, it is short; and docs/benchmarks.md has the table of the last run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isReached, withTable, type Results, type Row } from "../../bench/results";

const root = join(__dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the programs in the README are the examples'", () => {
  const [program, part, ...others] = [...read("README.md").matchAll(/```typescript\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(program).toBe(read("examples/quickstart-typescript/index.ts"));
  expect(read("examples/log-platform-typescript/index.ts")).toContain(part);
  expect(others).toEqual([]);
});

test("the programs in the guide to Elasticsearch are the examples'", () => {
  const blocks = [...read("docs/guides/elasticsearch.md").matchAll(/^<summary>[^]*?```\w+\n([^]*?)^```$/gm)].map(([, code]) => code);
  const quickstart = ["typescript/index.ts", "python/__main__.py", "yaml/Pulumi.yaml"];
  const platform = ["typescript/index.ts", "python/__main__.py", "go/main.go", "yaml/Pulumi.yaml", "java/src/main/java/app/App.java"];
  const files = [...quickstart.map((path) => `quickstart-${path}`), ...platform.map((path) => `log-platform-${path}`)];
  expect(blocks).toEqual(files.map((path) => read(`examples/${path}`)));
});

test("the programs in the guide to a first program are the examples'", () => {
  const guide = read("docs/guides/first-program.md");
  const files = ["typescript/index.ts", "python/__main__.py", "go/main.go"].map((path) => read(`examples/first-program-${path}`));
  // A program of a user names no folder of the repository.
  const yaml = read("examples/first-program-yaml/Pulumi.yaml").replace(/^plugins:\n(?: .*\n)*\n/m, "");
  for (const file of [...files, yaml.replace("first-program-yaml", "first-program")]) expect(guide).toContain(file);
});

test("the README shows at most 150 lines", () => {
  const shown = read("README.md").replace(/<!--[^]*?-->\n/g, "");
  expect(shown.split("\n").length - 1).toBeLessThanOrEqual(150);
});

describe("the table of the benchmark", () => {
  const results = JSON.parse(read("bench/results.json")) as Results;

  it("is what `npm run bench:readme` writes for bench/results.json", () => {
    expect(read("docs/benchmarks.md")).toBe(withTable(read("docs/benchmarks.md"), results));
    expect(() => withTable("# quartet", results)).toThrow("Restore them.");
  });

  it("marks exactly the goals that are missed", () => {
    const row = (value: number): Row => ({ section: "start", measurement: "port", value, unit: "", goal: 1.25, detail: "" });
    expect([1.2, 1.25, 1.254, 1.26].map((value) => isReached(row(value)))).toEqual([true, true, true, false]);
    const written = withTable(read("docs/benchmarks.md"), { ...results, rows: [row(1.26), row(1.2)] });
    expect(written).toContain("| start | port | 1.26 | 1.25: missed | |\n| start | port | 1.2 | 1.25 | |");
  });
});
