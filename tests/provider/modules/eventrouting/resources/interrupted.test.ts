// A create that is cancelled while its operation runs: the object is neither forgotten nor taken for absent. See docs/protocol.md#pending-operations.
import { inVirtualTime, virtualTimeOfFile } from "../../../../support/virtual-time";
import { eventStack, home, objectKinds, expectNoDrift } from "../support";

virtualTimeOfFile();

const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;
const isPoll = (line: string) => line.includes("/operations/");
const { kind, collection, program } = objectKinds[1]!;
const name = `${home}/${collection}/orders`;
const cryptoKeyName = `${home}/keyRings/ring/cryptoKeys/key`;
const complete = { name, uid: expect.stringMatching(/./) };

/** A stack whose create was cancelled at the first poll. The operation runs until the emulator ends it. */
async function interrupted(plan: { error?: typeof denied } = {}) {
  const fixture = eventStack(kind);
  const { stack, emulator } = fixture;
  emulator.operations.next.push({ pending: Infinity, ...plan });
  fixture.override = ({ line }) => void (isPoll(line) && stack.cancel());
  await expect(inVirtualTime(stack.up(program))).rejects.toThrow("cancelled");
  // The operation ends at the third poll from now, if it does not end before.
  let polls = 0;
  fixture.override = ({ line }) => void (isPoll(line) && ++polls === 3 && emulator.operations.finish());
  expect(stack.stored).toMatchObject({ id: name, unfinished: ["The operation was cancelled."] });
  fixture.lines();
  return fixture;
}

test("a refresh keeps it while the operation runs, and reads it afterwards", async () => {
  const { stack, lines } = await interrupted();
  for (let n = 0; n < 2; n++) {
    expect(await stack.refresh()).toEqual(["unfinished"]);
    expect(stack.stored).toMatchObject({ id: name, unfinished: [expect.stringContaining("operations/operation-")] });
    expect(lines()).toEqual([expect.stringMatching(/^GET operations\//)]);
  }
  await expectNoDrift(stack);
  expect(stack.stored!.unfinished).toEqual([]);
  expect(stack.outputs).toMatchObject(complete);
  expect(stack.stored!.state).not.toHaveProperty("__pending");
  expect(await stack.up(program)).toBe("same");
});

test("a refresh forgets it once the operation has failed, with the reason", async () => {
  const { stack, emulator } = await interrupted({ error: denied });
  emulator.operations.finish();
  expect(await stack.refresh()).toEqual(["gone"]);
  expect(stack.lines).toEqual([expect.stringMatching("^warning: .*no right to receive")]);
});

test.each([true, false])("an operation that the service has forgotten: the object decides (it exists: %s)", async (exists) => {
  const { stack, emulator } = await interrupted();
  if (exists) emulator.operations.finish();
  for (const [operation] of emulator.operations.all.entries()) emulator.operations.all.delete(operation);
  expect(await stack.refresh()).toEqual(exists ? [] : ["gone"]);
});

test("the next update waits for the end and has nothing to write, and so does a destroy, which deletes it", async () => {
  const updated = await interrupted();
  expect(await inVirtualTime(updated.stack.up(program))).toBe("update");
  expect(updated.lines().filter((line) => !line.startsWith("GET operations/"))).toEqual([`GET ${collection}/orders`]);
  expect([updated.stack.outputs, updated.stack.stored!.unfinished]).toMatchObject([complete, []]);
  const { stack, emulator } = await interrupted();
  await inVirtualTime(stack.destroy());
  expect(emulator.objects[collection].get(name)).toBeUndefined();
});

test.each([true, false])(
  "an update whose operation outlasts it is undone by the program of before, when it has ended (refresh: %s)",
  async (refreshes) => {
    const fixture = eventStack(kind);
    const { stack, emulator } = fixture;
    await inVirtualTime(stack.up(program));
    emulator.operations.next.push({ pending: Infinity });
    fixture.override = ({ line }) => void (isPoll(line) && stack.cancel());
    await expect(inVirtualTime(stack.up({ ...program, cryptoKeyName }))).rejects.toThrow("cancelled");
    let polls = 0;
    fixture.override = ({ line }) => void (isPoll(line) && ++polls === 3 && emulator.operations.finish());
    if (refreshes) expect(await stack.refresh()).toEqual(["unfinished"]);
    expect(await inVirtualTime(stack.up(program))).toBe("update");
    expect(emulator.objects[collection].get(name)).not.toHaveProperty("cryptoKeyName");
    expect(stack.stored!.state).not.toHaveProperty("__pending");
  },
);

test.each([undefined, denied])("an operation that ends during the cancellation is not pending (error: %j)", async (error) => {
  const fixture = eventStack(kind);
  const { stack, emulator } = fixture;
  emulator.operations.next.push({ pending: Infinity, ...(error && { error }) });
  let polls = 0;
  fixture.override = ({ line }) => {
    if (isPoll(line) && ++polls === 1) stack.cancel();
    if (polls === 2) emulator.operations.finish();
    return undefined;
  };
  await expect(inVirtualTime(stack.up(program))).rejects.toThrow("cancelled");
  if (error) return expect(stack.stored).toBeUndefined();
  expect(stack.outputs).toMatchObject(complete);
  expect(stack.stored!.state).not.toHaveProperty("__pending");
});

test("an operation that cannot be polled is pending, and a refresh that cannot read it is an error", async () => {
  const { stack, emulator } = eventStack(kind);
  emulator.operations.next.push({ pending: Infinity });
  emulator.denied.add("eventarc.operations.get");
  await expect(inVirtualTime(stack.up(program))).rejects.toThrow("eventarc.operations.get");
  await expect(stack.refresh()).rejects.toThrow("eventarc.operations.get");
  emulator.denied.clear();
  expect(await stack.refresh()).toEqual(["unfinished"]);
  emulator.denied.add("eventarc.operations.get");
  await expect(inVirtualTime(stack.up(program))).rejects.toThrow("eventarc.operations.get");
  emulator.operations.finish();
  expect(await inVirtualTime(stack.up(program))).toBe("update");
});
