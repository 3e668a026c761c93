/** The plugin with the oldest supported CLI, which is built from source: a stack from its first preview to its end. */
import floors from "../../tools/floors.json";
import { openCli, type Cli, type Program, type Stack, type Step } from "../support/cli";
import { openSearch, type Search } from "../support/search";
import { describePart } from "./parts";

const program = (description: string): Program => ({
  variables: {
    stamp: { "fn::invoke": { function: "quartet:search:getSearchIngestProcessorSet", arguments: { field: "a", value: "b" } } },
  },
  resources: {
    logs: { type: "quartet:search:SearchIngestPipeline", properties: { description, processors: ["${stamp.json}"] } },
  },
  outputs: { name: "${logs.name}" },
});

describePart("oldest", `the Pulumi CLI ${floors.cli}`, (path) => {
  let cli: Cli;
  let search: Search;
  let stack: Stack;

  beforeAll(async () => {
    search = await openSearch();
    cli = await openCli(["yaml", "nodejs"], { ...process.env, PATH: path });
    stack = await cli.stack("oldest", search.environment);
  });
  afterAll(async () => {
    await cli?.workspace.remove();
    await search?.stop();
  });

  /** The stack itself is a step where its outputs change. */
  const steps = async (): Promise<Step[]> => (await stack.steps()).filter(({ name }) => name === "logs");

  it("is the one that runs", async () => {
    expect((await stack.ok("version")).trim()).toBe(`v${floors.cli}`);
  });

  it("previews, creates and finds no change", async () => {
    stack.program(program("first"));
    expect(await steps()).toMatchObject([{ op: "create", name: "logs" }]);
    await stack.up();
    expect(await stack.outputs()).toEqual({ name: search.emulator.pipelines.names()[0] });
    await stack.ok("preview", "--expect-no-changes");
    await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  });

  it("updates in place", async () => {
    stack.program(program("second"));
    expect(await steps()).toEqual([{ op: "update", name: "logs", paths: { description: "update" } }]);
    await stack.up();
    await stack.ok("preview", "--expect-no-changes");
  });

  it("imports", async () => {
    const [name = ""] = search.emulator.pipelines.names();
    await stack.ok("import", "quartet:search:SearchIngestPipeline", "found", name, "--yes", "--skip-preview", "--generate-code=false", "--protect=false");
    expect((await stack.resources()).map(({ id }) => id)).toHaveLength(2);
  });

  it("destroys", async () => {
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(await stack.resources()).toEqual([]);
    expect(search.emulator.pipelines.names()).toEqual([]);
  });
});
