/**
 * Each request of each operation on each kind fails in each way. No object is lost or created twice, operations end in time, and the next one, in another
 * process, ends as the program declares. See docs/protocol.md#partial-failures and docs/protocol.md#timeouts.
 */
import { asProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { completes, completesCreate, expectSettled, importable, isNamed, listedIds } from "../invariants/completing";
import { failAt, failures, ways, type Failure } from "../invariants/failing";
import { createVariant, openVariant, type StoredObject, type Subject } from "../invariants/fixture";
import { tokens, variants, type ModuleVariant } from "../invariants/variants";
import { outcomeOf } from "../support/in-process";
import { inVirtualTime, sleep } from "../support/virtual-time";

jest.setTimeout(600_000);
/** The time limit of an operation in seconds. */
const timeout = 60;
/** How long after it a write may end: it waits for the outcome of a request that was sent, then reads the object. */
const graceMs = 1000;
/** How long a message is on its way in a slow network. */
const latencyMs = 500;
/** How a request fails. */
const repeated = "once, then the same process receives the create again";
const extents = ["once", "always", "once in a slow network", repeated] as const;

/** Whether the operation and the way to fail have this extent. */
const applies = (extent: (typeof extents)[number], verb: Verb, way: string) => {
  if (extent === repeated) return verb === "create";
  return extent !== "once in a slow network" || /(loses its|gets no) response$/.test(way);
};

type Opened = Subject & { stored: StoredObject };

const operations = {
  create: ({ fixture, type, inputs }: Opened) => fixture.create(type, inputs, { timeout }),
  update: ({ fixture, type, stored, news }: Opened) => fixture.update(type, stored, news!, { timeout }),
  delete: ({ fixture, type, stored }: Opened) => fixture.delete(type, stored, timeout),
  refresh: ({ fixture, type, stored }: Opened) => fixture.read(type, stored, timeout),
};
type Verb = keyof typeof operations;

/** Opens the variant, for all operations but a create with its object. */
const opened = async (variant: ModuleVariant, verb: Verb): Promise<Opened> =>
  verb === "create" ? { ...(await openVariant(variant)), stored: { id: "", inputs: {}, state: {} } } : createVariant(variant);

/** An operation without a failure. */
interface Rehearsal {
  verb: Verb;
  requests: number;
  /** The ID of the object. */
  id: string;
  /** See {@link declared}. */
  left: string | undefined;
}

/** What a program would declare for the object, but for times: a key that expires depends on them. */
const declared = (object: StoredObject | undefined): string | undefined => JSON.stringify(object?.inputs)?.replace(/"2026-.*?"/g, "");

/** Rehearses the operations of the variant; an update that replaces is none. */
async function rehearsed(variant: ModuleVariant) {
  const rehearsals: Rehearsal[] = [];
  for (const verb of Object.keys(operations) as Verb[]) {
    const subject = await opened(variant, verb);
    const { fixture, type, stored, news } = subject;
    if (verb === "update" && (!news || (await fixture.replaces(type, stored, news)))) continue;
    fixture.sent = 0;
    const reached = (await operations[verb](subject)) ?? stored;
    const requests = fixture.sent;
    rehearsals.push({ verb, requests, id: reached.id, left: declared(await fixture.read(type, reached)) });
  }
  return rehearsals;
}

/** An operation of which a request fails. */
interface Attempt extends Rehearsal {
  position: number;
  failure: Failure;
  extent: (typeof extents)[number];
}

/** Carries out the operation, and judges its end. */
async function attempt(variant: ModuleVariant, { verb, id, left, position, failure, extent }: Attempt) {
  const subject = await opened(variant, verb);
  const { fixture } = subject;
  const before = verb === "create" ? await listedIds(fixture, variant.token) : [];
  const intercept = failAt(fixture, position, failure, extent === "always");
  const pause = () => (extent === "once in a slow network" ? sleep(latencyMs) : undefined);
  fixture.writes.length = 0;
  fixture.intercept = async (...exchange) => {
    await pause();
    const response = await intercept(...exchange);
    await pause();
    return response;
  };
  const startedAt = Date.now();
  const outcome = await outcomeOf<Outcome>(operations[verb](subject));
  expect(Date.now() - startedAt).toBeLessThanOrEqual(timeout * 1000 + graceMs);
  fixture.intercept = undefined;
  if (outcome instanceof Error) expectForUsers(outcome, failure);
  await inVirtualTime(sleep(200_000)); // What is carried out after the time limit.
  const created = async () => {
    const listed = await listedIds(fixture, variant.token);
    return listed?.filter((one) => !before!.includes(one)) ?? importable(fixture, variant, subject.importId(id));
  };
  await ends[verb]({ ...subject, created, left, isRepeated: extent === repeated }, outcome);
}

function expectForUsers(error: Error, failure: Failure) {
  expect(asProviderError(error instanceof ResourceInitFailedError ? error.cause : error).code).not.toBe("internal");
  const isRejection = failure === failures["is rejected in the vendor's words"];
  expect(error.message).toMatch(
    isRejection ? /illegal_argument_exception|InvalidParameter|INVALID_ARGUMENT|expiration cannot be set/ : /\w/,
  );
}

interface Ended extends Opened {
  /** Returns the IDs of the objects that the create has made so far. */
  created: () => Promise<string[]>;
  left: Rehearsal["left"];
  isRepeated: boolean;
}
type Outcome = StoredObject | undefined | void;

const ends: Readonly<Record<Verb, (ended: Ended, outcome: Outcome | Error) => Promise<void>>> = {
  async create({ fixture, type, inputs, isRepeated, created }, outcome) {
    const isAmbiguous = isNamed(outcome);
    const last = isRepeated && outcome instanceof Error ? await outcomeOf(fixture.create(type, inputs)) : outcome;
    if (!(last instanceof Error)) await expectSettled(await fixture.next(), type, last!, inputs);
    else if (!isRepeated || !isAmbiguous) await completesCreate({ fixture, type, inputs, error: last, created: await created() });
    // A document creates several APIs.
    if (!isAmbiguous && !type.endsWith("ImportOpenApi")) expect((await created()).slice(1)).toEqual([]);
  },
  async update({ fixture, type, stored, news }, outcome) {
    const next = await fixture.next();
    if (outcome instanceof ResourceInitFailedError) {
      expect(outcome.id).toBe(stored.id);
      await completes(next, type, { ...stored, state: outcome.state as ValueMap }, news!);
    } else if (outcome instanceof Error) await completes(next, type, stored, news!);
    else await expectSettled(next, type, outcome!, news!);
  },
  async delete({ fixture, type, stored, left }, outcome) {
    const next = await fixture.next();
    if (outcome instanceof Error) await next.delete(type, stored);
    expect(declared(await next.read(type, stored))).toBe(left);
  },
  async refresh({ stored }, outcome) {
    if (!(outcome instanceof Error)) expect(outcome).toEqual(stored);
  },
};

/** Returns the variant of the kind whose operations send the most requests. */
async function longest(token: string) {
  const all: [ModuleVariant, Rehearsal[]][] = [];
  for (const variant of variants) if (variant.token === token) all.push([variant, await rehearsed(variant)]);
  const count = (rehearsals: readonly Rehearsal[]) => rehearsals.reduce((sum, { requests }) => sum + requests, 0);
  return all.sort(([, a], [, b]) => count(b) - count(a))[0]!;
}

test.each(tokens)("access 122: %s", async (token) => {
  const [variant, rehearsals] = await longest(token);
  const attempts = rehearsals.flatMap((rehearsal) =>
    Array.from({ length: rehearsal.requests }, (_, at) => at + 1).flatMap((position) =>
      Object.entries(ways).flatMap(([way, failure]) =>
        extents
          .filter((extent) => applies(extent, rehearsal.verb, way))
          .map((extent) => ({ ...rehearsal, position, way, failure, extent })),
      ),
    ),
  );
  const wrong: string[] = [];
  for (const each of attempts)
    await attempt(variant, each).catch((error: unknown) =>
      wrong.push(`${variant.title}: ${each.verb}, request ${each.position} ${each.way} ${each.extent}: ${String(error)}`),
    );
  expect(wrong).toEqual([]);
});
