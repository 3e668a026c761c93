// Module eventrouting with the real CLI, every resource type in one program: preview, up, operations that fail. tests/examples covers runs without changes, and destroy.
import { cliOfFile, type Stack } from "../support/cli";
import { openEvents, type Events } from "../support/events";
import { routing } from "./routing";

const cli = cliOfFile();
let events: Events;
let stack: Stack;

beforeAll(async () => {
  events = await openEvents();
  stack = await cli.stack("events", events.environment);
  stack.program(routing);
});

const place = "projects/demo-project/locations/us-central1";
const late = `${place}/triggers/late`;

/** Returns the write requests since the last call, with their update masks. */
function writes(): [rpc: string, name: string, mask: unknown][] {
  const seen = events.emulator.calls.splice(0);
  expect(seen.filter(({ status }) => status !== "OK")).toEqual([]);
  return seen.filter(({ rpc }) => !/^(Get|List)/.test(rpc)).map(({ rpc, name, query }) => [rpc, name, query["updateMask"]]);
}

const initErrorsOf = async () => (await stack.resources()).flatMap(({ initErrors = [] }) => initErrors);

it("is previewed without a request, and created by up", async () => {
  const count = Object.keys(routing.resources!).length + 1;
  expect((await stack.steps()).map(({ op }) => op)).toEqual(Array<string>(count).fill("create"));
  expect(events.emulator.calls).toEqual([]);
  await stack.up();
  const { objects, policies } = events.emulator;
  expect([...Object.values(objects).map((store) => store.size), policies.size]).toEqual([2, 2, 2, 6]);
  expect(await stack.outputs()).toEqual({ token: "[secret]", given: "[secret]" });
});

/** Adds a trigger to the program. */
function addTrigger(options: object) {
  const properties = { triggerId: "late", eventFilters: [{ attribute: "type", value: "x.y" }], destination: { workflow: "late" } };
  stack.program({
    ...routing,
    resources: { ...routing.resources, late: { type: "quartet:eventrouting/v1:Trigger", options, properties } },
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
  stack.program(routing);
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

/** See docs/protocol.md#update. */
it.each<[string, labels: object, ignoreChanges: string[]]>([
  ["ignored", {}, ["labels"]],
  ["declared", { labels: { team: "shop" } }, ["labels"]],
  ["undeclared", {}, []],
])("labels of another writer that are %s survive an update of the key", async (channelId, declared, ignoreChanges) => {
  const program = (key: string) => {
    const properties = { channelId, cryptoKeyName: `${place}/keyRings/ring/cryptoKeys/${key}`, ...declared };
    return { resources: { [channelId]: { type: "quartet:eventrouting/v1:Channel", properties, options: { ignoreChanges } } } };
  };
  const other = await cli.stack(channelId, events.environment);
  other.program(program("one"));
  await other.up();
  const { channels } = events.emulator.objects;
  const [[name, channel]] = channels.entries() as [[string, object]];
  const labels = { team: "other", owner: "tool" };
  channels.set(name, { ...channel, labels });
  events.emulator.calls.length = 0;
  other.program(program("two"));
  expect((await other.steps()).map(({ paths }) => paths)).toEqual([{ cryptoKeyName: "update" }]);
  await other.up();
  expect([writes().map(([, , mask]) => mask), channels.get(name)?.["labels"]]).toEqual([["cryptoKeyName"], labels]);
  await other.destroy();
});
