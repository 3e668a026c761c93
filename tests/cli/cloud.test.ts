// Module cloud with the real CLI, every resource type in one program: up, no change, change, drift, replacement, destroy, and the end of the service.
import type { JsonObject } from "../emulators/exchange";
import type { Store } from "../emulators/store";
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

/** Returns the only object of a collection. */
function only<T>(store: Store<T>): T {
  const [[, object], ...others] = store.entries() as [[string, T], ...unknown[]];
  expect(others).toEqual([]);
  return object;
}

it("is previewed without a request, and created by up; then nothing changes, neither after a refresh", async () => {
  expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(17).fill("create"));
  expect(cloud.emulator.calls).toEqual([]);
  expect(await stack.up()).toMatch(/\+ 17 created/);
  const { gateway, tags } = cloud.emulator;
  const service = only(gateway.services);
  expect([tags.of(service.id), service.limits]).toEqual([{ team: "shop" }, { release: 500 }]);
  expect(Object.keys(existing(cloud.emulator))).toHaveLength(13);
  expect(await stack.outputs()).toMatchObject({ domain: expect.stringContaining(service.id) as string, secret: "[secret]" });
  writes();
  await stack.ok("preview", "--expect-no-changes");
  await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(writes()).toEqual([]);
});

const variations = { limit: 800, tags: { team: "shop", stage: "live" } };

it("shows changed properties at their paths, and no dependent ones; up writes only these", async () => {
  stack.program(gatewayProgram(variations));
  expect(await stack.steps()).toEqual([{ op: "update", name: "service", paths: { releaseLimit: "update", "tags.stage": "add" } }]);
  expect(await stack.up()).toMatch(/~ 1 updated\s+16 unchanged/);
  expect(writes()).toEqual(["ModifyServiceEnvironmentStrategy", "ModifyResourceTags"]);
});

it("changes, deletions and an environment taken offline by another writer are shown by refresh, and the next up reverts them", async () => {
  const { gateway } = cloud.emulator;
  const { release } = only(gateway.services).publications;
  const { version } = release;
  Object.assign(release, { status: 0, version: "" });
  (only(gateway.apis).definition as JsonObject)["ApiDesc"] = "edited by hand";
  gateway.pluginBindings.drop(only(gateway.plugins).id);
  gateway.domains.clear();
  const refreshed = await stack.ok("refresh", "--yes", "--skip-preview", "--diff");
  expect(refreshed).toMatch(/apiDesc\s*: "One order" => "edited by hand"/);
  expect((await stack.steps()).map(({ op, name, paths }) => [op, name, paths])).toEqual([
    ["update", "api", { apiDesc: "update" }],
    ["create", "domain", {}],
    ["create", "pluginOfApi", {}],
    ["create", "release", {}],
  ]);
  await stack.up();
  expect([only(gateway.apis).definition["ApiDesc"], gateway.domains.names()]).toEqual(["One order", ["api.example.com"]]);
  expect([release.status, release.version === version]).toEqual([1, false]);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});

it("a replaced API is deleted before its replacement is created, its attachments first, and the environment stays online", async () => {
  stack.program(gatewayProgram({ ...variations, owner: "100000000001", note: "Second version" }));
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
