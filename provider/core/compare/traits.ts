// Compiles the traits of a resource's properties once, for lookups by path in Check, Diff, refresh, import and previews. Pure.
import type { Equality, NameFormat, PropertyTraits, Equalities } from "../../contract/properties";
import type { Resource } from "../../contract/resource";
import { equal, isObject } from "../json/json";
import { objectOf, recordBy } from "../values/records";
import type { Rules, ValueRule } from "../../contract/rules";
import type { ResourceSpec, Schema, TypeSpec } from "../schema/schema";
import type { Plain, PlainMap } from "../values/value";
import type { Forms } from "./forms";

type Replaces = NonNullable<PropertyTraits["requiresReplaceIf"]>;
type Omits = NonNullable<PropertyTraits["omitOnImport"]>;

/** Traits by path; `[*]` is any element of a list, `*` any key of a map. */
export interface Traits {
  rules: Rules | undefined;
  equals: { diff: Equalities; refresh: Equalities };
  defaults: Readonly<Record<string, Plain>>;
  computed: ReadonlySet<string>;
  writeOnly: ReadonlySet<string>;
  local: ReadonlySet<string>;
  forms: Forms;
  /** Inputs whose output is the value of the service: it may contain more than the input, or the input is local. */
  reported: ReadonlySet<string>;
  /** Inputs whose output previews cannot know: the service returns its own value, for example the etag of the last write. */
  own: ReadonlySet<string>;
  /** Inputs whose output is an object of another type, with more members. */
  widened: ReadonlySet<string>;
  omits: ReadonlyMap<string, Omits>;
  replacesIf: ReadonlyMap<string, Replaces>;
  stable: ReadonlyMap<string, true | { unlessChanged: readonly string[] }>;
  /** Inputs for which Check makes a value where the program gives none. */
  generated: ReadonlySet<string>;
  /** The input that names the object, if Check can add a name. */
  autoname: { property: string; format: NameFormat } | undefined;
}

type AnyResource = Pick<Resource<never, PlainMap, PlainMap>, "exactlyOne" | "validate"> & {
  properties?: Readonly<Record<string, PropertyTraits | undefined>>;
};

/** Compiles the traits of a resource. */
export function compileTraits({ properties = {}, exactlyOne, validate }: AnyResource, spec: ResourceSpec, schema: Schema): Traits {
  const all = Object.entries(properties).filter((entry): entry is [string, PropertyTraits] => entry[1] !== undefined);
  const pick = <T>(read: (traits: PropertyTraits) => T | undefined): [string, T][] =>
    all
      .map(([path, traits]): [string, T | undefined] => [path, read(traits)])
      .filter((entry): entry is [string, T] => entry[1] !== undefined);
  const pathsWith = (flag: "computed" | "writeOnly" | "local" | "reported" | "generated"): Set<string> =>
    new Set(all.filter(([, traits]) => traits[flag]).map(([path]) => path));
  const equality = (side: "diff" | "refresh"): Equalities =>
    Object.fromEntries(pick<Equality>(({ equals }) => (typeof equals === "object" ? equals[side] : equals)));
  const local = pathsWith("local");
  const reported = pathsWith("reported");
  const stable = new Map(pick((traits) => traits.stable));
  const widened = new Set(widenedNames(spec, schema));
  const rules = Object.fromEntries(pick<ValueRule>((traits) => traits.validate));
  return {
    rules: { properties: rules, ...(exactlyOne && { exactlyOne }), ...(validate && { test: validate }) },
    equals: { diff: equality("diff"), refresh: equality("refresh") },
    defaults: Object.fromEntries(pick((traits) => traits.default)),
    computed: pathsWith("computed"),
    writeOnly: pathsWith("writeOnly"),
    local,
    forms: new Map(pick((traits) => traits.formOf)),
    reported: new Set([...local, ...widened, ...reported]),
    own: new Set([...reported, ...[...local].filter((key) => stable.has(key))]),
    widened,
    omits: new Map(pick((traits) => traits.omitOnImport)),
    replacesIf: new Map(pick((traits) => traits.requiresReplaceIf)),
    stable,
    generated: pathsWith("generated"),
    autoname: pick((traits) => traits.autoname).map(([property, format]) => ({ property, format }))[0],
  };
}

/** Returns the inputs whose output is an object of another type. */
function widenedNames({ properties = {}, inputProperties = {} }: ResourceSpec, schema: Schema): string[] {
  const objectType = ({ $ref }: TypeSpec = {}): string | undefined => schema.type($ref)?.properties && $ref;
  return Object.keys(inputProperties).filter((key) => {
    const input = objectType(inputProperties[key]);
    const output = objectType(properties[key]);
    return input !== undefined && output !== undefined && input !== output;
  });
}

/** Returns the state with the values of write-only properties that the service does not return, as they were written last. */
export function withWriteOnly(state: PlainMap, written: PlainMap, { writeOnly }: Pick<Traits, "writeOnly">): PlainMap {
  return [...writeOnly].reduce((filled, path) => objectOf(keepWritten(filled, written, path.split(/\.|(?=\[\*\])/))), state);
}

/** Returns the value with the members at the path that were written last and are absent now. */
function keepWritten(value: Plain | undefined, written: Plain | undefined, [step, ...rest]: readonly string[]): Plain | undefined {
  if (step === undefined) return value ?? written;
  if (step === "[*]") return Array.isArray(value) && Array.isArray(written) ? keepWrittenInItems(value, written, rest) : value;
  if (!isObject(value) || !isObject(written)) return value;
  const keys = step === "*" ? Object.keys(value) : [step];
  const members = keys.map((key): [string, Plain | undefined] => [key, keepWritten(value[key], written[key], rest)]);
  return { ...value, ...Object.fromEntries(members.filter((entry): entry is [string, Plain] => entry[1] !== undefined)) };
}

/** Adds to each element the write-only members of the written element that agrees with it: that at the same position, else the first that is left. */
function keepWrittenInItems(items: readonly Plain[], written: readonly Plain[], rest: readonly string[]): Plain[] {
  const left = new Set(written.filter((former, i) => !agree(items[i], former)));
  return items.map((item, i) => {
    const former = agree(item, written[i]) ? written[i] : [...left].find((one) => agree(item, one));
    if (former === undefined) return item;
    left.delete(former);
    return keepWritten(item, former, rest)!;
  });
}

/** Returns whether two elements have members in common, and all of these are equal. */
function agree(item: Plain | undefined, written: Plain | undefined): boolean {
  if (!isObject(item) || !isObject(written)) return false;
  const common = Object.keys(item).filter((key) => key in written);
  return common.length > 0 && common.every((key) => equal(item[key], written[key]));
}

/** Returns the same traits for several properties. */
export function sameTraits<Path extends string>(paths: readonly Path[], traits: PropertyTraits): { [Key in Path]: PropertyTraits } {
  return recordBy(paths, () => traits);
}

/** Returns the traits of the members of a property. */
export function traitsBelow<Name extends string, Path extends string>(name: Name, traits: { [Key in Path]?: PropertyTraits }) {
  const entries = Object.entries<PropertyTraits | undefined>(traits).map(([path, each]) => [`${name}.${path}`, each]);
  return Object.fromEntries(entries) as { [Key in Path as `${Name}.${Key}`]?: PropertyTraits };
}

/** Merges groups of traits; a property of several groups has the traits of all, the last group first. */
export function mergeTraits<Path extends string>(
  ...groups: readonly { [Key in Path]?: PropertyTraits }[]
): { [Key in Path]?: PropertyTraits } {
  const joined: Record<string, PropertyTraits> = {};
  for (const group of groups)
    for (const [path, more] of Object.entries<PropertyTraits | undefined>(group)) joined[path] = { ...joined[path], ...more };
  return joined as { [Key in Path]?: PropertyTraits };
}
