// `pulumi import` for module cloud: the generated program shows no change for each importable resource type; the others fail with the reason.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud, existing } from "../support/cloud";
import { gatewayProgram, importFile, once } from "./gateway";

let cli: Cli;
let cloud: Cloud;
let maker: Stack;
let stack: Stack;

beforeAll(async () => {
  cloud = await openCloud();
  cli = await openCli();
  maker = await cli.stack("maker", cloud.environment);
  stack = await cli.stack("adopter", cloud.environment);
  maker.program(gatewayProgram());
  await maker.up();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeClouds();
});

const writes = (): string[] =>
  cloud.emulator.calls
    .splice(0)
    .map(({ action }) => action)
    .filter((action) => !action.startsWith("Describe"));

describe("import of every kind at once", () => {
  it("reads all of it, and the code is written without a warning", async () => {
    const created = await maker.resources();
    expect(new Set(created.map(({ type }) => type)).size).toBe(16);
    stack.write("all.json", importFile(created));
    writes();
    const run = await stack.run(["import", "--file", "all.json", "--yes", "--skip-preview", "--protect=false", "--out", "all.yaml"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/= 16 imported/);
    expect(run.stdout).not.toMatch(/warning|bug|error/i);
    expect(writes()).toEqual([]);
  });

  it("keeps each ID as the create returned it", async () => {
    const ids = async (of: Stack): Promise<unknown> => (await of.resources()).map(({ type, id }) => [type, id]).sort();
    expect(await ids(stack)).toEqual(await ids(maker));
  });

  it("the program of that code changes nothing, and a refresh finds no drift", async () => {
    stack.program({}, stack.read("all.yaml"));
    const run = await stack.run(["preview", "--expect-no-changes", "--diff"]);
    expect(run.stdout).toMatch(/17 unchanged/);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.up();
    expect(writes()).toEqual([]);
  });

  it("a property changed in that program is the only change", async () => {
    const text = stack.read("Pulumi.yaml");
    expect(text).toContain("maxRequestNumPreSec: 50");
    stack.write("Pulumi.yaml", text.replace("maxRequestNumPreSec: 50", "maxRequestNumPreSec: 60"));
    expect(await stack.steps()).toEqual([{ op: "update", name: "plan", paths: { maxRequestNumPreSec: "update" } }]);
  });

  it("the imported objects can be destroyed", async () => {
    await maker.ok("destroy", "--yes", "--skip-preview");
    expect(existing(cloud.emulator)).toEqual({});
  });
});

describe("import of resources that cannot be imported", () => {
  const rejected = async (kind: string, id: string): Promise<string> => {
    const run = await stack.run(["import", `quartet:cloud:${kind}`, "x", id, "--yes", "--skip-preview"]);
    expect(run.code).not.toBe(0);
    expect(run.stdout).not.toMatch(/\bat .*\.(ts|cjs|js):\d+/);
    return run.stdout;
  };

  it.each(once)("%s reports that it leaves nothing to import", async (kind) => {
    cloud.emulator.calls.length = 0;
    expect(await rejected(kind, "service-k3v9x2ab")).toMatch(new RegExp(`Import failed: quartet:cloud:${kind} `));
    expect(cloud.emulator.calls).toEqual([]);
  });

  it.each([
    ["an API without its service", "ApiGatewayApi", "api-7fq2m0zd", /Invalid import ID "api-7fq2m0zd": expected <serviceId>#<apiId>/],
    ["a binding with too few parts", "ApiGatewayApiKeyAttachment", "AKIDx", /Invalid import ID "AKIDx": expected <apiKeyId>#<usagePlanId>/],
    ["an object that is not there", "ApiGatewayPlugin", "plugin-b6n0t3ys", /resource .*plugin-b6n0t3ys.* does not exist/],
  ])("%s is an error that names the reason", async (_case, kind, id, message) => {
    expect(await rejected(kind, id)).toMatch(message);
  });
});
