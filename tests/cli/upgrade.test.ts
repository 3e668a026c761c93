// The stack of a released version with a resource of every type: this build shows no change and sends no write, with the real CLI.
import { openCli, type Cli, type Stack } from "../support/cli";
import { moduleNames, recordedVersions } from "../upgrade/recording";
import { openRemotes, project, readStack, setTime, type OpenRemotes } from "../upgrade/stack";

/** The emulators' clock while this build runs. */
const now = new Date("2026-04-01T08:00:00.000Z");

describe.each(recordedVersions())("the stack of version %s", (version) => {
  const { program, state, journals } = readStack(version);
  // One for each version: their stacks have the same project and name.
  let cli: Cli;
  let remotes: OpenRemotes;
  let stack: Stack;

  beforeAll(async () => {
    cli = await openCli();
    remotes = await openRemotes();
    for (const module of moduleNames) remotes.remotes[module].remote.replay(journals[module]);
    setTime(remotes, now);
    stack = await cli.stack(project, remotes.environment);
    stack.program(program);
    stack.write("state.json", JSON.stringify(state));
    await stack.ok("stack", "import", "--file", "state.json");
    writes();
  });
  afterAll(async () => {
    await cli?.workspace.remove();
    await remotes?.stop();
  });

  const writes = () => moduleNames.flatMap((module) => remotes.remotes[module].remote.journal.splice(0).map(({ call }) => call));
  const unchanged = async (...args: string[]) => {
    const run = await stack.run([...args, "--expect-no-changes"]);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/\d\d unchanged/);
    expect(writes()).toEqual([]);
  };

  it("is previewed, refreshed and deployed without a change", async () => {
    await unchanged("preview");
    await unchanged("refresh", "--yes", "--skip-preview");
    await unchanged("up", "--yes", "--skip-preview");
  });

  it("is destroyed", async () => {
    await stack.destroy();
    expect(await stack.resources()).toEqual([]);
    expect(writes().length).toBeGreaterThan(30);
  });
});
