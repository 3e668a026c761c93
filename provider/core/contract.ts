// The three shapes that a module fills in: Module, Lookup, Resource. Only types live here; the provider composes them into the verbs of the protocol.
import type { Failure, ProviderError } from "./errors";
import type { Functions, Resources, Settings } from "./gen/types";
import type { LegacyResource } from "./legacy-contract";
import type { ObjectTest, Rules, ValueRule } from "./rules";
import type { Schema } from "./schema";
import type { Plain, PlainMap } from "./value";

/** What one call may use of the world: the way to be cancelled, the way to be heard. */
export interface RequestContext {
  /** Aborted on Cancel, on the time limit of the operation, and when the engine drops the call; `signal.reason` is the ProviderError to end with. */
  readonly signal: AbortSignal;
  /** A short line that shows while the resource is worked on and then disappears. */
  status(message: string): void;
  /** A lasting line for the user; `debug` shows only with `--debug`. */
  log(severity: "debug" | "info" | "warning", message: string): void;
  /** Hides the secrets of the configuration and of this request. Required before a foreign text is shortened; see `excerpt`. */
  redact(text: string): string;
}

/** The operation of one RPC, as the verbs see it. */
export interface RpcContext extends RequestContext {
  /** Aborts the request once the time has passed, with the error that the function creates then. */
  limit(seconds: number, error: () => ProviderError): void;
  /** Seconds until the limit; Infinity without one. */
  secondsLeft(): number;
  /** An operation of its own for what must be asked after this one was ended: the outcome of a write. */
  detached(seconds: number): RequestContext;
}

/** What a module is given when the provider is configured. Reading `env` happens here and never again (protocol 1.2). */
export interface ModuleContext<Send = unknown> {
  settings: Settings;
  schema: Schema;
  env: Readonly<Record<string, string | undefined>>;
  send: Send;
  version: string;
  /** Hides the secrets of the configuration, for work that belongs to no single request. */
  redact(text: string): string;
}

/** A function of the package: inputs checked, defaults in, marks off. */
export interface ProviderFunction<Client, Inputs, Outputs> {
  /** What the schema cannot say about the inputs. */
  rules?: Rules;
  /** Outputs computed from all inputs: they are secret as soon as one input is. */
  derived?: readonly (keyof Outputs & string)[];
  /** False for a function that sends no request: it runs without coalescing, limits or deadlines, and `client` is undefined. Default true. */
  remote?: boolean;
  /** False when reading does more than answer, such as writing a file: then the answer is not kept for equal lookups that come later. Default: kept while lookups run. */
  cacheable?(inputs: Inputs): boolean;
  /** Returns the outputs. Local functions get no client. */
  read(inputs: Inputs, context: FunctionContext<Client>): Promise<Outputs> | Outputs;
}

/** What a function may use besides its inputs. */
export interface FunctionContext<Client> extends RequestContext {
  client: Client;
}

/** A method of the provider resource: inputs beside `__self__` there are none, and no remote is asked. */
export interface Method {
  /** Outputs that are maps of which each member is a secret of its own: the keys stay readable. */
  secretMembers?: readonly string[];
  /** The plain outputs. */
  answer(host: ModuleContext): PlainMap;
}

/** Whether two values of a property mean the same although they are written differently. Both are plain and present. */
export type Same = (left: Plain, right: Plain) => boolean;
/** Comparers by property path; `[*]` stands for any element, `*` for any key of a map. A property without one is compared as JSON. */
export type Equalities = Readonly<Record<string, Same>>;

/** What a resource may know when its inputs are completed. */
export interface CheckContext {
  /** Absent as long as the provider is not configured, or not in full. */
  host: ModuleContext | undefined;
  /** Whether the input is given but not known yet. */
  unknown(key: string): boolean;
}

/** Whether a value counts as the declared one although it is written differently. `other` is an older input in Diff and the value of the service in refresh. */
export type Equality = (declared: Plain, other: Plain) => boolean;

/** Facts about one property that schema.json cannot state. Each is optional; all of them hold at every depth unless noted. */
export interface PropertyTraits {
  /** Limits of the value; checked by Check when the value is known. Top level only: types have rules of their own. */
  validate?: ValueRule;
  /** Semantic equality. Both values are plain, present, and of the declared form. Two functions where an older input may mean less than an answer of the service. */
  equals?: Equality | { diff: Equality; refresh: Equality };
  /** The value that the service assumes when the property is absent: both are the same in Diff, refresh and import. */
  default?: Plain;
  /**
   * The service determines the value where the program does not. Absence keeps what the service has: neither a change nor a drift. An old input that is
   * absent counts as the value in the state.
   */
  computed?: true;
  /** The service does not return the value, or not always. Where `read` leaves it out, the state keeps the value that was written last. */
  writeOnly?: true;
  /** The service does not store the value (connection, time limits, how to write). A change is shown, but does not call `update`; refresh keeps it. Top level only. */
  local?: true;
  /** Whether this change replaces the object; for properties that schema.json does not mark `replaceOnChanges`. Top level only. */
  requiresReplaceIf?(prior: Plain | undefined, next: Plain | undefined): boolean;
  /** An output that no update changes, or that changes only together with these inputs: previews of dependents keep its value. Top level only. */
  stable?: true | { unlessChanged: readonly string[] };
  /** Whether an import leaves the value to the service instead of declaring it. Top level only. */
  omitOnImport?(value: Plain, state: PlainMap): boolean;
}

type Scalar = string | number | boolean | null | undefined;
/** Paths of the members of a type: `name`, `scheduling.full.interval`, `processors[*]` (any element), `configurationValues.*.json` (any key). */
export type PropertyPath<T, Depth extends readonly 0[] = []> = string extends keyof T
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

/** What is known of an object before a request. */
export interface PriorState<Inputs, State> {
  /** The inputs of the program, in its words. During Update's own reads these are the new ones. */
  inputs: Partial<Inputs>;
  /** What was reported last, and what has been written since: the source of values that the service does not return. */
  state: Partial<State>;
}

/** The inputs that Update has to write: exactly those that Diff reports for the same request. */
export interface ChangedProperties<Inputs> {
  /** Whether one of these inputs changed, or a member of it. A name, or a path such as `scheduling.full` or `eventFilters[0]`. */
  has(...paths: readonly ((keyof Inputs & string) | `${keyof Inputs & string}${"." | "["}${string}`)[]): boolean;
  /** The names of the inputs that changed, in the order of the schema. */
  readonly names: readonly (keyof Inputs & string)[];
}

/** What Create is asked. */
export interface CreateRequest<Inputs, State> {
  inputs: Inputs;
  /**
   * Reports the id as soon as the object exists: every later failure carries the id and the state reached. `state`: the inputs that are written by now, and
   * outputs that no read returns; without it, all inputs. May be called again when more is written.
   */
  created(id: string, state?: Partial<State>): void;
}

/** What Update is asked. */
export interface UpdateRequest<Inputs, State> {
  id: string;
  inputs: Inputs;
  /** Never empty, unless the object is `incomplete`. */
  changed: ChangedProperties<Inputs>;
  prior: PriorState<Inputs, State>;
  /** The object as core has read it just before. */
  remote: State;
  /**
   * The inputs for a service that takes whole objects only: as declared; members that the program does not declare, or ignores, as they are at the service,
   * but for those that it has taken out. Warns of each declared member that this resets.
   */
  merged(): Inputs;
}

/** An object as it is. */
export interface ReadResult<State> {
  /** The canonical id, which may differ from the one asked for (import by a bare name). */
  id: string;
  state: State;
  /** Why the object is not as written although the service accepted it: the next update repeats the work even when nothing changed. */
  incomplete?: string;
}

/** One request: its cancellation, its log, the module's client, and the one comparison of core. */
export interface Context<Client> extends RequestContext {
  client: Client;
  /** The names of the inputs in which an object that exists differs from these: for the decision whether to adopt it. */
  differences(inputs: object, state: object): string[];
}

/** The format of the ids that import and get accept. */
export interface ImportIdFormat {
  /** Returns what is wrong with an id, or nothing. */
  validate(id: string): string | undefined;
}

/** A kind of remote object: facts per property, and the verbs. */
export interface Resource<Client, Inputs, State> {
  properties?: { [Path in PropertyPath<Inputs> | (keyof State & string)]?: PropertyTraits };
  /** Rules over several properties, each a question of its own: one that reads a value that is not known yet is skipped. */
  validate?: ObjectTest | readonly ObjectTest[];
  /** Part of Check: members to put beside or in the place of the given ones (values from the configuration, short names in full). Idempotent. */
  normalize?(known: Partial<Inputs>, about: CheckContext): { inputs?: Partial<Inputs>; failures?: Failure[] };
  /** Absent: every id is accepted. */
  importId?: ImportIdFormat;
  deleteBeforeReplace?: boolean | ((prior: Inputs, next: Inputs) => boolean);
  /** Time limits in seconds for an operation whose inputs and options set none. */
  timeouts?: Partial<Record<"create" | "read" | "update" | "delete", number>>;
  /** Creates the object with all inputs. A failure before `created` means that nothing exists, unless it is ambiguous. */
  create(request: CreateRequest<Inputs, State>, context: Context<Client>): Promise<void>;
  /**
   * After an ambiguous failure of `create`: the object that it may have created, as it is. `written`: the inputs that the failed step writes; default: all. Core
   * adopts the object only if it agrees with them; `update` writes the rest.
   */
  find?(inputs: Inputs, context: Context<Client>): Promise<(ReadResult<State> & { written?: Partial<Inputs> }) | undefined>;
  /** Reads the object; returns nothing when it is gone. `prior` is absent on import. */
  read(
    request: { id: string; prior?: PriorState<Inputs, State> | undefined },
    context: Context<Client>,
  ): Promise<ReadResult<State> | undefined>;
  /** Writes what changed. Also completes an object of which `create` failed half-way. Absent: every change replaces. */
  update?(request: UpdateRequest<Inputs, State>, context: Context<Client>): Promise<void>;
  /** Deletes the object; an object that is gone already is a success. */
  delete(request: { id: string; prior: PriorState<Inputs, State> }, context: Context<Client>): Promise<void>;
  /** All objects of this kind, with ids as `read` accepts them. */
  list?(query: Record<string, Plain>, context: Context<Client>): AsyncIterable<{ id: string; name: string }>;
}

/** A remote service: how to reach it, and what it offers. */
// The one seam where types meet by token: tables are checked against the schema's types where they are written, and looked up by text here.
/* eslint-disable @typescript-eslint/no-explicit-any */
export interface Module<Client = any> {
  name: string;
  /** Rules for the types of this module, by type token; they hold wherever the type is used, settings included. */
  rules?: Readonly<Record<string, Rules>>;
  /** What the schema cannot say about the module's settings. */
  settings?: Rules;
  /** Called once at Configure; answers how to make the client of one call. Neither touches the network nor fails for missing credentials. */
  connect(host: ModuleContext): (inputs: any, operation: RequestContext) => Client;
  functions: Readonly<Record<string, ProviderFunction<Client, any, any>>>;
  resources: Readonly<Record<string, Resource<Client, any, any> | LegacyResource<Client, any, any>>>;
  /** Methods of the provider resource, by name. */
  methods?: Readonly<Record<string, Method>>;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Where a module is found; its code is loaded when its first token or setting is used. */
export interface ModuleEntry {
  /** The settings of the provider that belong to it. */
  settings: readonly (keyof Settings & string)[];
  /** The methods of the provider resource that it answers. */
  methods?: readonly string[];
  load(): Promise<Module>;
}

type NameOf<Token, Name extends string> = Token extends `quartet:${Name}:${infer Short}` ? Short : never;

/** The table of lookups that a module must offer: one per function token of the schema, of its very inputs and outputs. */
export type FunctionTable<Name extends string, Client> = {
  [Short in NameOf<keyof Functions, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Functions
    ? ProviderFunction<Client, Functions[Token]["inputs"], Functions[Token]["outputs"]>
    : never;
};

/** The table of resources that a module must offer: one per resource token of the schema. */
export type ResourceTable<Name extends string, Client> = {
  [Short in NameOf<keyof Resources, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Resources
    ? | Resource<Client, Resources[Token]["inputs"], Resources[Token]["state"]>
      | LegacyResource<Client, Resources[Token]["inputs"], Resources[Token]["state"]>
    : never;
};
