// Writes end in time when the server does not respond, in virtual time. See docs/protocol.md#timeouts. tests/conformance/limits.test.ts covers the port.
import { hang } from "../emulators/faults";
import { searchSubjects } from "./search/subjects";
import type { OperationResult, Verb } from "./virtual/engine";
import { useVirtualTime } from "./virtual/time";
import type { Fixture } from "./virtual/test-run";
import { processOf } from "./virtual/test-run";

useVirtualTime();
const limitMs = 1500;
/** How long after its limit a write may end: it waits for the outcome of a request that was sent, then reads the object. */
const graceMs = 1000;
const [pipeline] = searchSubjects;
const subject = pipeline!;

/** Runs an operation while requests do not end, and returns its result and duration. */
async function timed(verb: Verb, hangs: (fixture: Fixture) => void): Promise<{ result: OperationResult; ms: number }> {
  const fixture = subject.open();
  const process = processOf(subject, fixture);
  const created =
    verb === "create" ? undefined : await process.perform("create", { inputs: await process.check(fixture.program("create")) });
  hangs(fixture);
  const inputs = await process.check(fixture.program(verb));
  const startedAt = Date.now();
  const result = await process.perform(verb, { inputs, state: created?.state, timeout: limitMs / 1000 });
  return { result, ms: Date.now() - startedAt };
}

const readsAfterWrite = ({ network, faults }: Fixture): void =>
  faults.add({ match: ({ method }) => method === "GET" && network.requests.some((request) => request.method === "PUT"), fault: hang() });
const writes = ({ faults }: Fixture): void => faults.add({ match: "PUT /*", fault: hang() });
const all = ({ faults }: Fixture): void => faults.add({ match: "* /_ingest/pipeline/*", fault: hang() });

test.each<[title: string, verb: Verb, hangs: (fixture: Fixture) => void, ending: { isStored: boolean; saying: string }]>([
  [
    "Create whose read after the write does not end stores the object",
    "create",
    readsAfterWrite,
    { isStored: true, saying: "Increase `customTimeouts.create`" },
  ],
  ["Create whose write does not end", "create", writes, { isStored: false, saying: "may have been carried out" }],
  ["Update", "update", all, { isStored: true, saying: "Increase `customTimeouts.update`" }],
  ["Delete", "delete", all, { isStored: true, saying: "Increase `customTimeouts.delete`" }],
])("%s ends in time", async (_title, verb, hangs, { isStored, saying }) => {
  const { result, ms } = await timed(verb, hangs);
  expect(result).toMatchObject({ succeeded: false, code: "deadline_exceeded" });
  expect(result.text).toContain(saying);
  expect(result.state !== undefined).toBe(isStored);
  expect(ms).toBeGreaterThanOrEqual(limitMs * 0.9);
  expect(ms).toBeLessThanOrEqual(limitMs + graceMs);
});

test("the input timeouts sets the limit, the resource option takes precedence", async () => {
  const fixture = subject.open();
  writes(fixture);
  const process = processOf(subject, fixture);
  const inputs = await process.check({ ...fixture.program("create"), timeouts: { create: "1h" } });
  for (const [timeout, expectedMs] of [
    [undefined, 3_600_000],
    [1.5, limitMs],
  ] as const) {
    const startedAt = Date.now();
    expect(await process.perform("create", { inputs, timeout })).toMatchObject({ code: "deadline_exceeded" });
    expect(Math.abs(Date.now() - startedAt - expectedMs)).toBeLessThanOrEqual(Math.max(graceMs, 10_000));
  }
});
