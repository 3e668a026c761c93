// Module cloud with the real CLI, every resource type in one program: up, no change, replacement, destroy, and the end of the service.
import { cliOfFile, type Stack } from "../support/cli";
import { existing, openCloud, type Cloud } from "../support/cloud";
import { gatewayProgram } from "./gateway";

const cli = cliOfFile();
let cloud: Cloud;
let stack: Stack;

beforeAll(async () => {
  cloud = await openCloud();
  stack = await cli.stack("cloud", cloud.environment);
  stack.program(gatewayProgram());
});

/** Returns the write actions since the last call. */
function writes(): string[] {
  const seen = cloud.emulator.calls.splice(0);
  expect(seen.filter(({ errorCode }) => errorCode)).toEqual([]);
  return seen.map(({ action }) => action).filter((action) => !action.startsWith("Describe"));
}

it("is previewed without a request, and created by up; then nothing changes, neither after a refresh", async () => {
  expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(17).fill("create"));
  expect(cloud.emulator.calls).toEqual([]);
  expect(await stack.up()).toMatch(/\+ 17 created/);
  const [serviceId = ""] = cloud.emulator.gateway.services.names();
  expect([cloud.emulator.tags.of(serviceId), cloud.emulator.gateway.services.get(serviceId)?.limits]).toEqual([
    { team: "shop" },
    { release: 500 },
  ]);
  expect(Object.keys(existing(cloud.emulator))).toHaveLength(13);
  expect(await stack.outputs()).toMatchObject({ domain: expect.stringContaining(serviceId) as string, secret: "[secret]" });
  writes();
  await stack.ok("preview", "--expect-no-changes");
  await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(writes()).toEqual([]);
});

it("a replaced API is deleted before its replacement is created, its attachments first, and the environment stays online", async () => {
  stack.program(gatewayProgram({ owner: "100000000001", note: "Second version" }));
  writes();
  await stack.up();
  const done = writes();
  const unbindings = ["UnBindEnvironment", "UnbindApiApp", "DetachPlugin", "UnBindIPStrategy"];
  const at = (action: string): number => done.indexOf(action);
  expect(unbindings.filter((action) => at(action) < 0 || at(action) > at("DeleteApi"))).toEqual([]);
  expect([at("CreateApi") > at("DeleteApi"), at("ReleaseService") > at("CreateApi")]).toEqual([true, true]);
  expect(done).not.toContain("UnReleaseService");
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});

/** The stack after its objects are gone, to be imported again. */
let state: string;

it("destroy leaves nothing", async () => {
  state = await stack.ok("stack", "export");
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect([existing(cloud.emulator), await stack.resources()]).toEqual([{}, []]);
});

/** See docs/modules/cloud.md#retirement. */
describe("the service goes offline", () => {
  beforeAll(() => {
    cloud.emulator.retire("ActionOffline");
    stack.write("state.json", state);
  });
  beforeEach(async () => {
    await stack.ok("stack", "import", "--file", "state.json");
    cloud.requests.length = 0;
  });

  /** Runs a command that is expected to fail, and returns the CLI's output. */
  async function failed(command: string): Promise<string> {
    const { code, stdout, stderr } = await stack.run([command, "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    return stdout + stderr;
  }

  const hint = /ActionOffline.*\s+The API gateway goes offline.*announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`/;

  it("refresh and destroy fail with the hint and keep the state", async () => {
    expect([await failed("refresh"), await failed("destroy")]).toEqual([expect.stringMatching(hint), expect.stringMatching(hint)]);
    expect(await stack.resources()).toHaveLength(16);
  });

  it.each(["refresh", "destroy"])(
    "with the environment variable, %s ends cleanly without the program and without a request",
    async (command) => {
      stack.environment["TENCENTCLOUD_API_GATEWAY_RETIRED"] = "true";
      await stack.ok(command, "--yes", "--skip-preview");
      expect([await stack.resources(), cloud.requests]).toEqual([[], []]);
    },
  );

  it("with `pulumi config` and the program, refresh empties the state, and up creates nothing", async () => {
    stack.environment["TENCENTCLOUD_API_GATEWAY_RETIRED"] = undefined;
    await stack.ok("config", "set", "quartet:apiGatewayRetired", "true");
    await stack.ok("refresh", "--run-program", "--yes", "--skip-preview");
    expect(await stack.resources()).toEqual([]);
    expect(await failed("up")).toMatch(/apiGatewayRetired is true.*accepted no new resources since 2024-07-01/);
    expect([await stack.resources(), cloud.requests]).toEqual([[], []]);
  });
});
