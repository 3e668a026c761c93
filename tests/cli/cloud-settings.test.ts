// The endpoint and the credentials of Tencent Cloud in programs: settings, explicit providers, roles; and the messages for invalid ones.
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, cloudKeys, openCloud } from "../support/cloud";

const role = "qcs::cam::uin/100000000001:roleName/deploy";

let cli: Cli;
let cloud: Cloud;
let stack: Stack;

beforeAll(async () => {
  cloud = await openCloud();
  cli = await openCli();
  stack = await cli.stack("cloud-settings");
});
beforeEach(() => {
  stack.environment = { ...cloud.environment, HOME: cli.workspace.folder, USERPROFILE: cli.workspace.folder };
  cloud.emulator.calls.length = 0;
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeClouds();
});

const plan = (options: object = {}): object => ({
  type: "quartet:cloud:ApiGatewayUsagePlan",
  properties: { usagePlanName: "gold" },
  options,
});
const lookup: Program = {
  variables: { found: { "fn::invoke": { function: "quartet:cloud:getApiGatewayUsagePlans", arguments: {} } } },
  outputs: { count: "${found.lists}" },
};

/** The environment without variables of the cloud's endpoints and credentials. */
function leaveOut(...names: string[]): void {
  for (const name of names) stack.environment[`TENCENTCLOUD_${name}`] = undefined;
}

/** Runs a command that is expected to fail, and returns the CLI's output. */
async function complaint(program: Program, ...args: string[]): Promise<string> {
  stack.program(program);
  const { code, stdout, stderr } = await stack.run(args.length > 0 ? args : ["preview"]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine/m);
  expect(stdout + stderr).not.toContain(cloudKeys.secretKey);
  return stdout;
}

/** An explicit provider with all settings. */
const provider = (more: object = {}): object => ({
  type: "pulumi:providers:quartet",
  properties: {
    protocol: "HTTP",
    domain: `localhost:${cloud.port}`,
    region: "ap-shanghai",
    secretId: cloudKeys.secretId,
    secretKey: { "fn::secret": cloudKeys.secretKey },
    ...more,
  },
});

describe("a provider of the program's own", () => {
  const calls = (): [string, string, boolean][] =>
    cloud.emulator.calls.map(({ action, region, secretId }) => [action, region, secretId === cloudKeys.secretId]);

  it("its settings take precedence over the environment", async () => {
    stack.environment["TENCENTCLOUD_DOMAIN"] = "localhost:9";
    stack.program({ resources: { own: provider(), plan: plan({ provider: "${own}" }) } });
    await stack.up();
    expect(new Set(calls().map(([, region, own]) => `${region} ${own}`))).toEqual(new Set(["ap-shanghai true"]));
    expect(await stack.ok("stack", "export")).not.toContain(cloudKeys.secretKey);
    await stack.ok("destroy", "--yes", "--skip-preview");
    expect(cloud.emulator.gateway.plans.size).toBe(0);
  });

  it("a role is assumed with its keys, once, and signs the requests", async () => {
    leaveOut("SECRET_ID", "SECRET_KEY");
    const assumeRole = { roleArn: role, sessionName: "pulumi-test", sessionDuration: 3600 };
    stack.program({ resources: { own: provider({ assumeRole }), plan: plan({ provider: "${own}" }) } });
    await stack.up();
    expect(calls()[0]).toEqual(["AssumeRole", "ap-shanghai", true]);
    expect(calls().filter(([action]) => action === "AssumeRole")).toHaveLength(1);
    const others = calls().slice(1);
    expect(others.map(([action]) => action)).toContain("CreateUsagePlan");
    expect(others.filter(([, , own]) => own)).toEqual([]);
    await stack.ok("destroy", "--yes", "--skip-preview");
  });

  it("a role that may not be assumed is reported as such", async () => {
    const assumeRole = { roleArn: `${role}-unknown`, sessionName: "pulumi-test" };
    const failureText = await complaint(
      { resources: { own: provider({ assumeRole }), plan: plan({ provider: "${own}" }) } },
      "up",
      "--yes",
      "--skip-preview",
    );
    expect(failureText).toMatch(/Authentication failed: assumeRole: .*RoleNotFound/);
    expect(cloud.emulator.gateway.plans.size).toBe(0);
    stack.program({});
    await stack.up();
  });
});

describe("a wrong setting is reported by its name", () => {
  it.each<[string, object, RegExp]>([
    ["domain", { domain: "https://tencentcloudapi.com" }, /domain.*expected a host name/],
    ["region", { region: "Guang zhou" }, /region.*expected the name of a region/],
    ["secretKey", { secretKey: "pasted \n" }, /secretKey.*Contains a blank, a line break or another character/],
    ["allowedAccountIds", { allowedAccountIds: ["1"], forbiddenAccountIds: ["2"] }, /allowedAccountIds.*forbiddenAccountIds/],
    ["assumeRole", { assumeRole: { roleArn: role, sessionName: "x" } }, /sessionName.*expected 2 to 128 characters; got 1/],
  ])("%s", async (_name, settings, message) => {
    const failureText = await complaint({ resources: { own: provider(settings), plan: plan({ provider: "${own}" }) } });
    expect(failureText).toMatch(message);
    expect(failureText).not.toContain("pasted");
    expect(cloud.emulator.calls).toEqual([]);
  });

  it("protocol in small letters", async () => {
    stack.environment["TENCENTCLOUD_PROTOCOL"] = "http";
    expect(await complaint(lookup)).toMatch(/TENCENTCLOUD_PROTOCOL: expected HTTP or HTTPS, in capital letters/);
  });

  it("an unknown region", async () => {
    stack.environment["TENCENTCLOUD_REGION"] = "ap-atlantis";
    expect(await complaint(lookup)).toMatch(/UnsupportedRegion[^]*Check the setting region and TENCENTCLOUD_REGION/);
  });

  it("a secret key of another secret ID", async () => {
    stack.environment["TENCENTCLOUD_SECRET_KEY"] = "AnotherSecretKey0000000000000000";
    expect(await complaint(lookup)).toMatch(/AuthFailure\.SignatureFailure[^]*does not belong to the secret ID/);
  });
});

describe("without credentials", () => {
  beforeEach(() => leaveOut("SECRET_ID", "SECRET_KEY"));

  it("the first function call lists the credential sources and the remedy", async () => {
    const failureText = await complaint(lookup);
    expect(failureText).toContain("no credentials for Tencent Cloud were found.");
    expect(failureText).toMatch(
      /TENCENTCLOUD_SECRET_ID: not set[^]*default\.credential does not exist[^]*pulumi config set quartet:secretId VALUE/,
    );
    expect(cloud.emulator.calls).toEqual([]);
  });

  it("a preview succeeds, because it sends no request; up fails with the same message", async () => {
    const program = { resources: { plan: plan() } };
    stack.program(program);
    expect((await stack.steps()).map(({ op }) => op)).toEqual(["create"]);
    expect(await complaint(program, "up", "--yes", "--skip-preview")).toContain("no credentials for Tencent Cloud were found.");
  });

  it("a profile of the vendor's command line supplies keys and region", async () => {
    stack.write("quartet.credential", JSON.stringify(cloudKeys));
    stack.write("quartet.configure", JSON.stringify({ _sys_param: { region: "ap-shanghai" } }));
    leaveOut("REGION");
    Object.assign(stack.environment, { TENCENTCLOUD_PROFILE: "quartet", TENCENTCLOUD_SHARED_CREDENTIALS_DIR: stack.folder });
    stack.program(lookup);
    await stack.ok("preview");
    expect(cloud.emulator.calls.map(({ action, region }) => [action, region])).toEqual([["DescribeUsagePlansStatus", "ap-shanghai"]]);
  });

  it("a program of another module needs none", async () => {
    leaveOut("DOMAIN", "PROTOCOL", "REGION");
    const drop = { function: "quartet:search:getSearchIngestProcessorDrop", arguments: {}, return: "json" };
    stack.program({ variables: { drop: { "fn::invoke": drop } }, outputs: { drop: "${drop}" } });
    await stack.up();
    expect(JSON.parse(String((await stack.outputs())["drop"]))).toHaveProperty("drop");
  });
});
