/** Traits name properties that exist; an explicit default, an empty map and an empty JSON object equal absence, and a JSON text equals its other spelling, at every depth, in Diff, Update, refresh and import. */
import type { PropertyTraits } from "../../provider/contract/properties";
import { isObject } from "../../provider/core/json/json";
import { below, format, type Step } from "../../provider/core/values/path";
import type { PropertySpec, TypeSpec } from "../../provider/core/schema/schema";
import type { Plain, PlainMap, ValueMap } from "../../provider/core/values/value";
import { schema as schemaFile } from "../provider/tools/schema-file";
import { valueAt, withValueAt } from "./changes";
import { plain, programsOf, Fixture, schema } from "./fixture";
import { implementationOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";

/** A place in a program, and two values that mean the same there: absence and the default, or two spellings of a JSON text. */
interface EqualValues {
  steps: readonly Step[];
  values: readonly [Plain | undefined, Plain];
}

type Spec = PropertySpec & TypeSpec;
type Traits = Readonly<Record<string, PropertyTraits | undefined>>;

const traitsOf = async (token: string): Promise<Traits> => (await implementationOf(token)).properties ?? {};

/** Whether the schema has the path below this property; values of any type have none. */
function exists(spec: Spec | undefined, [step, ...rest]: readonly string[]): boolean {
  if (spec === undefined || step === undefined) return spec !== undefined;
  if (step === "[*]") return exists(spec.items, rest);
  if (spec.additionalProperties) return step === "*" && exists(spec.additionalProperties, rest);
  return exists(spec.$ref === undefined ? undefined : schema.type(spec.$ref)?.properties?.[step], rest);
}

test.each(Object.entries(schemaFile.resources!))("every trait path of %s exists in the schema", async (token, spec) => {
  const properties: Record<string, Spec> = { ...spec.properties, ...spec.inputProperties };
  const missing = Object.keys(await traitsOf(token)).filter((path) => {
    const [first = "", ...rest] = path.split(/\.|(?=\[\*\])/);
    return !Object.hasOwn(properties, first) || !exists(properties[first], rest);
  });
  expect(missing).toEqual([]);
});

const isJsonText = ({ type, description = "" }: Spec & { description?: string }) =>
  type === "string" && /, as a JSON string\b(?! or\b)/.test(description);

/** Returns a map, or a JSON text, without members: it equals absence. */
function emptyValue(spec: Spec): Plain | undefined {
  if (spec.additionalProperties) return {};
  return isJsonText(spec) ? "{}" : undefined;
}

/** The places of an object: those of its members that have a default or are JSON texts, and those below the members that it has. */
function placesIn(
  specs: Readonly<Record<string, Spec>>,
  traits: Traits,
  object: PlainMap,
  place: { at: string; steps: readonly Step[] },
): EqualValues[] {
  return Object.entries(specs).flatMap(([key, spec]) => {
    const at = place.at === "" ? key : below(place.at, key);
    const steps = [...place.steps, key];
    const value = spec.default ?? traits[at]?.default ?? emptyValue(spec);
    const own: EqualValues[] = value === undefined ? [] : [{ steps, values: [undefined, value] }];
    const text = isJsonText(spec) ? object[key] : undefined;
    if (typeof text === "string") own.push({ steps, values: [text, text.replace("{", "{ ")] });
    return [...own, ...placesBelow(spec, traits, object[key], { at, steps })];
  });
}

function placesBelow(
  spec: Spec,
  traits: Traits,
  value: Plain | undefined,
  { at, steps }: { at: string; steps: readonly Step[] },
): EqualValues[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) => placesBelow(spec.items ?? {}, traits, item, { at: `${at}[*]`, steps: [...steps, i] }));
  if (!isObject(value)) return [];
  const each = spec.additionalProperties;
  if (each)
    return Object.entries(value).flatMap(([key, item]) => placesBelow(each, traits, item, { at: below(at, "*"), steps: [...steps, key] }));
  const properties = spec.$ref === undefined ? undefined : schema.type(spec.$ref)?.properties;
  return properties ? placesIn(properties, traits, value, { at, steps }) : [];
}

const tried = new Set<string>();
let comparisons = 0;

/** Compares the programs with the two values; returns the differences by way, none where the programs are rejected. */
async function differences(variant: ModuleVariant, { steps, values }: EqualValues) {
  const { token: type, module } = variant;
  const fixture = await Fixture.open(module, variant.emulator);
  const { inputs, importId } = programsOf(fixture, variant);
  const [without, explicit] = await Promise.all(values.map((member) => fixture.check(type, withValueAt(plain(inputs), steps, member))));
  if (without!.failures.length > 0 || explicit!.failures.length > 0) return [];
  const created = await fixture.create(type, without!.inputs).catch(() => undefined);
  if (!created) return [];
  comparisons += 1;
  tried.add(`${type} ${format(steps).replace(/\[\d+\]/g, "[*]")}`);
  fixture.writes.length = 0;
  const paths = (from: typeof created, news: ValueMap) => fixture.paths(type, from, news);
  const declared = { ...created, inputs: explicit!.inputs };
  const refreshed = (await fixture.read(type, declared))!;
  const found: Record<string, string[]> = {
    "absent to explicit": await paths(created, explicit!.inputs),
    "explicit to absent": await paths(declared, without!.inputs),
    "explicit, refreshed": await paths(refreshed, explicit!.inputs),
    "absent, refreshed": await paths((await fixture.read(type, created))!, without!.inputs),
  };
  expect([format(steps), valueAt(plain(refreshed.inputs), steps)]).toEqual([format(steps), valueAt(plain(explicit!.inputs), steps)]);
  if (!variant.cannotImport) {
    const imported = (await fixture.read(type, { id: importId(created.id) }))!;
    const one = await paths(imported, without!.inputs);
    const other = await paths(imported, explicit!.inputs);
    // What an import cannot show differs from both programs alike.
    found["imported"] = [...one.filter((path) => !other.includes(path)), ...other.filter((path) => !one.includes(path))];
  }
  await fixture.update(type, created, explicit!.inputs);
  found["writes"] = fixture.writes.map(({ call }) => call);
  return Object.entries(found).flatMap(([way, all]) => all.map((path) => `${format(steps)}, ${way}: ${path}`));
}

it.each(variants)("equals its absence for every default of $token ($title)", async (variant) => {
  const traits = await traitsOf(variant.token);
  const fixture = await Fixture.open(variant.module, variant.emulator);
  const program = plain(programsOf(fixture, variant).inputs);
  const places = placesIn(schemaFile.resources![variant.token]!.inputProperties ?? {}, traits, program, { at: "", steps: [] });
  const found: string[] = [];
  for (const place of places) found.push(...(await differences(variant, place)));
  expect(found).toEqual([]);
});

test("defaults of many resources were compared", () => {
  expect(tried.size).toBeGreaterThan(60);
  expect(comparisons).toBeGreaterThan(tried.size);
});
