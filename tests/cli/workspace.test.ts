// The workspace in which demo and tests run the CLI, with a fake CLI: its environment, its termination, the cleanup.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, type Workspace } from "../../tools/workspace";
import { folder, program } from "../tools/files";

let tools: string;
let workspace: Workspace;

/** A shell script in place of the CLI, in an environment with variables of the user. */
function open(script: string) {
  const environment = {
    PATH: process.env["PATH"],
    PULUMI_STACK: "mine",
    ELASTICSEARCH_PASSWORD: "mine",
    QUARTET_CREDENTIALS: "environment",
    LANG: "C",
  };
  workspace = createWorkspace(
    { command: program(tools, "pulumi", script), version: "3.256.0", built: true, environment },
    "quartet-workspace-",
  );
  return workspace;
}

const here = () => ({ cwd: workspace.emptyProgram("here") });

beforeEach(() => void (tools = folder()));
afterEach(() => workspace.remove());

describe("a workspace", () => {
  it("hides the user's stacks, servers and credentials from the CLI", async () => {
    const { stdout } = await open("env").run(["x"], { ...here(), environment: { ELASTICSEARCH_ENDPOINTS: "http://a:1", LANG: undefined } });
    expect(stdout).not.toContain("mine");
    expect(stdout).not.toMatch(/^(LANG|QUARTET_CREDENTIALS)=/m);
    expect(stdout).toContain("ELASTICSEARCH_ENDPOINTS=http://a:1\n");
    expect(stdout).toContain(`PULUMI_HOME=${join(workspace.folder, "home")}\n`);
    expect(stdout).toContain(`PULUMI_BACKEND_URL=file://${join(workspace.folder, "state")}\n`);
  });

  it("is not interactive, and returns status and output", async () => {
    const run = await open('echo "$@"; echo oops >&2; exit 3').run(["up", "--yes"], here());
    expect(run).toEqual({
      args: ["up", "--yes"],
      code: 3,
      stdout: "up --yes --non-interactive --color never\n",
      stderr: "oops\n",
      interrupted: false,
    });
  });

  it("fails where the CLI cannot be started", async () => {
    open("exit 0");
    await expect(workspace.run(["x"], { cwd: join(workspace.folder, "nowhere") })).rejects.toThrow(/ENOENT/);
  });

  it("copies an example with the layout of the repository around it, without its stacks", () => {
    open("exit 0");
    const copy = workspace.copyExample("search-logs-yaml");
    expect(readdirSync(copy)).toEqual(["Pulumi.yaml"]);
    expect(existsSync(join(copy, "../../provider/bin/pulumi-resource-quartet"))).toBe(true);
    expect(existsSync(join(copy, "../../node_modules/pulumi-quartet/package.json"))).toBe(true);
  });
});

/** Counts its Ctrl-Cs and ends half a second after the first one. */
const script = `n=0
trap 'n=$((n + 1))' INT
echo ready
while [ $n -eq 0 ]; do sleep 0.05; done
sleep 0.5
echo "interrupted $n"
exit 1`;

describe("ending a run", () => {
  it("a time limit sends one Ctrl-C, and the CLI may clean up", async () => {
    const run = await open(script).run(["x"], { ...here(), seconds: 1 });
    expect(run).toMatchObject({ code: 1, interrupted: true, stdout: "ready\ninterrupted 1\n" });
  });

  it("the signal of the caller sends one as well, before or during the run, once or twice", async () => {
    const interrupt = new AbortController();
    const run = await open(script).run(["x"], { ...here(), interrupt: interrupt.signal, onOutput: () => interrupt.abort() });
    expect(run).toMatchObject({ code: 1, interrupted: true, stdout: "ready\ninterrupted 1\n" });
  });

  it("remove ends running commands before it deletes the folder", async () => {
    open(script);
    let ended = "";
    const running = workspace.run(["x"], { ...here(), onOutput: (text) => (ended += text) });
    writeFileSync(join(workspace.folder, "something"), "");
    while (!ended.includes("ready")) await new Promise((resolve) => setImmediate(resolve));
    await workspace.remove();
    expect(await running).toMatchObject({ interrupted: true, code: 1 });
    expect(existsSync(workspace.folder)).toBe(false);
    await workspace.remove();
  });
});
