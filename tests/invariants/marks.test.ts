/** Marks follow values: whatever another writer does to a list that holds a secret, the secret is in no input and in no output in plain. */
import fc from "fast-check";
import { ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { TypeSpec } from "../../provider/core/schema/schema";
import { format, type Step } from "../../provider/core/values/path";
import type { Plain, PlainMap, ValueMap } from "../../provider/core/values/value";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { canaryOf, expectHidden, marking, shownIn, withCanary } from "./canaries";
import { pathsOf, pick, randomChange, valueAt, withValueAt, type Draw } from "./changes";
import { Counts, expectedAtLeast, holds } from "./counts";
import { failAt, failures } from "./failing";
import { plain, programsOf, schema, Fixture, type StoredObject } from "./fixture";
import { outcomeOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";

const counts = new Counts();
const isInList = (steps: readonly Step[]) => steps.some((step) => typeof step === "number");
const textsInLists = (program: PlainMap) =>
  pathsOf(program).filter((steps) => isInList(steps) && typeof valueAt(program, steps) === "string");

/** An object with a secret canary in an element of a list. */
interface Subject {
  fixture: Fixture;
  type: string;
  stored: StoredObject;
  /** The path of the innermost list. */
  list: Step[];
  canary: string;
}

async function newSubject(draw: Draw, all: readonly ModuleVariant[]): Promise<Subject | undefined> {
  const canary = canaryOf(draw(fc.nat), 16);
  for (let left = 12; left > 0; left--) {
    const variant = pick(draw, all);
    const fixture = await Fixture.open(variant.module, variant.emulator);
    const { inputs, news } = programsOf(fixture, variant);
    const programs = [inputs, news ?? inputs].map(plain).filter((one) => textsInLists(one).length > 0);
    if (programs.length === 0) continue;
    const program = pick(draw, programs);
    const texts = textsInLists(program);
    const steps = pick(draw, texts);
    const list = steps.slice(
      0,
      steps.findLastIndex((step) => typeof step === "number"),
    );
    // The mark is on the text, or on an object above it up to the element.
    const marked = steps.slice(0, list.length + 1 + draw(fc.nat, steps.length - list.length - 1));
    const next = marking(withValueAt(program, steps, withWord(draw, String(valueAt(program, steps)), canary)), marked) as ValueMap;
    const checked = await fixture.check(variant.token, next);
    if (checked.failures.length > 0) continue;
    const stored = await fixture.create(variant.token, checked.inputs).catch(() => undefined);
    if (stored && JSON.stringify(plain(stored.inputs)).includes(canary)) return { fixture, type: variant.token, stored, list, canary };
  }
  return undefined;
}

/** The text with the canary in the place of one of its words: members of policies, paths and the like have a form of their own. */
function withWord(draw: Draw, text: string, canary: string) {
  const words = [...text.matchAll(/[A-Za-z0-9]+/g)];
  if (/^\s*\{/.test(text) || words.length === 0) return withCanary(text, canary);
  const { 0: word, index } = pick(draw, words);
  return `${text.slice(0, index)}${canary}${text.slice(index + word.length)}`;
}

/** The list as another writer may leave it. */
function rewritten(draw: Draw, list: readonly Plain[]) {
  const others = list.map((item) =>
    typeof item === "string" ? otherText(draw, item) : (randomChange(draw, { item }, [])["item"] ?? item),
  );
  const at = draw(fc.nat, list.length - 1);
  const forms = [
    [...list].reverse(),
    [...list.slice(1), ...list.slice(0, 1)],
    [others[at]!, ...list],
    [...list.slice(0, at), others[at]!, ...list.slice(at)],
    list.filter((_, i) => i !== at),
    list.map((item, i) => (i === at ? others[at]! : item)),
    [...others].reverse(),
  ];
  return pick(draw, forms);
}

function otherText(draw: Draw, text: string) {
  return /^\s*\{/.test(text) ? text.replace(/"(?=\s*[,}])/, draw(fc.constantFrom, '-x"', '","x":"y"')) : `${text}x`;
}

/** Another writer changes the list, without knowing what is secret. */
async function changeByOther(draw: Draw, { fixture, type, stored, list }: Subject) {
  const unmarked = { ...stored, inputs: plain(stored.inputs), state: plain(stored.state) };
  for (let left = 8; left > 0; left--) {
    const former = valueAt(plain(stored.inputs), list) as Plain[];
    const news = withValueAt(plain(stored.inputs), list, rewritten(draw, former));
    const checked = await fixture.check(type, news);
    if (checked.failures.length > 0) continue;
    const write = (await fixture.replaces(type, unmarked, checked.inputs)) ? replaceByOther : updateByOther;
    fixture.writes.length = 0;
    const id = await write(fixture, type, unmarked, checked.inputs).catch(() => undefined);
    if (fixture.writes.length > 0) return id === stored.id;
  }
  return false;
}

const updateByOther = async (fixture: Fixture, type: string, stored: StoredObject, news: ValueMap) =>
  (await fixture.update(type, stored, news)).id;

async function replaceByOther(fixture: Fixture, type: string, stored: StoredObject, news: ValueMap) {
  await fixture.delete(type, stored);
  return (await fixture.create(type, news)).id;
}

async function marksCase(draw: Draw, all: readonly ModuleVariant[]) {
  const subject = await newSubject(draw, all);
  if (!subject) return counts.add("no canary");
  const { fixture, type, stored, list, canary } = subject;
  const expectSecret = (...values: ValueMap[]) =>
    expectHidden([...values.map(shownIn), ...fixture.lines, ...fixture.statusLines].join("\n"), canary);
  expectSecret(stored.inputs, stored.state);
  if (!(await changeByOther(draw, subject))) return counts.add("no change");
  counts.add(`changed ${type}`);
  fixture.lines.length = 0;
  const refreshed = (await fixture.read(type, stored))!;
  expectSecret(refreshed.inputs, refreshed.state);
  const refreshedTwice = (await fixture.read(type, refreshed))!;
  expectSecret(refreshedTwice.inputs, refreshedTwice.state);
  const from = pick(draw, [stored, refreshed]);
  const preview = await fixture.update(type, from, stored.inputs, { preview: true });
  expectSecret(preview.state);
  const ignoreChanges = pick(draw, [[], [format(list)]]);
  const news = ignoreChanges.length === 0 ? stored.inputs : from.inputs;
  if (draw(fc.boolean)) fixture.intercept = failAt(fixture, 1 + draw(fc.nat, 2), pick(draw, Object.values(failures)), draw(fc.boolean));
  const outcome = await outcomeOf(fixture.update(type, from, news, { ignoreChanges }));
  if (!(outcome instanceof Error)) return expectSecret(outcome.state);
  const state = outcome instanceof ResourceInitFailedError ? (outcome.state as ValueMap) : {};
  expectHidden(outcome.message, canary);
  expectSecret(state);
  counts.add("failed updates");
}

/** Their lists hold IDs of other objects or durations, which cannot contain a canary. */
const withFixedTexts = [
  "quartet:cloud:ApiGatewayApiDoc",
  "quartet:cloud:ApiGatewayUsagePlanAttachment",
  "quartet:search:SearchDataStreamLifecycle",
];

/** Resources with lists of texts that a program chooses. */
const withLists = [...new Set(variants.map(({ token }) => token))].filter((token) => {
  const { inputProperties = {} } = schemaFile.resources![token]!;
  return (
    !withFixedTexts.includes(token) &&
    Object.entries(inputProperties).some(([name, spec]) => name !== "searchConnections" && holdsTexts(spec))
  );
});

/** Whether the type has a list with texts. */
function holdsTexts(spec: TypeSpec, isInside = false): boolean {
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  if (spec.type === "string" || named?.type === "string") return isInside;
  if (spec.items) return holdsTexts(spec.items, true);
  return Object.values(named?.properties ?? {}).some((member) => holdsTexts(member, isInside));
}

describe("a secret in a list", () => {
  it.each(withLists)("of %s stays hidden beside another writer", async (type) => {
    const all = variants.filter(({ token }) => token === type);
    await holds(12, type, async (draw) => marksCase(draw, all));
    expect(counts.of(`changed ${type}`)).toBeGreaterThanOrEqual(expectedAtLeast(1));
  });

  it("was attacked beside failures as well", () => {
    expect(counts.of("failed updates")).toBeGreaterThan(expectedAtLeast(5));
    counts.print("marks");
  });
});
