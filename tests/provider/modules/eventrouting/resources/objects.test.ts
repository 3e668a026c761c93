// Create, search and delete through long-running operations, each over an emulator. See docs/modules/eventrouting.md#operations.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { createByOperation, deleteByOperation, isCreatedSince } from "../../../../../provider/modules/eventrouting/resources/objects";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { outcomeOf } from "../../../../support/in-process";
import { creation, emulatorFixture, clientOver, home, errorReply, lost, type EmulatorFixture } from "../support";

const { name } = creation;
const denied = { status: "PERMISSION_DENIED", message: "no right to receive" } as const;

/** Creates the object, and returns the records that were reported before the end, and the error. */
async function make(fixture: EmulatorFixture, client = clientOver(fixture.send)) {
  const created: (PlainMap | undefined)[] = [];
  const outcome = await outcomeOf(createByOperation(client, creation, (record) => void created.push(record)));
  return { created, error: outcome instanceof Error ? outcome : undefined };
}

const existing = () => {
  const fixture = emulatorFixture();
  callerOf(fixture.emulator)("POST triggers?triggerId=orders", exampleTrigger);
  return fixture;
};

describe("a create", () => {
  test.each([
    ["no longer exists: the object is read", { vanishes: true }, undefined, [{ name }]],
    ["failed and left nothing", { error: denied }, { code: "permission_denied" }, []],
    [
      "failed because another writer's object has the name",
      { error: { status: "ALREADY_EXISTS", message: "" }, leaves: {} },
      { code: "already_exists", ambiguous: false },
      [],
    ],
    ["no longer exists, and that is not visible", { vanishes: true, error: denied }, { code: "failed_precondition", ambiguous: true }, []],
  ] as const)("whose operation %s", async (_title, plan, error, created) => {
    const fixture = emulatorFixture();
    fixture.emulator.operations.next.push(plan);
    expect(await make(fixture)).toMatchObject({ created, error });
  });

  test("whose operation is done without a response: the object exists", async () => {
    const fixture = emulatorFixture();
    fixture.override = () => ({ body: { name: `${home}/operations/o`, done: true } });
    expect(await make(fixture)).toEqual({ created: [undefined], error: undefined });
  });

  test("whose response is the record of another object: an error, and the object is left to be read", async () => {
    const fixture = existing();
    const response = { name: `${home}/triggers/other`, uid: "u", createTime: "t" };
    fixture.override = ({ line }) =>
      line.startsWith("POST") ? { body: { name: `${home}/operations/o`, done: true, response } } : undefined;
    const error = { code: "unavailable", message: expect.stringContaining("triggers/other") };
    expect(await make(fixture)).toMatchObject({ created: [undefined], error });
  });
});

describe("the request of a create that fails", () => {
  const absent = errorReply(404, "NOT_FOUND", `Resource '${name}' was not found`);
  const taken = errorReply(409, "ALREADY_EXISTS", "taken");
  const failed = (code: number) => ({ body: { name: `${home}/operations/o`, done: true, error: { code, message: "no" } } });
  const isPost = (line: string) => line.startsWith("POST");

  /** Rejects the create after a lost response; the reads respond with `read` so many times. */
  function repeated(missing: number, { end = taken, read = absent }: { end?: object; read?: typeof absent } = {}) {
    const fixture = existing();
    let posts = 0;
    let reads = 0;
    fixture.override = ({ line }) => {
      if (isPost(line)) return ++posts === 1 ? lost("sent") : end;
      return ++reads <= missing ? read : undefined;
    };
    return fixture;
  }

  test("once the response is lost: ambiguous, as soon as the object is visible", async () => {
    const fixture = repeated(6);
    expect(await make(fixture)).toMatchObject({ created: [], error: { code: "already_exists", ambiguous: true } });
    expect(fixture.lines().filter((line) => !isPost(line))).toHaveLength(7);
  });

  test.each([
    [90_000, "a repeated request finds an object", taken],
    [90_000, "the operation of a repeated request finds an object", failed(6)],
    [10_000, "nothing is known about an object", { body: "<html>" }],
    [10_000, "the operation of a repeated request is aborted", failed(10)],
  ])("is waited for at most %i ms where %s", async (limit, _title, end) => {
    const fixture = repeated(Infinity, { end });
    const client = clientOver(fixture.send);
    expect((await make(fixture, client)).error).toMatchObject({ ambiguous: true });
    const waited = client.waits.reduce((sum, wait) => sum + wait);
    expect(waited).toBeGreaterThan(limit / 2);
    expect(waited).toBeLessThanOrEqual(limit + 500);
  });

  test("and the object cannot be read: the failure of the request", async () => {
    const fixture = repeated(Infinity, { read: errorReply(403, "PERMISSION_DENIED", "no") });
    expect((await make(fixture)).error).toMatchObject({ code: "already_exists", ambiguous: true });
  });

  test("its clock may differ from that of the service", () => {
    const at = (seconds: number) => ({ createTime: new Date(1e12 + seconds * 1000).toISOString() });
    expect([at(-100), at(-30), at(100), {}].map((record) => isCreatedSince(record, 1e12))).toEqual([false, true, true, false]);
  });
});

const remove = async (fixture: EmulatorFixture) => deleteByOperation(clientOver(fixture.send), { name, caller: "Trigger" });

test("a delete whose operation fails fails, unless the object was missing", async () => {
  const fixture = existing();
  fixture.emulator.operations.next.push({ error: denied }, { error: { status: "NOT_FOUND", message: `${name} is gone` } });
  await expect(remove(fixture)).rejects.toMatchObject({ code: "permission_denied" });
  await remove(fixture);
});

test("a delete whose operation no longer exists, or names none: the object is read", async () => {
  const fixture = existing();
  const ends = [{}, { done: true, response: {} }, { done: true, error: { code: 7, message: "no" } }];
  fixture.override = ({ line }) => (line.startsWith("DELETE") && ends.length > 0 ? { body: ends.shift() } : undefined);
  for (let n = 0; n < 2; n++) await expect(remove(fixture)).rejects.toThrow("The object still exists. Run the command again.");
  await expect(remove(fixture)).rejects.toMatchObject({ code: "permission_denied" });
  fixture.emulator.operations.next.push({ vanishes: true, error: denied }, { vanishes: true });
  await expect(remove(fixture)).rejects.toThrow("The object still exists.");
  await remove(fixture);
  ends.push({}, { done: true, response: {} });
  for (let n = 0; n < 2; n++) await remove(fixture);
});
