// Runs the examples of the reference that create something: those of resources and of processor helpers. Examples of other functions read objects that a
// reader has, and are not run.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { schema } from "../provider/tools/schema-file";
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import { closeClouds, openCloud } from "../support/cloud";
import { closeEvents, openEvents } from "../support/events";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

const folder = join(__dirname, "..", "..", "examples", "tokens");
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
const resources = paths.filter((path) => /^[A-Z]/.test(basename(path)) && !path.startsWith("provider"));
const helpers = paths.filter((path) => path.includes("getSearchIngestProcessor"));

/** A version that has every processor. */
const version = "9.3.0";
/** The values of configuration that examples require. */
const configuration = {
  annPassword: "ann-password",
  kibanaPassword: "kibana-password",
  catalogPassword: "catalog-pass",
  appKey: "app-key-1",
  activationToken: "activation-token",
};
/** The source indices of enrich policies, the members of aliases, and the indices of which others manage a part. */
const indices = ["users", "customers", "logs-000001", "logs-000002"];

let cli: Cli;
let search: Search;
let environment: Record<string, string>;

beforeAll(async () => {
  cli = await openCli();
  search = await openSearch({ version });
  for (const index of indices) search.emulator.putIndex(index);
  const cloud = await openCloud();
  const events = await openEvents();
  environment = { ...search.environment, ...cloud.environment, ...events.environment };
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
  await closeClouds();
  await closeEvents();
});

/** Creates a stack with the program of an example, and the configuration that it requires. */
async function open(path: string): Promise<Stack> {
  const { name, config = {}, ...program } = load(readFileSync(join(folder, path), "utf8")) as Program & { name: string; runtime: string };
  const stack = await cli.stack(name, environment);
  stack.program({ ...program, config });
  for (const key of Object.keys(config)) {
    await stack.ok("config", "set", "--secret", key, configuration[key as keyof typeof configuration]);
  }
  return stack;
}

test("every resource and every processor has an example", () => {
  const functions = Object.keys(schema.functions!);
  expect(resources).toHaveLength(Object.keys(schema.resources!).length);
  expect(helpers).toHaveLength(functions.filter((token) => token.includes("getSearchIngestProcessor")).length);
});

/** Expects that nothing differs after a deployment, and destroys the stack. */
async function expectUnchanged(stack: Stack): Promise<void> {
  expect(await stack.steps()).toEqual([]);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.ok("destroy", "--yes", "--skip-preview");
}

test.each(resources.filter((path) => !path.endsWith("SearchConnector.yaml")))(
  "%s is deployed, is unchanged then, and is removed",
  async (path) => {
    const stack = await open(path);
    await stack.up();
    await expectUnchanged(stack);
  },
);

test("the example of a connector is complete after its service has registered the fields", async () => {
  const stack = await open(join("search", "SearchConnector.yaml"));
  const first = await stack.run(["up", "--yes", "--skip-preview"]);
  expect(first.stdout).toContain("Start the connector service, then run `pulumi up` again to write configurationValues.");
  search.emulator.registerConnectorService("music-catalog", {
    host: { label: "Host", type: "str" },
    port: { label: "Port", type: "int" },
    password: { label: "Password", type: "str", sensitive: true },
  });
  await stack.up();
  await expectUnchanged(stack);
});

test.each(helpers)("%s is deployed and removed", async (path) => {
  const stack = await open(path);
  await stack.up();
  expect(await stack.steps()).toEqual([]);
  await stack.ok("destroy", "--yes", "--skip-preview");
});
