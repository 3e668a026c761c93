// Module cloud with the real CLI, and the example with most resource types: up, replacement, and the end of the service. tests/examples covers runs without changes, and destroy.
import { cliOfFile, type Stack } from "../support/cli";
import { openCloud, type Cloud } from "../support/cloud";

const cli = cliOfFile();
let cloud: Cloud;
let stack: Stack;

beforeAll(async () => {
  cloud = await openCloud();
  stack = await cli.example("api-gateway-yaml", cloud.environment);
});

/** Returns the write actions since the last call. */
function writes() {
  const seen = cloud.emulator.calls.splice(0);
  expect(seen.filter(({ errorCode }) => errorCode)).toEqual([]);
  return seen.map(({ action }) => action).filter((action) => !action.startsWith("Describe"));
}

it("is created by up", async () => {
  expect(await stack.up()).toMatch(/\+ 16 created/);
  const [serviceId = ""] = cloud.emulator.gateway.services.names();
  expect([cloud.emulator.tags.of(serviceId), cloud.emulator.gateway.services.get(serviceId)?.limits]).toEqual([
    { team: "shop" },
    { release: 500 },
  ]);
  expect(await stack.outputs()).toMatchObject({ defaultDomain: expect.stringContaining(serviceId) as string, partnerSecret: "[secret]" });
});

it("replaced APIs are deleted before their replacements are created, their attachments first, and the environment stays online", async () => {
  const program = stack.read("Pulumi.yaml").replaceAll(/^( *)apiName:/gm, '$1owner: "100000000001"\n$&');
  stack.write("Pulumi.yaml", program.replace("First version", "Second version"));
  writes();
  await stack.up();
  const done = writes();
  const unbindings = ["UnBindEnvironment", "UnbindApiApp", "DetachPlugin", "UnBindIPStrategy"];
  const at = (action: string) => done.indexOf(action);
  expect(unbindings.filter((action) => at(action) < 0 || at(action) > done.lastIndexOf("DeleteApi"))).toEqual([]);
  expect([at("CreateApi") > at("DeleteApi"), at("ReleaseService") > at("CreateApi")]).toEqual([true, true]);
  expect(done).not.toContain("UnReleaseService");
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});

/** See docs/modules/cloud.md#retirement. */
describe("the service goes offline", () => {
  beforeAll(async () => {
    stack.write("state.json", await stack.ok("stack", "export"));
    cloud.emulator.retire("ActionOffline");
  });
  beforeEach(async () => {
    await stack.ok("stack", "import", "--file", "state.json");
    cloud.requests.length = 0;
  });

  /** Runs a command that is expected to fail, and returns the CLI's output. */
  async function failed(command: string) {
    const { code, stdout, stderr } = await stack.run([command, "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    return stdout + stderr;
  }

  const hint = /ActionOffline.*\s+The API gateway goes offline.*announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`/;

  it("refresh and destroy fail with the hint and keep the state", async () => {
    expect([await failed("refresh"), await failed("destroy")]).toEqual([expect.stringMatching(hint), expect.stringMatching(hint)]);
    expect(await stack.resources()).toHaveLength(15);
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
    // Functions would fail.
    const properties = { serviceName: "orders", protocol: "http", netTypes: ["OUTER"] };
    stack.program({ resources: { orders: { type: "quartet:cloud:ApiGatewayService", properties } } });
    await stack.ok("refresh", "--run-program", "--yes", "--skip-preview");
    expect(await stack.resources()).toEqual([]);
    expect(await failed("up")).toMatch(/apiGatewayRetired is true.*accepted no new resources since 2024-07-01/);
    expect([await stack.resources(), cloud.requests]).toEqual([[], []]);
  });
});
