// The service of a stack goes offline: refresh and destroy fail with a hint and keep the state; with the setting they succeed without a request.
// See docs/modules/cloud.md#retirement.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import { gatewayProgram } from "./gateway";

const count = 16;

let cli: Cli;
let cloud: Cloud;
let stack: Stack;

/** A stack with 16 objects of the API gateway, whose service is offline. */
beforeEach(async () => {
  cloud = await openCloud();
  cli = await openCli();
  stack = await cli.stack("retired", cloud.environment);
  stack.program(gatewayProgram());
  await stack.up();
  cloud.emulator.retire("ActionOffline");
  cloud.requests.length = 0;
});
afterEach(async () => {
  await cli?.workspace.remove();
  await closeClouds();
});

/** Runs a command that is expected to fail, and returns the CLI's output. */
async function failed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await stack.run([...args, "--yes", "--skip-preview"]);
  expect(code).not.toBe(0);
  return stdout + stderr;
}

const hint = /ActionOffline.*\s+The API gateway goes offline.*announcement 2475.*`pulumi config set quartet:apiGatewayRetired true`/;

test("refresh and destroy fail with the hint and keep the state; with `pulumi config` and the program, refresh empties it", async () => {
  expect(await failed("refresh")).toMatch(hint);
  expect(await failed("destroy")).toMatch(hint);
  expect(await stack.resources()).toHaveLength(count);
  cloud.requests.length = 0;
  await stack.ok("config", "set", "quartet:apiGatewayRetired", "true");
  await stack.ok("refresh", "--run-program", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
  expect(await failed("up")).toMatch(/apiGatewayRetired is true.*accepted no new resources since 2024-07-01/);
  expect(await stack.resources()).toEqual([]);
  stack.program({});
  await stack.ok("up", "--yes", "--skip-preview");
  expect(cloud.requests).toEqual([]);
});

test("with `pulumi config` and the program, destroy ends cleanly", async () => {
  await stack.ok("config", "set", "quartet:apiGatewayRetired", "true");
  await stack.ok("destroy", "--run-program", "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
  expect(cloud.requests).toEqual([]);
});

test.each(["refresh", "destroy"])("with the environment variable, %s ends cleanly without the program", async (command) => {
  stack.environment = { ...stack.environment, TENCENTCLOUD_API_GATEWAY_RETIRED: "true" };
  await stack.ok(command, "--yes", "--skip-preview");
  expect(await stack.resources()).toEqual([]);
  expect(cloud.requests).toEqual([]);
});
