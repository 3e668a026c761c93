// Runs every program of examples on the emulators: up, no change, destroy.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud, existing } from "../support/cloud";
import type { Events } from "../support/events";
import { closeEvents, openEvents, routed } from "../support/events";
import type { Pipeline } from "../support/pipeline";
import { closePipelines, openPipeline } from "../support/pipeline";
import type { Search } from "../support/search";
import { openSearch, storedObjects } from "../support/search";
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

let cli: Cli;
const objectsByExample = new Map<string, CreatedObjects>();

beforeAll(async () => void (cli = await openCli()));
afterAll(() => cli?.workspace.remove());

it("every example exists in YAML and in TypeScript", () => {
  expect(programs).toEqual(expect.arrayContaining(stories.flatMap((story) => languages.map((language) => `${story}-${language}`))));
});

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
  afterAll(() => Promise.all([search.stop(), closeClouds(), closeEvents(), closePipelines()]));

  /** Returns the objects on the servers; empty collections are omitted. */
  const servers = (): Record<string, unknown[]> => ({
    ...storedObjects(search.emulator),
    ...existing(cloud.emulator),
    ...routed(events.emulator),
  });

  it("creates objects", async () => {
    await stack.ok("up", "--yes"); // The first run of a user begins with a preview.
    const resources = (await stack.resources()).map(({ urn, inputs, outputs }) => [urn.split("::").at(-1), inputs, outputs]).sort();
    const outputs = await stack.outputs();
    objectsByExample.set(name, { servers: unordered(nameless(servers())), outputs: nameless(outputs), resources: nameless(resources) });
    expect(resources.length).toBeGreaterThan(0);
    expect(Object.values(outputs)).not.toContain(null);
  });

  it("changes nothing the second time, and nothing has drifted", async () => {
    expect(await stack.steps()).toEqual([]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });

  it("leaves nothing after destroy", async () => {
    expect(Object.keys(servers())).not.toEqual([]);
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(servers()).toEqual({});
    expect(pipeline.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describe("153: the same example in two languages", () => {
  it.each(stories.flatMap((story) => (["servers", "outputs", "resources"] as const).map((part) => [story, part] as const)))(
    "%s: %s are equal",
    (story, part) => {
      const [yaml, typescript] = languages.map((language) => objectsByExample.get(`${story}-${language}`));
      expect(yaml?.[part]).toBeTruthy();
      expect(typescript?.[part]).toEqual(yaml?.[part]);
    },
  );
});
