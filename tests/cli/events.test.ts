// The main path of module eventrouting with the real CLI, every resource type in one program: up, no change, change, drift, operations that fail, destroy.
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents, routed } from "../support/events";
import { routing, size } from "./routing";

let cli: Cli;
let events: Events;
let stack: Stack;

beforeAll(async () => {
  events = await openEvents();
  cli = await openCli();
  stack = await cli.stack("events", events.environment);
  stack.program(routing());
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeEvents();
});

const place = "projects/demo-project/locations/us-central1";
const orders = `${place}/triggers/orders`;
const partner = `${place}/channels/partner`;

/** Returns the write requests since the last call, with their update masks. */
function writes(): [rpc: string, name: string, mask: unknown][] {
  const seen = events.emulator.calls.splice(0);
  expect(seen.filter(({ status }) => status !== "OK")).toEqual([]);
  return seen.filter(({ rpc }) => /^(Create|Update|Delete|Set)/.test(rpc)).map(({ rpc, name, query }) => [rpc, name, query["updateMask"]]);
}

const labels = (): unknown => events.emulator.objects.triggers.get(orders)?.["labels"];
const initErrorsOf = async (): Promise<string[]> => (await stack.resources()).flatMap(({ initErrors = [] }) => initErrors);

describe("a YAML program with an object of every kind", () => {
  it("is previewed without a request", async () => {
    expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(size.resources + 1).fill("create"));
    expect(events.emulator.calls).toEqual([]);
  });

  it("is created by up", async () => {
    expect(await stack.up()).toMatch(new RegExp(`\\+ ${size.resources + 1} created`));
    expect(new Set((await stack.resources()).map(({ type }) => type)).size).toBe(size.kinds);
    const { objects, policies } = events.emulator;
    expect(Object.values(objects).map((store) => store.size)).toEqual([2, 2, 2]);
    expect(policies.size).toBe(6);
    expect(policies.get(partner)?.bindings).toEqual([
      { role: "roles/eventarc.publisher", members: ["user:ana@example.com"] },
      { role: "roles/eventarc.viewer", members: ["user:eve@example.com"], condition: expect.anything() as unknown },
    ]);
    const topic = objects.channels.get(`${place}/channels/inbox`)?.["pubsubTopic"];
    expect(await stack.outputs()).toEqual({ topic, token: "[secret]", given: "[secret]" });
  });

  it("shows no change in the next preview, and none after a refresh; neither writes", async () => {
    writes();
    await stack.ok("preview", "--expect-no-changes");
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    expect(writes()).toEqual([]);
  });

  it("shows a changed label at its path, and no dependent resource; up sends the labels only", async () => {
    stack.program(routing({ stage: "live" }));
    expect(await stack.steps()).toEqual([{ op: "update", name: "orders", paths: { "labels.stage": "update" } }]);
    expect(await stack.up()).toMatch(new RegExp(`~ 1 updated\\s+${size.resources} unchanged`));
    expect(writes()).toEqual([["UpdateTrigger", orders, "labels"]]);
    expect(labels()).toEqual({ team: "shop", stage: "live" });
    expect(await stack.steps()).toEqual([]);
  });

  it("a changed list of members changes its own role only", async () => {
    const before = events.emulator.policies.get(partner)?.bindings.slice(1);
    stack.program(routing({ stage: "live", publishers: ["user:ana@example.com", "user:zoe@example.com"] }));
    await stack.up();
    expect(writes()).toEqual([["SetIamPolicy", partner, undefined]]);
    const [first, ...others] = events.emulator.policies.get(partner)?.bindings ?? [];
    expect([first?.members, others]).toEqual([["user:ana@example.com", "user:zoe@example.com"], before]);
    stack.program(routing({ stage: "live" }));
    await stack.up();
  });
});

describe("changes by another writer", () => {
  it("are shown by refresh, and the next up reverts them", async () => {
    const { objects, policies } = events.emulator;
    objects.triggers.set(orders, { ...objects.triggers.get(orders), labels: { team: "other", stage: "live" } });
    const [binding, ...others] = policies.get(partner)!.bindings;
    const both = { ...binding!, members: ["user:ana@example.com", "user:mallory@example.com"] };
    policies.write(partner, { bindings: [both, ...others], auditConfigs: [] });
    expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(/team\s*: "shop" => "other"/);
    expect((await stack.steps()).map(({ name, op }) => [name, op])).toEqual([
      ["orders", "update"],
      ["partnerBinding", "update"],
    ]);
    await stack.up();
    expect(labels()).toEqual({ team: "shop", stage: "live" });
    expect(policies.get(partner)?.bindings).toEqual([binding, ...others]);
  });

  it("a new order of filters or members is none", async () => {
    const { objects, policies } = events.emulator;
    const trigger = objects.triggers.get(orders)!;
    objects.triggers.set(orders, { ...trigger, eventFilters: (trigger["eventFilters"] as object[]).toReversed() as never });
    const inbox = `${place}/channels/inbox`;
    const { bindings } = policies.get(inbox)!;
    const turned = bindings.map((each) => ({ ...each, members: [...each.members].reverse() })).reverse();
    policies.write(inbox, { bindings: turned, auditConfigs: [] });
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    expect(await stack.steps()).toEqual([]);
  });

  it("a member and a trigger that another writer deleted are created again", async () => {
    const { objects, policies, transports } = events.emulator;
    const [binding] = policies.get(partner)!.bindings;
    policies.write(partner, { bindings: [binding!], auditConfigs: [] });
    for (const store of [objects.triggers, policies]) store.delete(`${place}/triggers/refunds`);
    for (const name of transports) if (name.includes("us-central1-refunds")) transports.delete(name);
    await stack.ok("refresh", "--yes", "--skip-preview");
    expect((await stack.steps()).map(({ op, name }) => [op, name])).toEqual([
      ["create", "partnerMember"],
      ["create", "refunds"],
      ["create", "refundsPolicy"],
    ]);
    await stack.up();
    expect(policies.get(partner)?.bindings).toHaveLength(2);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  });
});

/** The program with one trigger more. */
const withMore = (options: object = {}): object => {
  const more = routing({ stage: "later" });
  const late = {
    type: "quartet:eventrouting/v1:Trigger",
    options,
    properties: {
      triggerId: "late",
      eventFilters: [{ attribute: "type", value: "x.y" }],
      destination: { workflow: "late" },
      channel: "inbox",
    },
  };
  return { ...more, resources: { ...more.resources, late } };
};

describe("an operation that fails at the service", () => {
  const error = { status: "INTERNAL" as const, message: "The subscription could not be made." };

  it("a failed update is reported and changes nothing; the next up repeats it", async () => {
    stack.program(routing({ stage: "later" }));
    events.emulator.operations.next.push({ pending: 1, error });
    const run = await stack.run(["up", "--yes", "--skip-preview"]);
    expect(run.code).not.toBe(0);
    expect(run.stdout).toMatch(/Trigger .*triggers\/orders.*The subscription could not be made\./);
    expect(labels()).toEqual({ team: "shop", stage: "live" });
    await stack.up();
    expect(labels()).toEqual({ team: "shop", stage: "later" });
    expect([await initErrorsOf(), await stack.steps()]).toEqual([[], []]);
  });

  it("a create that leaves nothing is reported; the next up creates the object", async () => {
    stack.program(withMore());
    events.emulator.operations.next.push({ pending: 1, error });
    const run = await stack.run(["up", "--yes", "--skip-preview"]);
    expect([run.code === 0, run.stdout.includes(error.message)]).toEqual([false, true]);
    expect(await stack.resources()).toHaveLength(size.resources);
    await stack.up();
    expect(events.emulator.objects.triggers.names()).toContain(`${place}/triggers/late`);
    stack.program(routing({ stage: "later" }));
    await stack.up();
  });

  it("a create that leaves an object keeps it in the state, and the next up updates it", async () => {
    stack.program(withMore());
    events.emulator.operations.next.push({ pending: 1, error, leaves: { conditions: { ready: { code: "INTERNAL", message: "no" } } } });
    const run = await stack.run(["up", "--yes", "--skip-preview"]);
    expect([run.code === 0, run.stdout.includes(error.message)]).toEqual([false, true]);
    expect((await stack.resources()).map(({ id }) => id)).toContain(`${place}/triggers/late`);
    expect(await initErrorsOf()).not.toEqual([]);
    events.emulator.calls.length = 0;
    await stack.up();
    expect(writes().filter(([rpc]) => rpc !== "UpdateTrigger")).toEqual([]);
    expect(await initErrorsOf()).toEqual([]);
  });
});

describe("a create whose operation outlasts it", () => {
  const late = `${place}/triggers/late`;
  const idsOf = async (): Promise<string[]> => (await stack.resources()).map(({ id }) => String(id));

  it("is kept by a refresh while the operation runs, and is complete afterwards", async () => {
    stack.program(routing({ stage: "later" }));
    await stack.up();
    stack.program(withMore({ customTimeouts: { create: "2s" } }));
    events.emulator.operations.next.push({ pending: Infinity });
    expect((await stack.run(["up", "--yes", "--skip-preview"])).code).not.toBe(0);
    expect(await stack.ok("refresh", "--yes", "--skip-preview")).toContain("has not ended");
    expect(await idsOf()).toContain(late);
    expect(await initErrorsOf()).toEqual([expect.stringContaining("operations/operation-")]);
    events.emulator.operations.finish();
    await stack.ok("refresh", "--yes", "--skip-preview");
    expect([await idsOf(), await initErrorsOf()]).toEqual([expect.arrayContaining([late]), []]);
    expect(await stack.steps()).toEqual([]);
  });
});

it("destroy leaves nothing", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect(routed(events.emulator)).toEqual({});
  expect(await stack.resources()).toEqual([]);
});
