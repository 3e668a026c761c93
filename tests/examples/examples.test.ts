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

let cli: Cli;

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
    expect((await stack.resources()).length).toBeGreaterThan(0);
    expect(Object.values(await stack.outputs())).not.toContain(null);
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
  const twins = ["search-logs-yaml", "search-logs-typescript"];
  let told: { server: unknown; outputs: unknown; inputs: unknown }[];

  beforeAll(async () => {
    told = [];
    for (const name of twins) {
      const search = await openSearch();
      try {
        const stack = await cli.example(name, search.environment, "twin");
        await stack.up();
        const inputs = (await stack.resources()).map((resource) => [resource.urn.split("::").at(-1), resource.inputs, resource.outputs]);
        const server = [search.emulator.pipelines.entries(), search.emulator.indexTemplates.entries()];
        told.push({ server, outputs: await stack.outputs(), inputs: inputs.sort() });
      } finally {
        await search.stop();
      }
    }
  });

  it.each(["server", "outputs", "inputs"] as const)("%s are equal", (part) => {
    expect(told[1]?.[part]).toEqual(told[0]?.[part]);
  });
});
