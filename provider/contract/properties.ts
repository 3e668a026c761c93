// Facts about properties that the schema cannot state. Types only.
import type { ValueRule } from "./rules";
import type { Plain, PlainMap } from "../core/values/value";

/** Whether `other` has the meaning of the declared value: an older input in Diff, the value of the service in refresh. Both are plain and present. */
export type Equality = (declared: Plain, other: Plain) => boolean;

/** Equality by property path; `[*]` is any element of a list, `*` any key of a map. Values without an entry are compared as JSON. */
export type Equalities = Readonly<Record<string, Equality>>;

/** The names that a service accepts. */
export interface NameFormat {
  /** In characters. */
  maxLength: number;
  /** Replaces what the service does not accept. The result may be too long. */
  adapt(text: string): string;
  /** Another input whose last segment is the name. */
  partOf?: string;
}

/** How the elements of one input are those of another input in another form. A program sets at most one of the two. */
export interface ElementForm {
  /** The input in the usual form. Its output is always set, and an import declares it. */
  of: string;
  /** Whether a program has to set one of the two. */
  required?: true;
  /** Returns an element in the usual form. */
  write(element: Plain): Plain;
  /** Returns an element of the usual form in this one. */
  read(element: Plain): Plain;
}

/** Inputs after Check, which adds a name. */
export type Named<Inputs, Name extends keyof Inputs> = Inputs & { [Key in Name]-?: NonNullable<Inputs[Key]> };

/** What else a change of one input can depend on. Unknown values count as empty strings. */
interface ReplacementContext {
  /** All new inputs. */
  inputs: PlainMap;
  /** The state of the object, without members of another form than the schema's; empty where there is none. */
  state: PlainMap;
}

/** Facts about one property that schema.json cannot state. Each is optional and holds at every depth unless noted. */
export interface PropertyTraits {
  /** The form of a name that is made for a new object whose program gives none. One input of a resource, top level; a `computed` one may stay without a name. See docs/protocol.md#autonaming. */
  autoname?: NameFormat;
  /** `normalize` makes a value where the program gives none, such as the time of the request: another run makes another one, so that a create preview does not state it. Top level only. */
  generated?: true;
  /** Limits of a known value, for Check. Top level only: types have rules of their own. */
  validate?: ValueRule;
  /** Semantic equality; both values have the declared form. Two functions where an older input may mean less than a value of the service, such as a short reference. */
  equals?: Equality | { diff: Equality; refresh: Equality };
  /** The value that the service assumes when the property is absent: it equals absence in Diff and refresh, and an import leaves it out. */
  default?: Plain;
  /**
   * The service determines the value where the program does not. Absence keeps what the service has: it is neither a change nor drift. An absent old input
   * has the value of the state.
   */
  computed?: true;
  /** The service does not return the value, or not always. Where `read` leaves it out, the state keeps the value that was written last. */
  writeOnly?: true;
  /** The list is another form of this input: Diff, refresh and updates compare both in the form of the program. Top level only. See docs/protocol.md#two-forms. */
  formOf?: ElementForm;
  /** The output is always the value of the service, also where the declared one has the same meaning. Top level only. */
  reported?: true;
  /** Not stored by the service (connection, time limits). A change is reported, but does not call `update`; refresh keeps the value. Top level only. */
  local?: true;
  /** Whether the change replaces the object; for properties that schema.json does not mark `replaceOnChanges`. Top level only. */
  requiresReplaceIf?(prior: Plain | undefined, next: Plain | undefined, change: ReplacementContext): boolean;
  /** An output that no update changes, or that changes only together with these inputs: previews of dependents keep its value. Top level only. */
  stable?: true | { unlessChanged: readonly string[] };
  /** Whether an import leaves the value to the service instead of declaring it. Top level only. */
  omitOnImport?(value: Plain, state: PlainMap): boolean;
}

type Scalar = string | number | boolean | null | undefined;

/** Paths of the members of a type: `name`, `scheduling.full.interval`, `processors[*]` (any element), `configurationValues.*.json` (any key). */
type PropertyPath<T, Depth extends readonly 0[] = []> = string extends keyof T
  ? string
  : Depth["length"] extends 5
    ? never
    : { [Key in keyof T & string]: Key | PathBelow<Key, NonNullable<T[Key]>, Depth> }[keyof T & string];

type PathBelow<At extends string, T, Depth extends readonly 0[]> = [Plain] extends [T]
  ? never
  : T extends Scalar
    ? never
    : T extends readonly (infer Item)[]
      ? `${At}[*]` | PathBelow<`${At}[*]`, NonNullable<Item>, [...Depth, 0]>
      : string extends keyof T
        ? `${At}.*` | PathBelow<`${At}.*`, NonNullable<T[keyof T]>, [...Depth, 0]>
        : `${At}.${PropertyPath<T, [...Depth, 0]>}`;

/** The traits of properties, by path. */
export type PropertyTable<Inputs, State> = { [Path in PropertyPath<Inputs> | (keyof State & string)]?: PropertyTraits };
