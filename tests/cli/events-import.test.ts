// `pulumi import` for module eventrouting: the generated program shows no change for all twelve resource types; an ID of another form is rejected.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents, routed } from "../support/events";
import { importFile, routing, size } from "./routing";

let cli: Cli;
let events: Events;
let maker: Stack;
let stack: Stack;

beforeAll(async () => {
  events = await openEvents();
  cli = await openCli();
  maker = await cli.stack("event-maker", events.environment);
  stack = await cli.stack("event-adopter", events.environment);
  maker.program(routing());
  await maker.up();
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeEvents();
});

const writes = (): string[] =>
  events.emulator.calls
    .splice(0)
    .map(({ rpc }) => rpc)
    .filter((rpc) => !/^(Get|List)/.test(rpc));

describe("import of every kind at once", () => {
  it("reads all of it, and the code is written without a warning", async () => {
    const created = await maker.resources();
    expect(new Set(created.map(({ type }) => type)).size).toBe(size.kinds);
    stack.write("all.json", importFile(created));
    writes();
    const run = await stack.run(["import", "--file", "all.json", "--yes", "--skip-preview", "--protect=false", "--out", "all.yaml"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(new RegExp(`= ${size.resources} imported`));
    expect(run.stdout).not.toMatch(/warning|bug|error/i);
    expect(writes()).toEqual([]);
  });

  it("the program of that code changes nothing, and a refresh finds no drift", async () => {
    stack.program({}, stack.read("all.yaml"));
    const run = await stack.run(["preview", "--expect-no-changes", "--diff"]);
    expect(run.stdout).toMatch(new RegExp(`${size.resources + 1} unchanged`));
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.up();
    expect(writes()).toEqual([]);
  });

  it("computed and write-only values are absent from the generated code", () => {
    const text = stack.read("all.yaml");
    expect(text).toMatch(/topic: projects\/demo-project\/topics\/orders/);
    expect(text).not.toMatch(/eventarc-us-central1|activationToken: \S*token-of|application\/json|etag/);
  });

  it("the ID alone imports the object in the project and location of the stack", async () => {
    const short = await cli.stack("event-short", events.environment);
    await short.ok("import", "quartet:eventrouting/v1:Trigger", "x", "orders", "--yes", "--skip-preview", "--generate-code=false");
    expect(await short.resources()).toMatchObject([{ id: "projects/demo-project/locations/us-central1/triggers/orders" }]);
  });

  it("the imported objects can be destroyed", async () => {
    await maker.ok("destroy", "--yes", "--skip-preview");
    expect(routed(events.emulator)).toEqual({});
  });
});

describe("import of resources that cannot be imported", () => {
  it.each([
    ["a part of a name", "Trigger", "triggers/orders", /Invalid import ID "triggers\/orders": expected projects\/\{project\}\/locations\//],
    [
      "a binding of an object that is not there",
      "TriggerIamBinding",
      "projects/demo-project/locations/us-central1/triggers/nowhere roles/x",
      /resource .*nowhere.* does not exist/,
    ],
  ])("%s is an error that says so", async (_case, kind, id, message) => {
    const run = await stack.run(["import", `quartet:eventrouting/v1:${kind}`, "x", id, "--yes", "--skip-preview"]);
    expect(run.code).not.toBe(0);
    expect(run.stdout).toMatch(message);
    expect(run.stdout).not.toMatch(/\bat .*\.(ts|cjs|js):\d+/);
  });
});
