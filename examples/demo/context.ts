/** What the parts of the demo share: runs of the CLI that are shown and checked, and the steps that are the same in each. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, Workspace } from "../../tools/workspace";
import { telling } from "./telling";

/** What the steps work with. */
export interface DemoContext {
  workspace: Workspace;
  /** The folder with the program. */
  program: string;
  /** Variables that lead the provider to the server of the story. */
  environment: Record<string, string>;
  /** First part of every name on the server. */
  prefix: string;
  say: (line: string) => void;
  interrupt: AbortSignal;
}

/** One step: what is said before it, and what is done. */
export type Step = readonly [title: string, play: (context: DemoContext) => Promise<void>];

/** One act of the demo. */
export interface Story {
  title: string;
  /** The folder below examples that holds its program. */
  example: string;
  /** What the program runs on; holds no credentials. */
  server: string;
  environment: Record<string, string>;
  steps: readonly Step[];
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
export async function play(steps: readonly Step[], context: DemoContext): Promise<void> {
  for (const [at, [title, step]] of steps.entries()) {
    context.say(`\n${at + 1}. ${title}`);
    await step(context);
  }
}

/** Makes the stack and all that the program describes. */
export async function create(context: DemoContext): Promise<void> {
  await quiet(context, ["stack", "init", "demo"]);
  await quiet(context, ["config", "set", "prefix", context.prefix]);
  await runAndShow(context, ["up", "--yes", "--skip-preview"]);
}

/** Shows that the same program again changes nothing. */
export async function unchanged(context: DemoContext): Promise<void> {
  await runAndShow(context, ["preview", "--expect-no-changes"]);
}

/** Changes a property in the program from one text to another, shows the plan and carries it out. */
export const change =
  (property: string, from: string, to: string) =>
  async (context: DemoContext): Promise<void> => {
    edit(context, `${property}: ${from}`, `${property}: ${to}`);
    context.say(`   Pulumi.yaml: ${property}: ${from} becomes ${to}`);
    await runAndShow(context, ["preview", "--diff"], new RegExp(`${property}: "?${from}"? => "?${to}"?`));
    await runAndShow(context, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
  };

/** Shows a change by another writer, and reverts it. */
export async function revertDrift(context: DemoContext, expected: RegExp): Promise<void> {
  await runAndShow(context, ["refresh", "--yes", "--skip-preview", "--diff", "--suppress-outputs"], expected);
  await runAndShow(context, ["up", "--yes", "--skip-preview", "--suppress-outputs"]);
}

/** Removes all that the stack holds; fails where `left` still finds something on the server. */
export async function destroy(context: DemoContext, left: () => Promise<boolean> | boolean): Promise<void> {
  await runAndShow(context, ["destroy", "--yes", "--skip-preview", "--suppress-outputs"]);
  if (await left()) throw new Error("the server still holds something of the demo");
  context.say("   the server holds nothing of it any more");
}

/** Changes the text of the program. Fails where it does not say what is to be changed. */
export function edit({ program }: DemoContext, from: string, to: string): void {
  const file = join(program, "Pulumi.yaml");
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`the program does not say ${JSON.stringify(from)}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}

/** Runs the CLI and shows the lines that matter. Fails with {@link StepFailed} if the CLI fails or its output is not the expected one. */
export async function runAndShow(context: DemoContext, args: readonly string[], expected?: RegExp): Promise<void> {
  context.say(`   $ pulumi ${args.join(" ")}`);
  const run = await quiet(context, args);
  telling(run.stdout).forEach((line) => context.say(`     ${line}`));
  if (expected && !expected.test(run.stdout)) throw new StepFailed("the CLI did not show the expected change", run);
}

async function quiet({ workspace, program, environment, interrupt }: DemoContext, args: readonly string[]): Promise<Run> {
  interrupt.throwIfAborted();
  const run = await workspace.run(args, { cwd: program, environment, interrupt });
  interrupt.throwIfAborted();
  if (run.interrupted) throw new StepFailed("the CLI did not end within its time limit", run);
  if (run.code !== 0) throw new StepFailed(`the CLI ended with status ${run.code}`, run);
  appendFileSync(join(workspace.folder, "log"), run.stdout);
  return run;
}
