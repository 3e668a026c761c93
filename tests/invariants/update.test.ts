/** What an update writes is what its preview showed, for random programs, ignored paths and other writers. */
import fc from "fast-check";
import type { Change } from "../../provider/core/compare/diff";
import { covers, format, parse } from "../../provider/core/values/path";
import { ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { PlainMap, ValueMap } from "../../provider/core/values/value";
import {
  differingPaths,
  isScalarList,
  pathsOf,
  pick,
  randomChange,
  randomIgnore,
  randomProgram,
  reorderedPaths,
  valueAt,
  withIgnored,
  withValueAt,
  type Draw,
} from "./changes";
import { contradictions } from "./comparing";
import { Counts, expectedAtLeast, property } from "./counts";
import { drawWay, failAt, ways } from "./failing";
import { createVariant, plain, type StoredObject } from "./fixture";
import { isWrite, outcomeOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";

const counts = new Counts();
/** One object, the fixture that contains it, and how it is imported. */
type Subject = Awaited<ReturnType<typeof newSubject>>;

async function newSubject(variant: ModuleVariant) {
  const { fixture, type, inputs, news = inputs, stored, importId } = await createVariant(variant);
  return { fixture, type, dependent: variant.dependent ?? {}, base: inputs, other: news, created: stored, importId: importId(stored.id) };
}

/** The object as an import shows it: what the service holds, in the vocabulary of the inputs. */
const view = async ({ fixture, type, importId }: Subject) => plain((await fixture.read(type, { id: importId }))?.inputs ?? {});

/** Another writer changes the object, if one of a few random changes is possible. */
async function changeByOther(draw: Draw, subject: Subject) {
  for (let left = 4; left > 0; left--) if (await tryChange(draw, subject)) return true;
  return false;
}

async function tryChange(draw: Draw, subject: Subject) {
  const { fixture, type, base, other, importId } = subject;
  const found = await fixture.read(type, { id: importId });
  if (!found) return false;
  const program = randomChange(draw, plain(found.inputs), [plain(base), plain(other)]);
  const { inputs, failures } = await fixture.check(type, program);
  if (failures.length > 0) return false;
  const changes = (await fixture.diff(type, found, inputs)).changes;
  if (changes.length === 0 || changes.some(({ replaces }) => replaces)) return false;
  fixture.writes.length = 0;
  await fixture.update(type, found, inputs).catch(() => undefined);
  return fixture.writes.length > 0;
}

/** What an update is about to do. */
interface Planned {
  stored: StoredObject;
  news: ValueMap;
  ignore: readonly string[];
  changes: readonly Change[];
  /** Whether another writer changed the object after the last refresh. */
  isChangedByOther: boolean;
}

/** Plans an update of the object; nothing where all of a few random programs are rejected, replace the object, or change nothing. */
async function plan(draw: Draw, subject: Subject): Promise<Planned | undefined> {
  const { fixture, type } = subject;
  let stored = subject.created;
  if (draw(fc.boolean) && (await changeByOther(draw, subject))) {
    counts.add("changes of other writers, refreshed");
    stored = (await fixture.read(type, stored)) ?? stored;
  }
  const isChangedByOther = draw(fc.boolean) && (await changeByOther(draw, subject));
  for (let left = 6; left > 0; left--) {
    const planned = await tryPlan(draw, subject, stored);
    if (!planned || (planned.changes.length === 0 && left > 1)) continue;
    if (isChangedByOther) counts.add("changes of other writers, not refreshed");
    return { ...planned, isChangedByOther };
  }
  return counts.add("no program", undefined);
}

async function tryPlan(draw: Draw, subject: Subject, stored: StoredObject): Promise<Omit<Planned, "isChangedByOther"> | undefined> {
  const { fixture, type, base, other } = subject;
  const program = randomProgram(draw, plain(base), plain(other));
  const ignore = randomIgnore(draw, plain(base), program);
  const { inputs: news, failures } = await fixture.check(type, withIgnored(program, plain(stored.inputs), ignore));
  if (failures.length > 0) return undefined;
  const changes = (await fixture.diff(type, stored, news, ignore)).changes;
  return changes.some(({ replaces }) => replaces) ? undefined : { stored, news, ignore, changes };
}

const isCovered = (path: string, by: readonly string[]) => {
  const steps = parse(path);
  return by.some((one) => covers(parse(one), steps) || covers(steps, parse(one)));
};

/** The paths that a warning names. */
const pathsIn = (line: string) => /changed (.*?)(?: and \d+ more)? since/.exec(line)?.[1]?.split(", ") ?? [];

/** List elements of another writer that were removed although neither a change nor a warning names them. */
function silentlyRemoved(
  { before, after, stored }: { before: PlainMap; after: PlainMap; stored: PlainMap },
  named: readonly string[],
): string[] {
  return pathsOf(before)
    .filter((steps) => isScalarList(valueAt(before, steps)))
    .flatMap((steps) => {
      const list = (from: PlainMap): unknown[] => [valueAt(from, steps) ?? []].flat();
      const isLost = (item: unknown): boolean => !list(stored).includes(item) && !list(after).includes(item);
      return list(before).flatMap((item, i) => (isLost(item) ? [format([...steps, i])] : []));
    })
    .filter((path) => !named.some((one) => covers(parse(one), parse(path))));
}

const changedPaths = (changes: readonly Change[]) => changes.map(({ path }) => path);

/** All that an update did against the invariant; nothing when it holds. */
async function violations(subject: Subject, { stored, news, ignore, changes, isChangedByOther }: Planned): Promise<PlainMap> {
  const { fixture, type } = subject;
  const options = { ignoreChanges: ignore };
  const before = await view(subject);
  const preview = await fixture.update(type, stored, news, { ...options, preview: true });
  fixture.writes.length = fixture.lines.length = 0;
  const updated = await fixture.update(type, stored, news, options).catch(() => undefined);
  if (!updated) return counts.add("rejected by the service", {});
  counts.add(changes.length > 0 ? "updates" : "updates without changes");
  if (changes.length > 0) counts.add(`updates of ${type}`);
  if (changes.length > 0 && isChangedByOther) counts.add(`updates beside another writer of ${type}`);
  const shown = changedPaths(changes);
  const warnings = fixture.lines.filter((line) => line.startsWith("warning: "));
  const writes = changes.length === 0 ? fixture.writes.map(({ call }) => call) : [];
  const after = await view(subject);
  const named = [...shown, ...warnings.flatMap(pathsIn)];
  const announced = [
    ...named,
    ...Object.entries(subject.dependent).flatMap(([key, by]) =>
      by.some((one) => named.some((path) => covers(parse(one), parse(path)))) ? [key] : [],
    ),
  ];
  // Another order, or a duplicate, is a change where Diff reports it, as for processors.
  const meant = await fixture.paths(type, { ...updated, inputs: before, state: {} }, after);
  const differing = [...differingPaths(before, after), ...reorderedPaths(before, after)].filter((path) => isCovered(path, meant));
  // A list that is one element longer differs by position in elements that did not change.
  const changed = new Set(differing.map((path) => meant.find((one) => covers(parse(one), parse(path))) ?? path));
  const unannounced = [...changed].filter((path) => !isCovered(path, announced));
  const removed = isChangedByOther ? silentlyRemoved({ before, after, stored: plain(stored.inputs) }, announced) : [];
  const refreshed = await fixture.read(type, updated);
  // Declared settings are gone when another writer has removed those that the program keeps.
  if (!refreshed) return isChangedByOther ? counts.add("objects of which nothing is left", {}) : { missing: [updated.id] };
  // The engine gives ignored paths their old values before it asks for the changes.
  const next = withIgnored(plain(news), plain(refreshed.inputs), ignore);
  // What another writer added to a map that the program removes stays: a write of members removes its own ones.
  const isOfOther = ({ kind }: Change) => isChangedByOther && kind === "delete";
  const left = (await fixture.diff(type, refreshed, next, ignore)).changes.filter((change) => !isOfOther(change));
  const unwritten = changedPaths(left).filter((path) => isCovered(path, shown));
  const contradicting = isChangedByOther ? [] : contradictions(preview.state, updated.state);
  fixture.writes.length = 0;
  await fixture.update(type, updated, news, options);
  return { unannounced, removed, unwritten, contradicting, writes, repeated: fixture.writes.map(({ call }) => call) };
}

/** Fails with what an update did against the invariant, and with what is needed to understand it. */
async function updateCase(draw: Draw, variant: ModuleVariant) {
  const subject = await newSubject(variant);
  const planned = await plan(draw, subject);
  if (!planned) return;
  const found = await violations(subject, planned);
  const wrong = Object.entries(found).filter(([, list]) => Array.isArray(list) && list.length > 0);
  const { stored, news, ignore, changes } = planned;
  const details = {
    stored: plain(stored.inputs),
    news: plain(news),
    ignore,
    changes: changedPaths(changes),
    warnings: subject.fixture.lines,
  };
  expect({ wrong, ...details }).toEqual({ wrong: [], ...details });
}

/** A first update of an object, what another writer then adds to it, and how the program changes it at last. */
interface SharedUpdate {
  first: ValueMap;
  addition: ValueMap | undefined;
  news: ValueMap;
}

/** Draws an update, in half of the cases that of the samples; nothing if the program changes nothing or replaces the object. */
async function drawSharedUpdate(draw: Draw, { fixture, type, base, other, created, importId }: Subject): Promise<SharedUpdate | undefined> {
  const programs = [plain(base), plain(other)] as const;
  const check = async (olds: StoredObject, program: PlainMap) => {
    const { inputs, failures } = await fixture.check(type, program, { olds: olds.inputs });
    const changes = failures.length > 0 ? [] : (await fixture.diff(type, olds, inputs)).changes;
    return { inputs, changes: changes.some(({ replaces }) => replaces) ? [] : changes };
  };
  // In half of the cases another writer adds what this update removes.
  const thinned = await check(created, withValueAt(programs[0], pick(draw, pathsOf(programs[0])), undefined));
  const first = thinned.changes.length > 0 ? thinned.inputs : created.inputs;
  const stored = await fixture.update(type, created, first).catch(() => undefined);
  const found = await fixture.read(type, { id: importId });
  if (!stored || !found) return undefined;
  const added = await check(found, draw(fc.boolean) ? programs[0] : randomChange(draw, plain(found.inputs), programs));
  const { inputs: news, changes } = await check(stored, draw(fc.boolean) ? programs[1] : randomProgram(draw, plain(first), programs[1]));
  if (changes.length === 0) return undefined;
  const isAddition = added.changes.length > 0 && added.changes.every(({ kind }) => kind === "add");
  return { first, addition: isAddition ? added.inputs : undefined, news };
}

/** Carries out the update beside the other writer, and returns the object as an import shows it; an empty text if the service rejects one of them. */
async function viewAfter(subject: Subject, shared: SharedUpdate, update: (stored: StoredObject) => Promise<unknown>) {
  const { fixture, type, created, importId } = subject;
  const { first, addition } = shared;
  try {
    const stored = await fixture.update(type, created, first);
    if (addition) await fixture.update(type, (await fixture.read(type, { id: importId }))!, addition);
    await update(stored);
  } catch {
    return "";
  }
  // The service assigns the IDs of rules.
  return JSON.stringify(await view(subject), (key, value: unknown) => (key === "ruleId" ? undefined : value));
}

/** Lets a request of an update fail, and repeats the update; in some cases a refresh comes before. Returns the object as {@link viewAfter}. */
async function viewAfterRepeated(draw: Draw, subject: Subject, shared: SharedUpdate) {
  const { fixture, type } = subject;
  const [name, failure] = drawWay(draw);
  const fail = failAt(fixture, pick(draw, [1, 1, 2, 3]), failure, pick(draw, [false, false, true]));
  // A refresh shows what others have added as drift, which the next update removes.
  const refreshes = !shared.addition && pick(draw, [false, false, true]);
  // The reads before the first write fail, too, in some cases.
  let canFail = pick(draw, [false, false, true]);
  return viewAfter(subject, shared, async (stored) => {
    fixture.intercept = (request, respond) => ((canFail ||= isWrite(request)) ? fail(request, respond) : respond());
    const outcome = await outcomeOf(fixture.update(type, stored, shared.news));
    fixture.intercept = undefined;
    if (canFail) counts.add(`an update ${name}`);
    if (!(outcome instanceof Error)) return;
    // The engine keeps the old inputs.
    const reached = outcome instanceof ResourceInitFailedError ? { ...stored, id: outcome.id, state: outcome.state as ValueMap } : stored;
    await fixture.update(type, refreshes ? (await fixture.read(type, reached))! : reached, shared.news);
  });
}

/** An update of which a request fails leads, repeated, to the same object as one that does not fail: it removes what it has to, and keeps what others have added. */
async function repeatedCase(draw: Draw, variant: ModuleVariant) {
  const shared = await drawSharedUpdate(draw, await newSubject(variant));
  const whole = await newSubject(variant);
  const expected = shared && (await viewAfter(whole, shared, (stored) => whole.fixture.update(whole.type, stored, shared.news)));
  expect(expected && (await viewAfterRepeated(draw, await newSubject(variant), shared!))).toBe(expected);
}

const importable = variants.filter(({ cannotImport }) => !cannotImport);

/** Resources of which updates once changed what another writer had set. */
const attacked = [
  ...["Channel", "Trigger"].map((name) => `quartet:eventrouting/v1:${name}`),
  ...["SearchIngestPipeline", "SearchIndexTemplate", "SearchComponentTemplate"].map((name) => `quartet:search:${name}`),
  ...["Service", "ApiApp", "Upstream", "Plugin", "Api", "ApiKey", "UsagePlan", "CustomDomain"].map(
    (name) => `quartet:cloud:ApiGateway${name}`,
  ),
];

describe("an update", () => {
  it.each(importable)("of $token ($title) writes what its preview showed", property(12, updateCase));

  it.each(importable)("of $token ($title) of which a request fails is completed by the same update", property(10, repeatedCase));

  it("was made often enough", () => {
    for (const name of Object.keys(ways)) expect(counts.of(`an update ${name}`)).toBeGreaterThan(expectedAtLeast(20));
    for (const type of attacked) expect([type, counts.of(`updates beside another writer of ${type}`)]).not.toEqual([type, 0]);
    expect(counts.of("updates")).toBeGreaterThan(expectedAtLeast(importable.length * 2));
    expect(counts.of("changes of other writers, not refreshed")).toBeGreaterThan(expectedAtLeast(importable.length));
    counts.print("updates");
  });
});
