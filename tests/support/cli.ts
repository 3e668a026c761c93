// The real Pulumi CLI for tests: stacks of their own in a temporary workspace, run against servers of the test.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ensurePulumi, type Language } from "../../tools/pulumi";
import { createWorkspace, type Run, type RunOptions, type Workspace } from "../../tools/workspace";
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

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};
const plugins = { providers: [{ name: "quartet", path: "../../provider/bin" }] };

/** A stack with the folder of its program. */
export class Stack {
  constructor(
    private readonly workspace: Workspace,
    readonly folder: string,
    private readonly runtime: string,
    /** Variables of every run beside those of the workspace. */
    public environment: Record<string, string | undefined>,
  ) {}

  /** Writes the YAML program; `more` is YAML to append, such as the code that an import wrote. */
  program(program: Program, more = ""): void {
    this.write("Pulumi.yaml", `${yaml({ name: basename(this.folder), runtime: this.runtime, plugins, ...program })}${more}`);
  }

  /** Writes the TypeScript program of a stack of the runtime nodejs. */
  typescript(code: string): void {
    this.write("index.ts", code);
    this.write("package.json", JSON.stringify({ name: basename(this.folder), main: "index.ts" }));
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  }

  /** Writes a file beside it. */
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Reads a file beside it. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Runs the CLI; the response may be a failure. */
  async run(args: readonly string[], options: Partial<RunOptions> = {}): Promise<Run> {
    return this.workspace.run(args, { cwd: this.folder, environment: this.environment, ...options });
  }

  /** Runs the CLI and returns its standard output; throws with all output of the CLI if it fails. */
  async ok(...args: string[]): Promise<string> {
    const done = await this.run(args);
    if (done.code === 0) return done.stdout;
    throw new Error(`pulumi ${args.join(" ")} ended with ${done.code ?? "a signal"}:\n${whatItSaid(done)}`);
  }

  /** `pulumi up` without a preview of its own. */
  async up(): Promise<string> {
    return this.ok("up", "--yes", "--skip-preview");
  }

  /** Destroys all resources. */
  async destroy(): Promise<string> {
    return this.ok("destroy", "--yes", "--skip-preview");
  }

  /** The steps that a preview (or another command that speaks JSON) plans, by name; those without change are left out. */
  async steps(...args: string[]): Promise<Step[]> {
    return stepsOf(await this.ok(...(args.length > 0 ? args : ["preview"]), "--json"));
  }

  /**
   * Imports the objects of an import file into this empty stack, and makes the generated program that of the stack. Expects no warning, and that the program
   * changes nothing.
   */
  async import(resources: readonly object[]): Promise<void> {
    this.write("import.json", JSON.stringify({ resources }));
    const run = await this.run([...importCommand, "imported.yaml"]);
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`= ${resources.length} imported`) });
    expect(run.stdout).not.toMatch(/warning|bug|error:/i);
    this.program({}, this.read("imported.yaml"));
    expect(await this.ok("preview", "--expect-no-changes", "--diff")).toContain(`${resources.length + 1} unchanged`);
  }

  /** The resources of the exported state, by URN; the stack itself and providers are left out. */
  async resources(): Promise<StateResource[]> {
    return resourcesOf(await this.ok("stack", "export"));
  }

  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.ok("stack", "output", "--json")) as Record<string, unknown>;
  }
}

/** The command that imports the objects of `import.json`; the file of the generated program follows. */
export const importCommand = ["import", "--file", "import.json", "--yes", "--skip-preview", "--protect=false", "--out"];

/** The CLI with a workspace. */
export type Cli = Awaited<ReturnType<typeof openCli>>;

/** Opens the CLI that the environment finds; the workspace is to be removed in afterAll. */
export async function openCli(languages: Language[] = ["yaml", "nodejs"], environment = process.env) {
  const workspace = createWorkspace(await ensurePulumi({ languages, environment }), "quartet-cli-");
  const init = async (stack: Stack) => {
    await stack.ok("stack", "init", "test");
    return stack;
  };
  return {
    workspace,
    /** A new stack with an empty program of the runtime. */
    stack: async (name: string, environment: Record<string, string> = {}, runtime = "yaml") => {
      const stack = new Stack(workspace, workspace.emptyProgram(name), runtime, environment);
      stack.program({});
      return init(stack);
    },
    /** A new stack over a copy of one of the repository's examples. */
    example: async (name: string, environment: Record<string, string> = {}) =>
      init(new Stack(workspace, workspace.copyExample(name), "yaml", environment)),
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

/** JSON is YAML. */
const yaml = (values: object) =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${JSON.stringify(value, null, 1)}\n`)
    .join("");

/** The words of a failed run: of JSON only the diagnostics, for the rest is long. */
function whatItSaid({ stdout, stderr }: Run) {
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
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function resourcesOf(json: string) {
  const { deployment } = JSON.parse(json) as { deployment: { resources?: StateResource[] } };
  return (deployment.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:")).sort((a, b) => byText(a.urn, b.urn));
}
