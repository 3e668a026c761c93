// The real Pulumi CLI for tests: stacks of their own in a temporary workspace, run against servers of the test.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePulumi, type Language } from "../../tools/pulumi";
import type { Run, RunOptions, Workspace } from "../../tools/workspace";
import { createWorkspace } from "../../tools/workspace";
import { closeServices } from "./services";

// One run takes one to four seconds on an idle machine. The recorder of the upgrade tests runs without jest.
if (typeof jest !== "undefined") jest.setTimeout(180_000);

/** A YAML program; what is left out is empty. */
export interface Program {
  config?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  resources?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

/** What a plan or a refresh does to one resource. */
export interface Step {
  op: string;
  /** Name of the resource in the program. */
  name: string;
  /** Property path to kind of change: `add`, `update`, `delete`, with `-replace` where it replaces. */
  paths: Record<string, string>;
}

/** A resource as the exported state holds it. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  provider?: string;
  initErrors?: string[];
}

/** A stack with the folder of its program. */
export interface Stack {
  folder: string;
  /** Variables of every run beside those of the workspace. */
  environment: Record<string, string | undefined>;
  /** Writes the YAML program; `more` is YAML to append, such as the code that an import wrote. */
  program(program: Program, more?: string): void;
  /** Writes the TypeScript program of a stack of the runtime nodejs. */
  typescript(code: string): void;
  /** Writes a file beside it. */
  write(file: string, text: string): void;
  /** Reads a file beside it. */
  read(file: string): string;
  /** Runs the CLI; the response may be a failure. */
  run(args: readonly string[], options?: Partial<RunOptions>): Promise<Run>;
  /** Runs the CLI and returns its standard output; throws with all output of the CLI if it fails. */
  ok(...args: string[]): Promise<string>;
  /** `pulumi up` without a preview of its own. */
  up(): Promise<string>;
  /** The steps that a preview (or another command that speaks JSON) plans, by name; those without change are left out. */
  steps(...args: string[]): Promise<Step[]>;
  /** The resources of the exported state, by URN; the stack itself and providers are left out. */
  resources(): Promise<StateResource[]>;
  outputs(): Promise<Record<string, unknown>>;
}

/** The CLI with a workspace. */
export interface Cli {
  workspace: Workspace;
  /** A new stack with an empty program of the runtime. */
  stack(name: string, environment?: Record<string, string>, runtime?: string): Promise<Stack>;
  /** A new stack over a copy of one of the repository's examples. */
  example(name: string, environment?: Record<string, string>): Promise<Stack>;
}

/** Opens the CLI that the environment finds; the workspace is to be removed in afterAll. */
export async function openCli(languages: Language[] = ["yaml", "nodejs"], environment = process.env): Promise<Cli> {
  const cli = await ensurePulumi({ languages, environment });
  const workspace = createWorkspace(cli, "quartet-cli-");
  const init = async (stack: Stack): Promise<Stack> => {
    await stack.ok("stack", "init", "test");
    return stack;
  };
  return {
    workspace,
    stack: (name, environment = {}, runtime = "yaml") => {
      const stack = stackIn(workspace, workspace.emptyProgram(name), { environment, runtime });
      stack.program({});
      return init(stack);
    },
    example: (name, environment = {}) => init(stackIn(workspace, workspace.copyExample(name), { environment, runtime: "yaml" })),
  };
}

/** The CLI for all tests of a file. Its workspace, and all services that the tests have opened, end with the last of them. */
export function cliOfFile(languages?: Language[]): Cli {
  const cli = {} as Cli;
  beforeAll(async () => void Object.assign(cli, await openCli(languages)));
  afterAll(async () => {
    await cli.workspace?.remove();
    await closeServices();
  });
  return cli;
}

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};
const plugins = { providers: [{ name: "quartet", path: "../../provider/bin" }] };

function stackIn(
  workspace: Workspace,
  folder: string,
  { environment, runtime }: { environment: Record<string, string>; runtime: string },
): Stack {
  const name = folder.split(/[/\\]/).at(-1);
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const run: Stack["run"] = (args, options = {}) => workspace.run(args, { cwd: folder, environment: stack.environment, ...options });
  const ok = async (...args: string[]): Promise<string> => {
    const done = await run(args);
    if (done.code === 0) return done.stdout;
    throw new Error(`pulumi ${args.join(" ")} ended with ${done.code ?? "a signal"}:\n${whatItSaid(done)}`);
  };
  const stack: Stack = {
    folder,
    environment,
    program: (program, more = "") => write("Pulumi.yaml", `${yaml({ name, runtime, plugins, ...program })}${more}`),
    typescript(code) {
      write("index.ts", code);
      write("package.json", JSON.stringify({ name, main: "index.ts" }));
      write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    },
    write,
    read: (file) => readFileSync(join(folder, file), "utf8"),
    run,
    ok,
    up: () => ok("up", "--yes", "--skip-preview"),
    steps: async (...args) => stepsOf(await ok(...(args.length > 0 ? args : ["preview"]), "--json")),
    resources: async () => resourcesOf(await ok("stack", "export")),
    outputs: async () => JSON.parse(await ok("stack", "output", "--json")) as Record<string, unknown>,
  };
  return stack;
}

/** JSON is YAML. */
const yaml = (values: object): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value, null, 1)}\n`)
    .join("");

/** The words of a failed run: of JSON only the diagnostics, for the rest is long. */
function whatItSaid({ stdout, stderr }: Run): string {
  const [, diagnostics] = /^ {4}("diagnostics": \[.*?^ {4}\])/ms.exec(stdout) ?? [];
  return [diagnostics ?? stdout, stderr].join("\n");
}

interface JsonStep {
  op: string;
  urn: string;
  detailedDiff: Record<string, { kind: string }> | null;
}

function stepsOf(json: string): Step[] {
  const { steps = [] } = JSON.parse(json) as { steps?: JsonStep[] };
  return steps
    .filter(({ op, detailedDiff }) => op !== "same" && !(op === "refresh" && !detailedDiff))
    .map(({ op, urn, detailedDiff }) => ({
      op,
      name: urn.split("::").at(-1) ?? "",
      paths: Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([path, { kind }]) => [path, kind])),
    }))
    .sort((a, b) => byText(a.name, b.name));
}

/** The engine works on several resources at once, so that their order differs from run to run. */
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function resourcesOf(json: string): StateResource[] {
  const { deployment } = JSON.parse(json) as { deployment: { resources?: StateResource[] } };
  return (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:")).sort((a, b) => byText(a.urn, b.urn));
}
