// Module eventrouting with the real CLI, every resource type in one program: up, no change, change, drift, operations that fail, import, destroy.
import { cliOfFile, type Stack } from "../support/cli";
import { openEvents, routed, type Events } from "../support/events";
import { importFile, routing, size } from "./routing";

const cli = cliOfFile();
let events: Events;
let stack: Stack;

beforeAll(async () => {
  events = await openEvents();
  stack = await cli.stack("events", events.environment);
  stack.program(routing());
});

const place = "projects/demo-project/locations/us-central1";
const orders = `${place}/triggers/orders`;
const partner = `${place}/channels/partner`;
const late = `${place}/triggers/late`;

/** Returns the write requests since the last call, with their update masks. */
function writes(): [rpc: string, name: string, mask: unknown][] {
  const seen = events.emulator.calls.splice(0);
  expect(seen.filter(({ status }) => status !== "OK")).toEqual([]);
  return seen.filter(({ rpc }) => !/^(Get|List)/.test(rpc)).map(({ rpc, name, query }) => [rpc, name, query["updateMask"]]);
}

const labels = (): unknown => events.emulator.objects.triggers.get(orders)?.["labels"];
const initErrorsOf = async (): Promise<string[]> => (await stack.resources()).flatMap(({ initErrors = [] }) => initErrors);

it("is previewed without a request, and created by up; then nothing changes, neither after a refresh", async () => {
  expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(size.resources + 1).fill("create"));
  expect(events.emulator.calls).toEqual([]);
  expect(await stack.up()).toMatch(new RegExp(`\\+ ${size.resources + 1} created`));
  expect(new Set((await stack.resources()).map(({ type }) => type)).size).toBe(size.kinds);
  const { objects, policies } = events.emulator;
  expect([...Object.values(objects).map((store) => store.size), policies.size]).toEqual([2, 2, 2, 6]);
  expect(policies.get(partner)?.bindings).toEqual([
    { role: "roles/eventarc.publisher", members: ["user:ana@example.com"] },
    { role: "roles/eventarc.viewer", members: ["user:eve@example.com"], condition: expect.anything() as unknown },
  ]);
  const topic = objects.channels.get(`${place}/channels/inbox`)?.["pubsubTopic"];
  expect(await stack.outputs()).toEqual({ topic, token: "[secret]", given: "[secret]" });
  writes();
  await stack.ok("preview", "--expect-no-changes");
  await stack.ok("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  expect(writes()).toEqual([]);
});

const publishers = ["user:ana@example.com", "user:zoe@example.com"];

it("shows a changed label and a changed list of members, and no dependent resource; up sends these only", async () => {
  const others = events.emulator.policies.get(partner)?.bindings.slice(1);
  stack.program(routing({ stage: "live", publishers }));
  expect((await stack.steps()).map(({ name, paths }) => [name, paths])).toEqual([
    ["orders", { "labels.stage": "update" }],
    ["partnerBinding", { "members[1]": "add" }],
  ]);
  expect(await stack.up()).toMatch(new RegExp(`~ 2 updated\\s+${size.resources - 1} unchanged`));
  expect(writes().sort()).toEqual([
    ["SetIamPolicy", partner, undefined],
    ["UpdateTrigger", orders, "labels"],
  ]);
  expect(labels()).toEqual({ team: "shop", stage: "live" });
  expect(events.emulator.policies.get(partner)?.bindings).toEqual([expect.objectContaining({ members: publishers }), ...others!]);
});

it("changes and deletions by another writer are shown by refresh, another order is none, and the next up reverts them", async () => {
  const { objects, policies, transports } = events.emulator;
  const trigger = objects.triggers.get(orders)!;
  const eventFilters = (trigger["eventFilters"] as object[]).toReversed() as never;
  objects.triggers.set(orders, { ...trigger, labels: { team: "other", stage: "live" }, eventFilters });
  const [binding, member] = policies.get(partner)!.bindings;
  policies.write(partner, { bindings: [{ ...binding!, members: [...publishers, "user:mallory@example.com"] }], auditConfigs: [] });
  const inbox = `${place}/channels/inbox`;
  const turned = policies.get(inbox)!.bindings.map((each) => ({ ...each, members: [...each.members].reverse() }));
  policies.write(inbox, { bindings: turned.reverse(), auditConfigs: [] });
  for (const store of [objects.triggers, policies]) store.delete(`${place}/triggers/refunds`);
  for (const name of transports) if (name.includes("us-central1-refunds")) transports.delete(name);
  expect(await stack.ok("refresh", "--yes", "--skip-preview", "--diff")).toMatch(/team\s*: "shop" => "other"/);
  expect((await stack.steps()).map(({ name, op }) => [name, op])).toEqual([
    ["orders", "update"],
    ["partnerBinding", "update"],
    ["partnerMember", "create"],
    ["refunds", "create"],
    ["refundsPolicy", "create"],
  ]);
  await stack.up();
  expect([labels(), policies.get(partner)?.bindings]).toEqual([{ team: "shop", stage: "live" }, [binding, member]]);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
});

/** Adds a trigger to the program. */
function addTrigger(options: object): void {
  const program = routing({ stage: "live", publishers });
  const properties = { triggerId: "late", eventFilters: [{ attribute: "type", value: "x.y" }], destination: { workflow: "late" } };
  stack.program({
    ...program,
    resources: { ...program.resources, late: { type: "quartet:eventrouting/v1:Trigger", options, properties } },
  });
}
const idsOf = async (): Promise<unknown[]> => (await stack.resources()).map(({ id }) => id);

it("a create that fails and leaves an object keeps it in the state, and the next up updates it", async () => {
  const error = { status: "INTERNAL" as const, message: "The subscription could not be made." };
  addTrigger({});
  events.emulator.operations.next.push({ pending: 1, error, leaves: { conditions: { ready: { code: "INTERNAL", message: "no" } } } });
  const run = await stack.run(["up", "--yes", "--skip-preview"]);
  expect([run.code === 0, run.stdout]).toEqual([false, expect.stringContaining(error.message)]);
  expect([await idsOf(), await initErrorsOf()]).toEqual([expect.arrayContaining([late]), expect.not.arrayContaining([undefined])]);
  expect(await initErrorsOf()).not.toEqual([]);
  events.emulator.calls.length = 0;
  await stack.up();
  expect([writes().filter(([rpc]) => rpc !== "UpdateTrigger"), await initErrorsOf()]).toEqual([[], []]);
});

it("a create whose operation outlasts it is kept by a refresh while the operation runs, and is complete afterwards", async () => {
  stack.program(routing({ stage: "live", publishers }));
  await stack.up();
  addTrigger({ customTimeouts: { create: "2s" } });
  events.emulator.operations.next.push({ pending: Infinity });
  expect((await stack.run(["up", "--yes", "--skip-preview"])).code).not.toBe(0);
  expect(await stack.ok("refresh", "--yes", "--skip-preview")).toContain("has not ended");
  expect([await idsOf(), await initErrorsOf()]).toEqual([
    expect.arrayContaining([late]),
    [expect.stringContaining("operations/operation-")],
  ]);
  events.emulator.operations.finish();
  await stack.ok("refresh", "--yes", "--skip-preview");
  expect([await idsOf(), await initErrorsOf(), await stack.steps()]).toEqual([expect.arrayContaining([late]), [], []]);
});

it("the program that an import of every kind generates changes nothing, and contains no computed and write-only values", async () => {
  const adopter = await cli.stack("event-adopter", events.environment);
  adopter.write("all.json", importFile(await stack.resources()));
  events.emulator.calls.length = 0;
  const run = await adopter.run(["import", "--file", "all.json", "--yes", "--skip-preview", "--protect=false", "--out", "all.yaml"]);
  expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`= ${size.resources + 1} imported`) });
  const text = adopter.read("all.yaml");
  expect(text).toMatch(/topic: projects\/demo-project\/topics\/orders/);
  expect(text).not.toMatch(/eventarc-us-central1|activationToken: \S*token-of|application\/json|etag/);
  adopter.program({}, text);
  expect(await adopter.ok("preview", "--expect-no-changes", "--diff")).toContain(`${size.resources + 2} unchanged`);
  expect(writes()).toEqual([]);
});

it("destroy leaves nothing", async () => {
  await stack.ok("destroy", "--yes", "--skip-preview");
  expect([routed(events.emulator), await stack.resources()]).toEqual([{}, []]);
});

/** See docs/protocol.md#update. */
it("labels of another writer survive an update of the key where they are ignored or undeclared", async () => {
  const cases: Readonly<Record<string, [labels: object | undefined, ignoreChanges: string[]]>> = {
    ignored: [undefined, ["labels"]],
    declared: [{ team: "shop" }, ["labels"]],
    undeclared: [undefined, []],
  };
  const program = (key: string) => ({
    resources: Object.fromEntries(
      Object.entries(cases).map(([channelId, [declared, ignoreChanges]]) => {
        const properties = { channelId, cryptoKeyName: `${place}/keyRings/ring/cryptoKeys/${key}`, ...(declared && { labels: declared }) };
        return [channelId, { type: "quartet:eventrouting/v1:Channel", properties, options: { ignoreChanges } }];
      }),
    ),
  });
  const other = await cli.stack("other-writer", events.environment);
  other.program(program("one"));
  await other.up();
  const { channels } = events.emulator.objects;
  const ofOther = { team: "other", owner: "tool" };
  for (const [name, channel] of channels.entries()) channels.set(name, { ...channel, labels: ofOther });
  writes();
  other.program(program("two"));
  expect((await other.steps()).map(({ paths }) => paths)).toEqual(Object.keys(cases).map(() => ({ cryptoKeyName: "update" })));
  await other.up();
  expect(writes().map(([, , mask]) => mask)).toEqual(Object.keys(cases).map(() => "cryptoKeyName"));
  expect(channels.entries().map(([, channel]) => channel["labels"])).toEqual(Object.keys(cases).map(() => ofOther));
});
