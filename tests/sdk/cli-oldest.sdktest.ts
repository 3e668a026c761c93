/** The plugin with the oldest supported CLI, which is built from source: a stack from its first preview to its end. */
import floors from "../../tools/floors.json";
import { openCli, type Cli, type Program, type Stack } from "../support/cli";
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
  const steps = async () => (await stack.steps()).filter(({ name }) => name === "logs");

  it("previews, creates, updates in place, imports and destroys", async () => {
    expect((await stack.ok("version")).trim()).toBe(`v${floors.cli}`);
    stack.program(program("first"));
    expect(await steps()).toMatchObject([{ op: "create", name: "logs" }]);
    await stack.up();
    const [name = ""] = search.emulator.pipelines.names();
    expect(await stack.outputs()).toEqual({ name });
    await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    stack.program(program("second"));
    expect(await steps()).toEqual([{ op: "update", name: "logs", paths: { description: "update" } }]);
    await stack.up();
    await stack.ok("preview", "--expect-no-changes");
    const importing = ["--yes", "--skip-preview", "--generate-code=false", "--protect=false"];
    await stack.ok("import", "quartet:search:SearchIngestPipeline", "found", name, ...importing);
    expect(await stack.resources()).toHaveLength(2);
    await stack.destroy();
    expect([await stack.resources(), search.emulator.pipelines.names()]).toEqual([[], []]);
  });
});
