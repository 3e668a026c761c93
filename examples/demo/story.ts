/** The main job in seven steps: what a user does with the provider, run with the real CLI and checked step by step. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, Workspace } from "../../tools/workspace";
import type { DemoServer } from "./server";
import { telling } from "./telling";

/** What the steps work with. */
export interface Stage {
  workspace: Workspace;
  /** The folder with the program. */
  program: string;
  server: DemoServer;
  /** First part of every name on the server. */
  prefix: string;
  say: (line: string) => void;
  interrupt: AbortSignal;
}

/** The CLI did not do what a step needs; carries everything that it said. */
export class StepFailed extends Error {
  constructor(
    message: string,
    readonly run: Run,
  ) {
    super(message);
  }
}

/** Plays all steps. Fails with {@link StepFailed}, or with the reason of the interruption. */
export async function play(stage: Stage): Promise<void> {
  for (const [at, [title, step]] of steps.entries()) {
    stage.say(`\n${at + 1}. ${title}`);
    await step(stage);
  }
}

const steps: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
  ["Create two ingest pipelines and an index template, look the template up", create],
  ["Ask again: nothing is to be done", unchanged],
  ["Change one property of the program", change],
  ["Somebody changes a pipeline behind Pulumi's back: refresh finds it, up mends it", drift],
  ["Take over a pipeline that exists already", adopt],
  ["Remove everything", destroy],
];

async function create(stage: Stage): Promise<void> {
  await quiet(stage, ["stack", "init", "demo"]);
  await quiet(stage, ["config", "set", "prefix", stage.prefix]);
  await told(stage, ["up", "--yes", "--skip-preview"]);
}

async function unchanged(stage: Stage): Promise<void> {
  await told(stage, ["preview", "--expect-no-changes"]);
}

async function change(stage: Stage): Promise<void> {
  edit(stage, "dataRetention: 30d", "dataRetention: 90d");
  stage.say("   Pulumi.yaml: dataRetention: 30d becomes 90d");
  await told(stage, ["preview", "--diff"], /dataRetention: "30d" => "90d"/);
  await told(stage, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
}

async function drift(stage: Stage): Promise<void> {
  const { prefix, server, say } = stage;
  const path = `/_ingest/pipeline/${prefix}-stamp`;
  const { [`${prefix}-stamp`]: pipeline } = (await server.rest("GET", path)) as Record<string, object>;
  await server.rest("PUT", path, { ...withoutDates(pipeline ?? {}), description: "edited by hand" });
  say(`   PUT ${path}: another description`);
  await told(stage, ["refresh", "--yes", "--skip-preview", "--diff", "--suppress-outputs"], /description: ".*" => "edited by hand"/);
  await told(stage, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
}

/** Newer servers tell when a pipeline was written and do not take it back. */
function withoutDates(pipeline: object): object {
  return Object.fromEntries(Object.entries(pipeline).filter(([key]) => !/^(created|modified)_date/.test(key)));
}

async function adopt(stage: Stage): Promise<void> {
  const { prefix, server, say, program } = stage;
  const name = `${prefix}-old`;
  await server.rest("PUT", `/_ingest/pipeline/${name}`, {
    description: "made by hand",
    processors: [{ lowercase: { field: "url.path" } }],
  });
  say(`   PUT /_ingest/pipeline/${name}: made by hand`);
  const args = ["import", "quartet:search:SearchIngestPipeline", "old", name, "--yes", "--skip-preview", "--protect=false"];
  await told(stage, [...args, "--suppress-outputs", "--out", "imported.yaml"]);
  const code = readFileSync(join(program, "imported.yaml"), "utf8").replace(/^resources:\n/, "");
  say("   the code that the CLI wrote, added to Pulumi.yaml:");
  code
    .trimEnd()
    .split("\n")
    .forEach((line) => say(`     ${line}`));
  edit(stage, "\nresources:\n", `\nresources:\n${code}`);
  await told(stage, ["preview", "--expect-no-changes"]);
}

async function destroy(stage: Stage): Promise<void> {
  await told(stage, ["destroy", "--yes", "--skip-preview", "--suppress-outputs"]);
  const left = await stage.server.rest("GET", `/_ingest/pipeline/${stage.prefix}-*`);
  const template = await stage.server.rest("GET", `/_index_template/${stage.prefix}-logs`);
  if (template !== undefined || Object.keys(left ?? {}).length > 0) throw new Error("the server still holds something of the demo");
  stage.say("   the server holds nothing of it any more");
}

function edit({ program }: Stage, from: string, to: string): void {
  const file = join(program, "Pulumi.yaml");
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`the program does not say ${JSON.stringify(from)}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

async function told(stage: Stage, args: readonly string[], expected?: RegExp): Promise<void> {
  stage.say(`   $ pulumi ${args.join(" ")}`);
  const run = await quiet(stage, args);
  telling(run.stdout).forEach((line) => stage.say(`     ${line}`));
  if (expected && !expected.test(run.stdout)) throw new StepFailed("the CLI did not show the expected change", run);
}

async function quiet({ workspace, program, server, interrupt }: Stage, args: readonly string[]): Promise<Run> {
  interrupt.throwIfAborted();
  const run = await workspace.run(args, { cwd: program, environment: server.environment, interrupt });
  interrupt.throwIfAborted();
  if (run.interrupted) throw new StepFailed("the CLI did not end within its time limit", run);
  if (run.code !== 0) throw new StepFailed(`the CLI ended with status ${run.code}`, run);
  appendFileSync(join(workspace.folder, "log"), run.stdout);
  return run;
}
