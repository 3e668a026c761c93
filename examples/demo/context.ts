/** Runs the CLI, prints and checks its output, and defines the steps that all parts of the demo have. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, Workspace } from "../../tools/workspace";
import { relevantLines } from "./output-lines";

/** The parameters of a step. */
export interface DemoContext {
  workspace: Workspace;
  /** The folder with the program. */
  program: string;
  /** Environment variables with the provider's endpoint and credentials. */
  environment: Record<string, string>;
  /** Prefix of every name on the server. */
  prefix: string;
  log: (line: string) => void;
  interrupt: AbortSignal;
}

/** One step: the heading that is printed before it, and its action. */
export type Step = readonly [title: string, play: (context: DemoContext) => Promise<void>];

/** One part of the demo. */
export interface Story {
  title: string;
  /** The folder below examples that holds its program. */
  example: string;
  /** Description of the server; contains no credentials. */
  server: string;
  environment: Record<string, string>;
  steps: readonly Step[];
}

/** The CLI failed or printed unexpected output; contains its complete output. */
export class StepFailed extends Error {
  constructor(
    message: string,
    readonly run: Run,
  ) {
    super(message);
  }
}

/** Runs all steps. Throws {@link StepFailed}, or the abort reason. */
export async function play(steps: readonly Step[], context: DemoContext): Promise<void> {
  for (const [at, [title, step]] of steps.entries()) {
    context.log(`\n${at + 1}. ${title}`);
    await step(context);
  }
}

/** Creates the stack and the resources of the program. */
export async function create(context: DemoContext): Promise<void> {
  await quiet(context, ["stack", "init", "demo"]);
  await quiet(context, ["config", "set", "prefix", context.prefix]);
  await runAndShow(context, ["up", "--yes", "--skip-preview"]);
}

/** Runs the unchanged program again; expects no change. */
export async function unchanged(context: DemoContext): Promise<void> {
  await runAndShow(context, ["preview", "--expect-no-changes"]);
}

/** Replaces a property value in the program, then runs preview and up. */
export const change =
  (property: string, from: string, to: string) =>
  async (context: DemoContext): Promise<void> => {
    edit(context, `${property}: ${from}`, `${property}: ${to}`);
    context.log(`   Pulumi.yaml: ${property}: ${from} becomes ${to}`);
    await runAndShow(context, ["preview", "--diff"], new RegExp(`${property}: "?${from}"? => "?${to}"?`));
    await runAndShow(context, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
  };

/** Detects a change by another client, and reverts it. */
export async function revertDrift(context: DemoContext, expected: RegExp): Promise<void> {
  await runAndShow(context, ["refresh", "--yes", "--skip-preview", "--diff", "--suppress-outputs"], expected);
  await runAndShow(context, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
}

/** Destroys the stack; fails if `left` finds an object on the server afterwards. */
export async function destroy(context: DemoContext, left: () => Promise<boolean> | boolean): Promise<void> {
  await runAndShow(context, ["destroy", "--yes", "--skip-preview", "--suppress-outputs"]);
  if (await left()) throw new Error("the server still holds something of the demo");
  context.log("   the server holds nothing of it any more");
}

/** Replaces a text in the program. Throws if the program does not contain it. */
export function edit({ program }: DemoContext, from: string, to: string): void {
  const file = join(program, "Pulumi.yaml");
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`the program does not say ${JSON.stringify(from)}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

/** Runs the CLI and prints the relevant lines. Fails with {@link StepFailed} if the CLI fails or its output is not the expected one. */
export async function runAndShow(context: DemoContext, args: readonly string[], expected?: RegExp): Promise<void> {
  context.log(`   $ pulumi ${args.join(" ")}`);
  const run = await quiet(context, args);
  relevantLines(run.stdout).forEach((line) => context.log(`     ${line}`));
  if (expected && !expected.test(run.stdout)) throw new StepFailed("the CLI did not show the expected change", run);
}

/** Runs the CLI, which has to fail with the expected message, and prints the relevant lines. */
export async function refuse(context: DemoContext, args: readonly string[], expected: RegExp): Promise<void> {
  context.log(`   $ pulumi ${args.join(" ")}`);
  const run = await runCli(context, args);
  relevantLines(run.stdout).forEach((line) => context.log(`     ${line}`));
  if (run.code === 0 || !expected.test(run.stdout)) throw new StepFailed("the CLI did not refuse as expected", run);
}

async function quiet(context: DemoContext, args: readonly string[]): Promise<Run> {
  const run = await runCli(context, args);
  if (run.code !== 0) throw new StepFailed(`the CLI ended with status ${run.code}`, run);
  return run;
}

async function runCli({ workspace, program, environment, interrupt }: DemoContext, args: readonly string[]): Promise<Run> {
  interrupt.throwIfAborted();
  const run = await workspace.run(args, { cwd: program, environment, interrupt });
  interrupt.throwIfAborted();
  if (run.interrupted) throw new StepFailed("the CLI did not end within its time limit", run);
  appendFileSync(join(workspace.folder, "log"), run.stdout);
  return run;
}
