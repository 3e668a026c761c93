// The interfaces that a module implements: Module, ProviderFunction, Resource. Contains types only; the verbs call them.
import type { Environment } from "./environment";
import type { Failure, ProviderError } from "./errors";
import type { Settings } from "./gen/types";
import type { Send } from "./http-types";
import type { ListedObject } from "./listing";
import type { ObjectTest, Rules, ValueRule } from "./rules";
import type { Schema } from "./schema";
import type { Plain, PlainMap } from "./value";

/** The severity of a log line; `debug` is shown with `--debug` only. */
export type Severity = "debug" | "info" | "warning";

/** Provides the abort signal, the log functions and the redaction of one request. */
export interface RequestContext {
  /** Aborted on Cancel, at the time limit, and when the engine drops the request; `signal.reason` is the ProviderError to fail with. */
  readonly signal: AbortSignal;
  /** Shows a line while the resource is being processed; it disappears afterwards. */
  status(message: string): void;
  /** Logs a line for the user. */
  log(severity: Severity, message: string): void;
  /** Hides the secrets of the configuration and of this request. Required before a text of another program is shortened; see `excerpt`. */
  redact(text: string): string;
}

/** The context of one RPC, for the verbs. */
export interface RpcContext extends RequestContext {
  /** Aborts the request once the time has passed, with the error that the function creates then. */
  limit(seconds: number, error: () => ProviderError): void;
  /** Seconds until the limit; Infinity without one. */
  secondsLeft(): number;
  /** Returns a context that outlives this one for so many seconds: an aborted write uses it to read the object that it may have created. */
  detached(seconds: number): RequestContext;
}

/** The configuration of the provider, for a module. `env` is the environment at the start of the process. See docs/protocol.md#configuration. */
export interface ModuleContext {
  settings: Settings;
  schema: Schema;
  env: Environment;
  /** Sends one HTTP request. */
  send: Send;
  version: string;
  /** Hides the secrets of the configuration, for work that belongs to no single request. */
  redact(text: string): string;
}

/** A function of the package. Its inputs are validated and plain, with defaults. */
export interface ProviderFunction<Client, Inputs, Outputs> {
  /** Rules for the inputs that the schema cannot state. */
  rules?: Rules;
  /** Outputs that are computed from all inputs: each is secret when one input is. */
  derived?: readonly (keyof Outputs & string)[];
  /** False for a function that sends no request: it runs without coalescing, limits or deadlines, and `client` is undefined. Default true. */
  remote?: boolean;
  /** Whether the result may serve equal calls of the same burst. False when reading has an effect, such as writing a file. Default: true. */
  cacheable?(inputs: Inputs): boolean;
  /** Returns the outputs. */
  read(inputs: Inputs, context: FunctionContext<Client>): Promise<Outputs> | Outputs;
}

/** The context of a function call, with the client of its module. */
export interface FunctionContext<Client> extends RequestContext {
  client: Client;
}

/** A method of the provider resource. It has no inputs but `__self__`, and sends no request. */
export interface Method {
  /** Outputs that are maps whose members are secret one by one, so that the keys stay readable. */
  secretMembers?: readonly string[];
  /** Returns the plain outputs. */
  call(context: ModuleContext): PlainMap;
}

/** The configuration and the unknown inputs, for `normalize`. */
export interface CheckContext {
  /** The configuration; absent before Configure, and while a setting is unknown. */
  configuration: ModuleContext | undefined;
  /** Whether the input is given and unknown. */
  isUnknown(key: string): boolean;
}

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
  /** Whether the service accepts objects without a name. */
  optional?: boolean;
}

/** Inputs after Check, which adds a name. */
export type Named<Inputs, Name extends keyof Inputs> = Inputs & { [Key in Name]-?: NonNullable<Inputs[Key]> };

/** Facts about one property that schema.json cannot state. Each is optional and holds at every depth unless noted. */
export interface PropertyTraits {
  /** The form of a name that is made for a new object whose program gives none. One input of a resource, top level. See docs/protocol.md#autonaming. */
  autoname?: NameFormat;
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
  /** Not stored by the service (connection, time limits). A change is reported, but does not call `update`; refresh keeps the value. Top level only. */
  local?: true;
  /** Whether the change replaces the object; for properties that schema.json does not mark `replaceOnChanges`. Top level only. */
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

/** The object before a request. */
export interface PriorState<Inputs, State> {
  /** The inputs of the program. In the reads of an Update, the new ones. */
  inputs: Partial<Inputs>;
  /** The state reported last, and the inputs written since: the source of values that the service does not return. */
  state: Partial<State>;
}

/** The inputs that an update writes: exactly those that Diff reports for the same request. */
export interface ChangedProperties<Inputs> {
  /** Whether one of these inputs changed, or a member of it. A name, or a path such as `scheduling.full` or `eventFilters[0]`. */
  has(...paths: readonly ((keyof Inputs & string) | `${keyof Inputs & string}${"." | "["}${string}`)[]): boolean;
  /** The names of the inputs that changed, in the order of the schema. */
  readonly names: readonly (keyof Inputs & string)[];
}

/** The request of `create`. */
export interface CreateRequest<Inputs, State> {
  inputs: Inputs;
  /**
   * Reports the id as soon as the object exists: every later failure carries the id and the state reached. `state`: the inputs that are written by now, and
   * outputs that no read returns; without it, all inputs. May be called again when more is written.
   */
  created(id: string, state?: Partial<State>): void;
  /** Returns the command that imports an existing object as the resource of this request; for errors about a name that is taken. */
  importCommand(id: string): string;
}

/** The request of `update`. */
export interface UpdateRequest<Inputs, State> {
  id: string;
  inputs: Inputs;
  /** Never empty, unless the object is `incomplete`. */
  changed: ChangedProperties<Inputs>;
  prior: PriorState<Inputs, State>;
  /** The object, read just before. */
  remote: State;
  /**
   * Returns the inputs for a service that takes whole objects only: declared members as declared; undeclared and ignored members as in `remote`; members that
   * the program has removed are absent. `written` names the inputs that the request to the service contains; default: all. Logs a warning that names each
   * declared member of them which another writer has changed and which the request resets.
   */
  merged(...written: (keyof Inputs & string)[]): Inputs;
}

/** An object as the service returns it. */
export interface ReadResult<State> {
  /** The canonical id; it may differ from the requested one (import by a bare name). */
  id: string;
  state: State;
  /** Why accepted inputs were not carried out; the next update repeats the work. */
  incomplete?: string;
}

/** The object of a preview. */
export interface PreviewCheckRequest<Inputs> {
  /** The inputs that are known; an input that contains an unknown is absent. */
  inputs: Partial<Inputs>;
  /** Whether the input is given and unknown. */
  isUnknown(key: string): boolean;
}

/** The context of a resource's verb: the request, the client of the module, and the comparison of core. */
export interface Context<Client> extends RequestContext {
  client: Client;
  /** Returns the names of the inputs in which an existing object differs from the declared ones, for the decision whether to adopt it. */
  differences(inputs: object, state: object): string[];
}

/** The format of ids for import and `get`. */
export interface ImportIdFormat {
  /** Returns why the id is invalid, with the expected format; undefined for a valid one. */
  validate(id: string): string | undefined;
}

/** A method, because parameters of methods are bivariant: the table of a module takes resources with {@link Named} inputs. */
interface ReplacementRule<Inputs> {
  deletesFirst(prior: Inputs, next: Inputs): boolean;
}

/** The traits of properties, by path. */
export type PropertyTable<Inputs, State> = { [Path in PropertyPath<Inputs> | (keyof State & string)]?: PropertyTraits };

/** A resource type: facts per property, and the verbs. */
export interface Resource<Client, Inputs, State> {
  properties?: PropertyTable<Inputs, State>;
  /** Rules over several properties. A rule that reads an unknown value is skipped. */
  validate?: ObjectTest | readonly ObjectTest[];
  /** Part of Check: returns inputs to add or to replace (values of the configuration, full names for short ones). Idempotent. */
  normalize?(known: Partial<Inputs>, context: CheckContext): { inputs?: Partial<Inputs>; failures?: Failure[] };
  /** Absent: every id is accepted. */
  importId?: ImportIdFormat;
  deleteBeforeReplace?: boolean | ReplacementRule<Inputs>["deletesFirst"];
  /** Time limits in seconds where inputs and resource options set none. Default: 1200. */
  timeouts?: Partial<Record<"create" | "read" | "update" | "delete", number>>;
  /** Called before the first request of Create and Update. Throws when the service accepts no writes of this type any more. */
  assertWritable?(context: Context<Client>): void;
  /** Creates the object with all inputs and waits until it is visible. A failure before `created` means that nothing exists, unless it is ambiguous. */
  create(request: CreateRequest<Inputs, State>, context: Context<Client>): Promise<void>;
  /**
   * Reads the object that an ambiguous `create` may have made. `written`: the inputs that the failed step writes; default: all. Core adopts the object only if
   * it agrees with them; `update` writes the rest.
   */
  find?(inputs: Inputs, context: Context<Client>): Promise<(ReadResult<State> & { written?: Partial<Inputs> }) | undefined>;
  /** Reads the object; undefined when it does not exist. `prior` is absent on import. */
  read(
    request: { id: string; prior?: PriorState<Inputs, State> | undefined },
    context: Context<Client>,
  ): Promise<ReadResult<State> | undefined>;
  /** Validates inputs by requests in previews, while `previewChecks` of the module is true. Errors become warnings. See docs/protocol.md#preview-checks. */
  previewCheck?(request: PreviewCheckRequest<Inputs>, context: Context<Client>): Promise<Failure[]>;
  /** Writes what changed. Also completes an object whose `create` failed. Without it every change replaces. */
  update?(request: UpdateRequest<Inputs, State>, context: Context<Client>): Promise<void>;
  /** Deletes the object; one that does not exist is a success. */
  delete(request: { id: string; prior: PriorState<Inputs, State> }, context: Context<Client>): Promise<void>;
  /** Lists all objects of the type, with ids that `read` accepts; with `from`, those from that {@link ListedObject.page} on. */
  list?(query: Record<string, Plain>, context: Context<Client>, from?: string): AsyncIterable<ListedObject>;
}

/** A remote service: its client, functions and resources. */
// Tables are checked against the types of the schema where they are written; here their entries are looked up by token, hence `any`.
/* eslint-disable @typescript-eslint/no-explicit-any */
export interface Module<Client = any> {
  name: string;
  /** Rules for the types of this module, by type token; they hold wherever the type is used, settings included. */
  rules?: Readonly<Record<string, Rules>>;
  /** Rules for the module's settings that the schema cannot state. */
  settings?: Rules;
  /** Whether the configuration turns the preview checks of the resources on. Absent: there are none. */
  previewChecks?(configuration: ModuleContext): boolean;
  /** Called once per configuration; returns the function that makes the client of one request. Neither sends a request nor fails for missing credentials. */
  connect(configuration: ModuleContext): (inputs: any, context: RequestContext) => Client;
  functions: Readonly<Record<string, ProviderFunction<Client, any, any>>>;
  resources: Readonly<Record<string, Resource<Client, any, any>>>;
  /** Methods of the provider resource, by name. */
  methods?: Readonly<Record<string, Method>>;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Loads a module when its first token or setting is used. */
export interface ModuleEntry {
  /** Settings of the provider that belong to the module. */
  settings: readonly (keyof Settings & string)[];
  /** Methods of the provider resource that the module implements. */
  methods?: readonly string[];
  load(): Promise<Module>;
}
