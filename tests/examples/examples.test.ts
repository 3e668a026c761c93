// Every folder of examples is a program that works: up, no change, destroy, on the emulator.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

const folder = join(__dirname, "..", "..", "examples");
const programs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).includes("Pulumi.yaml"))
  .map(({ name }) => name);

/** What came of an example: on the server, as stack outputs, and in the state. */
interface Made {
  server: unknown;
  outputs: unknown;
  resources: unknown;
}

let cli: Cli;
const made = new Map<string, Made>();

beforeAll(async () => void (cli = await openCli()));
afterAll(() => cli?.workspace.remove());

it("there are examples in YAML and in TypeScript", () => {
  expect(programs).toEqual(expect.arrayContaining(["search-logs-yaml", "search-logs-typescript"]));
});

describe.each(programs)("%s", (name) => {
  let search: Search;
  let stack: Stack;

  beforeAll(async () => {
    search = await openSearch();
    stack = await cli.example(name, search.environment);
  });
  afterAll(() => search.stop());

  it("makes something", async () => {
    await stack.up();
    const { pipelines, indexTemplates } = search.emulator;
    const resources = (await stack.resources()).map(({ urn, inputs, outputs }) => [urn.split("::").at(-1), inputs, outputs]).sort();
    const outputs = await stack.outputs();
    made.set(name, { server: [pipelines.entries(), indexTemplates.entries()], outputs, resources });
    expect(resources.length).toBeGreaterThan(0);
    expect(Object.values(outputs)).not.toContain(null);
  });

  it("changes nothing the second time, and nothing has drifted", async () => {
    expect(await stack.steps()).toEqual([]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });

  it("leaves nothing after destroy", async () => {
    const before = search.emulator.pipelines.size + search.emulator.indexTemplates.size;
    expect(before).toBeGreaterThan(0);
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(search.emulator.pipelines.size + search.emulator.indexTemplates.size).toBe(0);
  });
});

describe("153: the same story in two languages", () => {
  it.each(["server", "outputs", "resources"] as const)("%s: equal", (part) => {
    const [yaml, typescript] = ["search-logs-yaml", "search-logs-typescript"].map((name) => made.get(name));
    expect(yaml?.[part]).toBeTruthy();
    expect(typescript?.[part]).toEqual(yaml?.[part]);
  });
});
