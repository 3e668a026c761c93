/** Whatever request of a write fails, and however: no id is lost, no secret is shown, and the next operation completes the work. */
import fc from "fast-check";
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors";
import { Secret, type Plain, type Value, type ValueMap } from "../../provider/core/value";
import { canaryOf, expectHidden, shownIn } from "./canaries";
import { isObject, pathsOf, valueAt, withValueAt, type Draw } from "./changes";
import { Counts, expectedAtLeast, runs } from "./counts";
import { failAt, failures } from "./failing";
import { plain, programsOf, Fixture, type StoredObject } from "./fixture";
import { variants, type ModuleVariant } from "./variants";
import { useRealTime, useVirtualTime } from "./virtual-time";

const counts = new Counts();
beforeAll(useVirtualTime);
afterAll(useRealTime);

const lengths = [3, 8, 100, 5000, 40_000] as const;

/** The JSON text with the canary in the place of its first text value. */
function withCanary(text: string, canary: string): string {
  if (!/^\s*\{/.test(text)) return canary;
  return text.replace(/:\s*"(?:[^"\\]|\\.)*"/, `:"${canary}"`);
}

/** A program with a secret canary in one of its texts, and all its other texts marked as secret. */
async function withSecretInput(draw: Draw, variant: ModuleVariant, program: ValueMap): Promise<{ program: ValueMap; canary: string }> {
  const texts = pathsOf(plain(program)).filter((steps) => typeof valueAt(plain(program), steps) === "string");
  const canary = canaryOf(draw(fc.nat), lengths[draw(fc.nat, lengths.length - 1)]!);
  for (let left = Math.min(6, texts.length); left > 0; left--) {
    const steps = texts[draw(fc.nat, texts.length - 1)]!;
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

/** The value with a secret mark at the path. */
function marking(value: Plain | undefined, steps: readonly (string | number)[]): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return new Secret((value ?? null) as Value);
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? marking(item, rest) : (item as Value)));
  if (!isObject(value)) return (value ?? null) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, key === step ? marking(member, rest) : (member as Value)]));
}

function textOf(error: Error): string {
  const { reasons = [], state = {} } =
    error instanceof ResourceInitFailedError ? { reasons: error.reasons, state: error.state as ValueMap } : {};
  return [error.message, ...reasons, shownIn(state)].join("\n");
}

/** How an error names an object that it cannot keep: the command to import it, or the function that finds it. */
const lookupHint = /Look for|[Ii]mport it|pulumi import/;

interface Attempt {
  fixture: Fixture;
  variant: ModuleVariant;
  inputs: ValueMap;
  canary: string;
}

/** Checks what a failed create leaves, and completes it. */
async function afterFailedCreate({ fixture, variant, inputs, canary }: Attempt, error: Error, importId: string): Promise<void> {
  const { token: type } = variant;
  expectHidden([textOf(error), ...fixture.lines].join("\n"), canary);
  if (error instanceof ResourceInitFailedError) {
    counts.add("objects kept");
    const stored: StoredObject = { id: error.id, inputs, state: error.state as ValueMap };
    await completes(fixture, type, stored, inputs);
    return;
  }
  expect(error).toBeInstanceOf(ProviderError);
  const remains = variant.cannotImport ? undefined : await fixture.read(type, { id: importId }).catch(() => undefined);
  if (remains !== undefined && !lookupHint.test(error.message) && fixture.writes.length > 0) {
    // Grants have no identity of their own: the same create, repeated, continues with what exists.
    const repeated = await fixture.create(type, inputs).catch((cause: unknown) => cause as Error);
    if (repeated instanceof Error) throw new Error(`the id ${importId} is lost: ${error.message}; then: ${repeated.message}`);
    return counts.add("continued by the same create");
  }
  counts.add("nothing made");
}

/** The next update completes the object. */
async function completes(fixture: Fixture, type: string, stored: StoredObject, inputs: ValueMap): Promise<void> {
  const updated = await fixture.update(type, stored, inputs);
  const refreshed = await fixture.read(type, updated);
  expect((await fixture.diff(type, refreshed!, inputs)).map(({ path }) => path)).toEqual([]);
}

async function failureCase(draw: Draw, variant: ModuleVariant): Promise<void> {
  const { token: type, module } = variant;
  const probe = await Fixture.open(module, variant.emulator);
  const first = programsOf(probe, variant);
  const { program, canary } = await withSecretInput(draw, variant, first.inputs);
  const rehearsal = await opened(variant, program);
  let requests = 0;
  rehearsal.fixture.intercept = (_request, respond) => {
    requests += 1;
    return respond();
  };
  const created = await rehearsal.fixture.create(type, rehearsal.inputs);
  expectHidden([shownIn(created.state), ...rehearsal.fixture.lines].join("\n"), canary);

  const [name, failure] = Object.entries(failures)[draw(fc.nat, Object.keys(failures).length - 1)]!;
  const isLasting = draw(fc.boolean);
  const { fixture, inputs } = await opened(variant, program);
  fixture.writes.length = 0;
  fixture.intercept = failAt(1 + draw(fc.nat, Math.max(0, requests - 1)), failure, isLasting);
  const outcome = await fixture.create(type, inputs).catch((error: unknown) => error as Error);
  fixture.intercept = undefined;
  counts.add(`a request of a create ${name}`);
  if (outcome instanceof Error) return afterFailedCreate({ fixture, variant, inputs, canary }, outcome, first.importId(created.id));
  counts.add("carried out all the same");
}

async function opened(variant: ModuleVariant, program: ValueMap): Promise<{ fixture: Fixture; inputs: ValueMap }> {
  const fixture = await Fixture.open(variant.module, variant.emulator);
  programsOf(fixture, variant);
  const { inputs } = await fixture.check(variant.token, program);
  return { fixture, inputs };
}

async function failedUpdateCase(draw: Draw, variant: ModuleVariant): Promise<void> {
  const { token: type, module } = variant;
  const fixture = await Fixture.open(module, variant.emulator);
  const programs = programsOf(fixture, variant);
  if (!programs.news) return;
  const { inputs } = await fixture.check(type, programs.inputs);
  const { inputs: news } = await fixture.check(type, programs.news);
  const stored = await fixture.create(type, inputs);
  if ((await fixture.diff(type, stored, news)).some(({ replaces }) => replaces)) return;
  const [name, failure] = Object.entries(failures)[draw(fc.nat, Object.keys(failures).length - 1)]!;
  fixture.intercept = failAt(1 + draw(fc.nat, 7), failure, draw(fc.boolean));
  const outcome = await fixture.update(type, stored, news).catch((error: unknown) => error as Error);
  fixture.intercept = undefined;
  counts.add(`a request of an update ${name}`);
  const isKept = outcome instanceof ResourceInitFailedError;
  const reached: StoredObject = isKept
    ? { id: outcome.id, inputs: news, state: outcome.state as ValueMap }
    : outcome instanceof Error
      ? stored
      : outcome;
  if (isKept) expect(outcome.id).toBe(stored.id);
  await completes(fixture, type, reached, news);
}

describe("a failed request", () => {
  it.each(variants)("of a create of $token ($title) loses no id and shows no secret", async (variant) => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => failureCase(draw, variant)),
      runs(3, variant.title),
    );
  });

  it.each(variants.filter(({ cannotImport }) => !cannotImport))(
    "of an update of $token ($title) is completed by the next one",
    async (variant) => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (draw) => failedUpdateCase(draw, variant)),
        runs(3, variant.title),
      );
    },
  );

  it("was made in every way", () => {
    for (const name of Object.keys(failures)) expect(counts.of(`a request of a create ${name}`)).toBeGreaterThan(expectedAtLeast(20));
    counts.print("failures");
  });
});
