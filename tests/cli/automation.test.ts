// A program without files: the Automation API with an inline program, up, outputs, no change, destroy.
import { dirname, join } from "node:path";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import type { Stack } from "@pulumi/pulumi/automation";
import { search as quartet } from "pulumi-quartet";
import { ensurePulumi } from "../../tools/pulumi";
import type { Cli } from "../support/cli";
import { openCli } from "../support/cli";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
let search: Search;
let stack: Stack;

async function program(): Promise<Record<string, unknown>> {
  const { json } = await quartet.getSearchIngestProcessorLowercase({ field: "url.path" });
  const access = new quartet.SearchIngestPipeline("access", { name: "access", processors: [json] });
  return { id: access.id, json };
}

beforeAll(async () => {
  search = await openSearch();
  cli = await openCli();
  const { command } = await ensurePulumi({ languages: ["yaml", "nodejs"] });
  const pulumiCommand = await PulumiCommand.get({ root: dirname(dirname(command)) });
  const envVars = Object.fromEntries(Object.entries({ ...cli.workspace.environment, ...search.environment }).map(([k, v]) => [k, v ?? ""]));
  const plugins = { providers: [{ name: "quartet", path: join(cli.workspace.folder, "provider", "bin") }] };
  const projectSettings = { name: "inline", runtime: "nodejs" as const, plugins };
  stack = await LocalWorkspace.createStack(
    { projectName: "inline", stackName: "test", program },
    { workDir: cli.workspace.emptyProgram("inline"), envVars, pulumiCommand, projectSettings },
  );
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

describe("an inline program of the Automation API", () => {
  it("is created by up, with its outputs", async () => {
    const { outputs, summary } = await stack.up();
    expect(summary.resourceChanges).toEqual({ create: 2 });
    expect(outputs["id"]).toEqual({ value: `${search.emulator.clusterUuid}/access`, secret: false });
    expect(search.emulator.pipelines.get("access")).toEqual({ processors: [JSON.parse(outputs["json"]?.value as string)] });
  });

  it("shows no change in a preview", async () => {
    expect((await stack.preview()).changeSummary).toEqual({ same: 2 });
  });

  it("is gone after destroy", async () => {
    await stack.destroy();
    expect(search.emulator.pipelines.size).toBe(0);
  });
});
