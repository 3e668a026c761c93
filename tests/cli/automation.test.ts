// A program without files: the Automation API with an inline program, up, outputs, no change, destroy.
import { dirname, join } from "node:path";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import type { Stack } from "@pulumi/pulumi/automation";
import { search as quartet } from "pulumi-quartet";
import { ensurePulumi } from "../../tools/pulumi";
import { cliOfFile } from "../support/cli";
import { openSearch, type Search } from "../support/search";

const cli = cliOfFile();
let search: Search;
let stack: Stack;

async function program(): Promise<Record<string, unknown>> {
  const { json } = await quartet.getSearchIngestProcessorLowercase({ field: "url.path" });
  const access = new quartet.SearchIngestPipeline("access", { name: "access", processors: [json] });
  return { id: access.id, json };
}

beforeAll(async () => {
  search = await openSearch();
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

it("an inline program of the Automation API is created by up, with its outputs, shows no change, and is gone after destroy", async () => {
  const { outputs, summary } = await stack.up();
  expect(summary.resourceChanges).toEqual({ create: 2 });
  expect(outputs["id"]).toEqual({ value: `${search.emulator.clusterUuid}/access`, secret: false });
  expect(search.emulator.pipelines.get("access")).toEqual({ processors: [JSON.parse(outputs["json"]?.value as string)] });
  expect((await stack.preview()).changeSummary).toEqual({ same: 2 });
  await stack.destroy();
  expect(search.emulator.pipelines.size).toBe(0);
});
