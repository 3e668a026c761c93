/** Whatever request of a write fails, and however: no id is lost, no secret is shown, and the next operation completes the work. */
import fc from "fast-check";
import { type ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { canaryOf, expectHidden, marking, shownIn, withCanary } from "./canaries";
import { pathsOf, pick, valueAt, withValueAt, type Draw } from "./changes";
import { Counts, expectedAtLeast, property } from "./counts";
import { completesCreate, importable } from "./completing";
import { failAt, failures, drawWay, ways } from "./failing";
import {
  createSeveral,
  Fixture,
  identityOf,
  openVariant,
  plain,
  programsOf,
  siblingsOf,
  type Intercept,
  type StoredObject,
} from "./fixture";
import { isWrite, outcomeOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";
import { inVirtualTime, sleep, untilAloneMs } from "../support/virtual-time";

const counts = new Counts();
const lengths = [3, 8, 100, 5000, 40_000] as const;

/** A program with a secret canary in one of its texts, and all its other texts marked as secret. */
async function withSecretInput(draw: Draw, variant: ModuleVariant, program: ValueMap) {
  const texts = pathsOf(plain(program)).filter((steps) => typeof valueAt(plain(program), steps) === "string");
  const canary = canaryOf(draw(fc.nat), pick(draw, lengths));
  for (let left = Math.min(6, texts.length); left > 0; left--) {
    const steps = pick(draw, texts);
    const next = withValueAt(plain(program), steps, withCanary(String(valueAt(plain(program), steps)), canary));
    const fixture = await Fixture.open(variant.module, variant.emulator);
    const { inputs } = programsOf(fixture, variant);
    if (Object.keys(inputs).length === 0) break;
    const marked = marking(next, steps) as ValueMap;
    const checked = await fixture.check(variant.token, marked);
    if (checked.failures.length === 0 && (await fixture.create(variant.token, checked.inputs).catch(() => undefined))) {
      return counts.add(`canary of ${canary.length}`, { program: marked, canary });
    }
  }
  return counts.add("no canary", { program, canary: "" });
}

function textOf(error: Error) {
  const { reasons = [], state = {} } =
    error instanceof ResourceInitFailedError ? { reasons: error.reasons, state: error.state as ValueMap } : {};
  return [error.message, ...reasons, shownIn(state)].join("\n");
}

async function failureCase(draw: Draw, variant: ModuleVariant) {
  const { token: type } = variant;
  const first = programsOf(await Fixture.open(variant.module, variant.emulator), variant);
  const { program, canary } = await withSecretInput(draw, variant, first.inputs);
  const rehearsal = await opened(variant, program);
  rehearsal.fixture.sent = 0;
  const created = await rehearsal.fixture.create(type, rehearsal.inputs);
  const requests = rehearsal.fixture.sent;
  expect(created.id).not.toBe("");
  expectHidden(
    [shownIn(created.state), ...rehearsal.fixture.lines, ...rehearsal.fixture.statusLines, ...rehearsal.fixture.templates].join("\n"),
    canary,
  );

  const [name, failure] = drawWay(draw);
  const isLasting = draw(fc.boolean);
  const { fixture, inputs } = await opened(variant, program);
  // Without an identity, the order of the creates determines the IDs.
  const others = draw(fc.boolean) && (await identityOf(type)) ? await siblingsOf(fixture, type, inputs, 2) : [];
  fixture.writes.length = 0;
  fixture.intercept = failAt(fixture, 1 + draw(fc.nat, Math.max(0, requests * (1 + others.length) - 1)), failure, isLasting);
  const [outcome] = await Promise.all([inputs, ...others].map(async (one) => outcomeOf(fixture.create(type, one))));
  fixture.intercept = undefined;
  counts.add(`a request of a create ${name}`);
  if (!(outcome instanceof Error)) return counts.add("carried out all the same");
  expectHidden([textOf(outcome), ...fixture.lines, ...fixture.statusLines].join("\n"), canary);
  const remaining = await importable(fixture, variant, first.importId(created.id));
  counts.add(await completesCreate({ fixture, type, inputs, error: outcome, created: remaining }));
}

async function opened(variant: ModuleVariant, program: ValueMap) {
  const fixture = await Fixture.open(variant.module, variant.emulator);
  programsOf(fixture, variant);
  const { inputs } = await fixture.check(variant.token, program);
  return { fixture, inputs };
}

/** Each object as a single read returns it, and how such a read ends when one of its requests fails. */
async function readAlone(fixture: Fixture, type: string, object: StoredObject, failing: Intercept[]) {
  const outcomes = new Set<string>();
  for (const intercept of [undefined, ...failing]) {
    await inVirtualTime(sleep(untilAloneMs));
    fixture.intercept = intercept;
    const [found] = await fixture.refreshAll(type, [object]);
    outcomes.add(outcomeText(found));
  }
  fixture.intercept = undefined;
  await inVirtualTime(sleep(untilAloneMs));
  return outcomes;
}

/** An error without its numbers: attempts, and times that a response quotes. */
const outcomeText = (found: StoredObject | undefined | Error) =>
  found instanceof Error ? `${(found as ProviderError).code} ${found.message.replace(/\d+/g, "#")}` : JSON.stringify(found);

async function failedRefreshCase(draw: Draw, variant: ModuleVariant) {
  const { fixture, type, objects } = await createSeveral(variant, 3);
  counts.add(objects.length > 1 ? "several objects" : "one object");
  const [name, failure] = pick(draw, Object.entries(failures));
  const isLasting = draw(fc.boolean);
  const failing = () => [1, 2, 3, 4, 5, 6].map((position) => failAt(fixture, position, failure, isLasting));
  const expected: Set<string>[] = [];
  for (const object of objects) expected.push(await readAlone(fixture, type, object, failing()));
  const crowd = Array.from({ length: 16 }, (_, at) => at % objects.length);
  for (const intercept of [failAt(fixture, 1 + draw(fc.nat, 5), failure, isLasting), undefined, undefined]) {
    fixture.intercept = intercept;
    const found = await fixture.refreshAll(
      type,
      crowd.map((at) => objects[at]!),
    );
    found.forEach((object, i) => expect(expected[crowd[i]!]).toContain(outcomeText(object)));
    if (!intercept) expect(found.filter((object) => object instanceof Error)).toEqual([]);
    else await inVirtualTime(sleep(untilAloneMs));
  }
  counts.add(`a request of a refresh ${name}`);
}

/** Refuses all connections from the first write on, and checks the error. An update of local values sends no write. */
async function expectPlainError(fixture: Fixture, verb: string, work: () => Promise<object>) {
  let isDown = false;
  fixture.intercept = (request, respond) => {
    isDown ||= isWrite(request);
    return isDown ? failures["is not sent"]!(request, respond, fixture) : respond();
  };
  fixture.writes.length = 0;
  const outcome = await outcomeOf(work());
  fixture.intercept = undefined;
  if (!isDown) return;
  expect(outcome).toMatchObject({ name: "ProviderError", code: "unavailable", ambiguous: false });
  expect(fixture.writes).toEqual([]);
  counts.add(`unsent ${verb}`);
}

describe("a failed request", () => {
  it.each(variants)("of a refresh of several $token ($title) has the outcomes of single reads", property(2, failedRefreshCase));

  it.each(variants)("of a create of $token ($title) loses no id and shows no secret", property(4, failureCase));

  it.each(variants)("of $token ($title), a write that is not sent, is a plain error, even if no later request is sent", async (variant) => {
    const { fixture, inputs, news } = await openVariant(variant);
    await expectPlainError(fixture, "create", () => fixture.create(variant.token, inputs));
    const stored = await fixture.create(variant.token, inputs);
    if (!news || (await fixture.replaces(variant.token, stored, news))) return;
    await expectPlainError(fixture, "update", () => fixture.update(variant.token, stored, news));
  });

  it("was made in every way", () => {
    for (const name of Object.keys(ways)) expect(counts.of(`a request of a create ${name}`)).toBeGreaterThan(expectedAtLeast(20));
    for (const verb of ["create", "update"]) expect(counts.of(`unsent ${verb}`)).toBeGreaterThan(20);
    counts.print("failures");
  });
});
