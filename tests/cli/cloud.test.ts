// The main path of module cloud with the real CLI, every resource type in one program: up, no change, change, drift, replacement, destroy.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud, existing } from "../support/cloud";
import type { JsonObject } from "../emulators/exchange";
import type { Store } from "../emulators/store";
import { gatewayProgram } from "./gateway";

let cli: Cli;
let cloud: Cloud;
let stack: Stack;

beforeAll(async () => {
  cloud = await openCloud();
  cli = await openCli();
  stack = await cli.stack("cloud", cloud.environment);
  stack.program(gatewayProgram());
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeClouds();
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

describe("a YAML program with an object of every kind", () => {
  it("is previewed without a request", async () => {
    expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(17).fill("create"));
    expect(cloud.emulator.calls).toEqual([]);
  });

  it("is created by up", async () => {
    expect(await stack.up()).toMatch(/\+ 17 created/);
    const { gateway, tags } = cloud.emulator;
    const service = only(gateway.services);
    expect(tags.of(service.id)).toEqual({ team: "shop" });
    expect(service.limits).toEqual({ release: 500 });
    expect(only(gateway.domains).mappings).toHaveLength(2);
    expect(Object.keys(existing(cloud.emulator))).toHaveLength(13);
    expect(await stack.outputs()).toMatchObject({ domain: expect.stringContaining(service.id) as string, secret: "[secret]" });
  });

  it("shows no change in the next preview, and none after a refresh; neither writes", async () => {
    writes();
    await stack.ok("preview", "--expect-no-changes");
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    expect(writes()).toEqual([]);
  });

  it("shows changed properties at their paths, and no dependent ones; up writes only these", async () => {
    stack.program(gatewayProgram({ limit: 800, tags: { team: "shop", stage: "live" } }));
    expect(await stack.steps()).toEqual([{ op: "update", name: "service", paths: { releaseLimit: "update", "tags.stage": "add" } }]);
    expect(await stack.ok("preview", "--diff")).toMatch(/~ releaseLimit: 500 => 800/);
    writes();
    expect(await stack.up()).toMatch(/~ 1 updated\s+16 unchanged/);
    expect(writes()).toEqual(["ModifyServiceEnvironmentStrategy", "ModifyResourceTags"]);
    expect(await stack.steps()).toEqual([]);
  });
});

describe("changes by another writer", () => {
  const variations = { limit: 800, tags: { team: "shop", stage: "live" } };

  it("are shown by refresh, and the next up reverts them", async () => {
    const { gateway } = cloud.emulator;
    (only(gateway.apis).definition as JsonObject)["ApiDesc"] = "edited by hand";
    only(gateway.plans).given["MaxRequestNumPreSec"] = 7;
    const refreshed = await stack.ok("refresh", "--yes", "--skip-preview", "--diff");
    expect(refreshed).toMatch(/apiDesc\s*: "One order" => "edited by hand"/);
    expect(refreshed).toMatch(/maxRequestNumPreSec: 50 => 7/);
    expect((await stack.steps()).map(({ name, paths }) => [name, paths])).toEqual([
      ["api", { apiDesc: "update" }],
      ["plan", { maxRequestNumPreSec: "update" }],
    ]);
    await stack.up();
    expect(only(gateway.apis).definition["ApiDesc"]).toBe("One order");
    expect(only(gateway.plans).given["MaxRequestNumPreSec"]).toBe(50);
  });

  it("that delete an object: it is created again", async () => {
    const { gateway } = cloud.emulator;
    gateway.pluginBindings.drop(only(gateway.plugins).id);
    gateway.domains.clear();
    await stack.ok("refresh", "--yes", "--skip-preview");
    expect((await stack.steps()).map(({ op, name }) => [op, name])).toEqual([
      ["create", "domain"],
      ["create", "pluginOfApi"],
    ]);
    await stack.up();
    expect(gateway.domains.names()).toEqual(["api.example.com"]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });

  it("an environment that was taken offline is published again", async () => {
    const [release] = only(cloud.emulator.gateway.services).publications.release.history;
    Object.assign(only(cloud.emulator.gateway.services).publications.release, { status: 0, version: "" });
    await stack.ok("refresh", "--yes", "--skip-preview");
    expect((await stack.steps()).map(({ op, name }) => [op, name])).toEqual([["create", "release"]]);
    await stack.up();
    expect(only(cloud.emulator.gateway.services).publications.release).toMatchObject({ status: 1 });
    expect(only(cloud.emulator.gateway.services).publications.release.version).not.toBe(release?.version);
    stack.program(gatewayProgram(variations));
    expect(await stack.steps()).toEqual([]);
  });
});

describe("a replaced API", () => {
  it("is deleted before its replacement is created, its attachments first, and the environment stays online", async () => {
    stack.program(gatewayProgram({ limit: 800, tags: { team: "shop", stage: "live" }, owner: "100000000001", note: "Second version" }));
    writes();
    await stack.up();
    const done = writes();
    const at = (action: string): number => done.indexOf(action);
    expect(at("DeleteApi")).toBeGreaterThan(-1);
    expect(at("CreateApi")).toBeGreaterThan(at("DeleteApi"));
    for (const unbinding of ["UnBindEnvironment", "UnbindApiApp", "DetachPlugin", "UnBindIPStrategy"]) {
      expect(at(unbinding)).toBeGreaterThan(-1);
      expect(at(unbinding)).toBeLessThan(at("DeleteApi"));
    }
    expect(at("ReleaseService")).toBeGreaterThan(at("CreateApi"));
    expect(done).not.toContain("UnReleaseService");
    expect(only(cloud.emulator.gateway.apis).definition["Owner"]).toBe("100000000001");
    expect(await stack.steps()).toEqual([]);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });
});

it("destroy leaves nothing", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(existing(cloud.emulator)).toEqual({});
  expect(await stack.resources()).toEqual([]);
});
