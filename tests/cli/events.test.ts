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

const late = "projects/demo-project/locations/us-central1/triggers/late";

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
  const others = events.emulator.calls.filter(({ rpc, status }) => status !== "OK" || !/^(Get|List|UpdateTrigger)/.test(rpc));
  expect([others, await initErrorsOf()]).toEqual([[], []]);
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
