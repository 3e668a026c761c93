// Runs every program of examples on the emulators: up, no change, destroy.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { cliOfFile, openCli, type Stack } from "../support/cli";
import { existing, openCloud, type Cloud } from "../support/cloud";
import { openEvents, routed, type Events } from "../support/events";
import { openPipeline, type Pipeline } from "../support/pipeline";
import { openSearch, storedObjects, type Search } from "../support/search";
import { closeServices } from "../support/services";
import { nameless, unordered } from "./normalize";

const folder = join(__dirname, "..", "..", "examples");
// The CLI of the tests runs YAML and TypeScript; tests/sdk/programs.sdktest.ts and java-package.sdktest.ts run those of other languages.
const programs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).includes("Pulumi.yaml"))
  .map(({ name }) => name)
  .filter((name) => /-(?:yaml|typescript)$/.test(name));

/** The examples that exist in two languages. */
const stories = [
  "quickstart",
  "first-program",
  "log-platform",
  "access",
  "search-logs",
  "api-gateway",
  "loads-to-search",
  "tested-pipeline",
];
const languages = ["yaml", "typescript"];

/** The results of an example: remote objects, stack outputs, and the state. */
interface CreatedObjects {
  servers: unknown;
  outputs: unknown;
  resources: unknown;
}

const cli = cliOfFile();
const objectsByExample = new Map<string, CreatedObjects>();

describe.each(programs)("%s", (name) => {
  let search: Search;
  let cloud: Cloud;
  let events: Events;
  let pipeline: Pipeline;
  let stack: Stack;

  beforeAll(async () => {
    [search, cloud, events, pipeline] = [await openSearch(), await openCloud(), await openEvents(), await openPipeline()];
    const environment = { ...search.environment, ...cloud.environment, ...events.environment, ...pipeline.environment };
    stack = await cli.example(name, environment);
  });
  afterAll(closeServices);

  /** Returns the objects on the servers; empty collections are omitted. */
  const servers = (): Record<string, unknown[]> => ({
    ...storedObjects(search.emulator),
    ...existing(cloud.emulator),
    ...routed(events.emulator),
  });

  it("creates objects, changes nothing the second time, and leaves nothing after destroy", async () => {
    await stack.ok("up", "--yes"); // The first run of a user begins with a preview.
    const resources = (await stack.resources()).map(({ urn, inputs, outputs }) => [urn.split("::").at(-1), inputs, outputs]).sort();
    const outputs = await stack.outputs();
    objectsByExample.set(name, { servers: unordered(nameless(servers())), outputs: nameless(outputs), resources: nameless(resources) });
    expect(resources.length).toBeGreaterThan(0);
    expect(Object.values(outputs)).not.toContain(null);
    expect(await stack.steps()).toEqual([]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    expect(Object.keys(servers())).not.toEqual([]);
    await stack.destroy();
    expect(servers()).toEqual({});
    expect(pipeline.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describe("153: the same example in two languages", () => {
  it.each(stories)("%s: objects, outputs and states are equal", (story) => {
    const [yaml, typescript] = languages.map((language) => objectsByExample.get(`${story}-${language}`));
    expect(yaml).toBeDefined();
    expect(typescript).toEqual(yaml);
  });
});

/** A pipeline that no longer parses its sample lines ends the preview, before anything is written. */
it.each([
  ["tested-pipeline-typescript", "index.ts", 'the pipeline does not parse "10.0.0.7 200 31": '],
  ["tested-pipeline-yaml", "Pulumi.yaml", "list index 2 out-of-bounds for list of length 1"],
])("%s tests its pipeline in the preview", async (name, file, sentence) => {
  const search = await openSearch();
  // The stack of the tests above has the same name.
  const own = await openCli();
  const stack = await own.example(name, search.environment);
  await stack.ok("preview");
  const program = stack.read(file);
  stack.write(file, program.replace("%{client.ip} %{http.status}", "%{client.ip} - %{http.status}"));
  for (const args of [["up", "--yes", "--skip-preview"], ["preview"]]) {
    const { code, stdout } = await stack.run(args);
    expect([code, stdout]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stdout).not.toMatch(/^\s+at .*:\d+:\d+/m);
  }
  expect(search.emulator.pipelines.names()).toEqual([]);
  await own.workspace.remove();
});
