// The three shapes that a module fills in: Module, Lookup, Resource. Only types live here; the provider composes them into the verbs of the protocol.
import type { Failure, ProviderError } from "./errors";
import type { Functions, Resources, Settings } from "./gen/types";
import type { Rules } from "./rules";
import type { Schema } from "./schema";
import type { Plain, PlainMap } from "./value";

/** What one call may use of the world: the way to be cancelled, the way to be heard. */
export interface Operation {
  /** Aborted on Cancel, on the time limit of the operation, and when the engine drops the call; `signal.reason` is the ProviderError to end with. */
  readonly signal: AbortSignal;
  /** A short line that shows while the resource is worked on and then disappears. */
  status(message: string): void;
  /** A lasting line for the user; `debug` shows only with `--debug`. */
  log(severity: "debug" | "info" | "warning", message: string): void;
}

/** The operation of one RPC, as the verbs see it. */
export interface Call extends Operation {
  /** Ends the operation with this error when it lasts longer. */
  limit(seconds: number, error: ProviderError): void;
  /** An operation of its own for what must be asked after this one was ended: the outcome of a write. */
  afterwards(seconds: number): Operation;
}

/** What a module is given when the provider is configured. Reading `env` happens here and never again (protocol 1.2). */
export interface Host<Send = unknown> {
  settings: Settings;
  schema: Schema;
  env: Readonly<Record<string, string | undefined>>;
  send: Send;
  version: string;
}

/** A function of the package: inputs checked, defaults in, marks off. */
export interface Lookup<Client, Inputs, Outputs> {
  /** What the schema cannot say about the inputs. */
  rules?: Rules;
  /** Outputs computed from all inputs: they are secret as soon as one input is. */
  derived?: readonly (keyof Outputs & string)[];
  /** False for a function that asks no remote: it is answered without sharing, limits or deadlines. Default true. */
  remote?: boolean;
  /** False when reading does more than answer, such as writing a file: then the answer is not kept for equal lookups that come later. Default: kept while lookups run. */
  kept?(inputs: Inputs): boolean;
  read(inputs: Inputs, client: Client): Promise<Outputs> | Outputs;
}

/** A method of the provider resource: inputs beside `__self__` there are none, and no remote is asked. */
export interface Method {
  /** Outputs that are maps of which each member is a secret of its own: the keys stay readable. */
  secretMembers?: readonly string[];
  /** The plain outputs. */
  answer(host: Host): PlainMap;
}

/** Whether two values of a property mean the same although they are written differently. Both are plain and present. */
export type Same = (left: Plain, right: Plain) => boolean;
/** Comparers by property path; `[*]` stands for any element, `*` for any key of a map. A property without one is compared as JSON. */
export type Sames = Readonly<Record<string, Same>>;

/** What the remote holds, found by id. */
export interface Found<State> {
  /** The canonical id, which may differ from the one asked for (import by a bare name). */
  id: string;
  state: State;
}

/** What is known of an object before it is read. */
export interface Known<Inputs> {
  /** The inputs as the program gives them. */
  inputs: Partial<Inputs>;
  /** What of them surely stands at the service; decides about values that the service does not show. */
  standing: Partial<Inputs>;
  /** All that was told of it last, by `create` or in its state. */
  outputs: PlainMap;
}

/** A new object. */
export interface Born {
  id: string;
  /** What no read will tell. */
  outputs?: PlainMap;
  /** Why it is not as wished although it exists: told together with its state. */
  failed?: ProviderError;
}

/** What a resource may know when its inputs are completed. */
export interface Completing {
  /** Absent as long as the provider is not configured, or not in full. */
  host: Host | undefined;
  /** Whether the input is given but not known yet. */
  unknown(key: string): boolean;
}

/** A kind of remote object. `create` answers the id, `apply` brings the parts to the wished state, `read` tells how it is, `delete` may be repeated. */
export interface Resource<Client, Inputs, State> {
  /** What the schema cannot say about the inputs. */
  rules?: Rules;
  /**
   * Part of Check: members to put beside or in the place of those that the program gives, such as defaults that depend on other inputs or on the
   * configuration, and short names in full. Sees known members of the declared form only. Doing it twice changes nothing.
   */
  complete?(known: Partial<Inputs>, about: Completing): { inputs?: Partial<Inputs>; failures?: Failure[] };
  /** Equal though different, for Diff: both sides were written by the user. */
  same?: Sames;
  /** Equal though different, for Read: `left` is the user's value, `right` the server's, which may hold more. Default: as `same`. */
  served?: Sames;
  /** Values that the service takes when a property is not given, by property: they are not shown as drift. */
  serverDefaults?: Readonly<Record<string, Plain>>;
  /** Inputs that the service does not report: kept as they are in state, never a drift. */
  local?: readonly (keyof Inputs & string)[];
  /** Inputs that the service fills in when they are not given, and members of inputs (by path): they stand in the outputs, and are neither a drift nor a change. */
  filled?: readonly ((keyof Inputs & string) | `${keyof Inputs & string}.${string}`)[];
  /** Outputs of the name of an input that hold more than it: told as the service tells them, not in the user's words. */
  asServed?: readonly (keyof Inputs & string)[];
  /** Inputs that an import leaves to the service although it tells them. */
  leaves?(state: State): readonly (keyof Inputs & string)[];
  /** Whether an object last told like this wants `apply` on update although its inputs stand: the service took them and then failed to carry them out. */
  unsettled?(outputs: PlainMap): boolean;
  /** Outputs that no update changes: previews of dependents may rely on them. */
  stables?: readonly (keyof State & string)[];
  /** Outputs that change with some inputs only, by output: while these stay, previews of dependents may rely on them, too. */
  follows?: Readonly<Partial<Record<keyof State & string, readonly (keyof Inputs & string)[]>>>;
  /** Inputs whose change replaces the object in some cases only: told by their old and new value, absent ones as undefined. */
  replacesWhen?: Readonly<Partial<Record<keyof Inputs & string, (old: Plain | undefined, next: Plain | undefined) => boolean>>>;
  /** Whether the old object has to go before its replacement comes. */
  deleteBeforeReplace?: boolean | ((old: Inputs, next: Inputs) => boolean);
  /** Time limits in seconds for an operation whose inputs and options name none. */
  timeouts?: Partial<Record<"create" | "read" | "update" | "delete", number>>;
  /** Says what is wrong with an id given to import or get, or nothing. */
  checkId?(id: string): string | undefined;
  /** What `create` itself writes; the rest is the work of `apply`. Default: everything. */
  birth?(inputs: Inputs): Partial<Inputs>;
  /** Makes the object and answers its id. Fails before anything was made, or with an ambiguous error. */
  create(inputs: Inputs, client: Client): Promise<string | Born>;
  /** After an ambiguous failure of `create`: the id of the object it made after all, if there is one. */
  recover?(inputs: Inputs, client: Client): Promise<string | undefined>;
  /** Brings the object to the wished state; `previous` is what is known to stand there. Called on update, and after create when `birth` leaves something to do. */
  apply?(id: string, inputs: Inputs, previous: Partial<Inputs>, client: Client): Promise<void>;
  /** How the object is now, or nothing when it is gone; `known` is absent on import. */
  read(id: string, client: Client, known?: Known<Inputs>): Promise<Found<State> | undefined>;
  /** Removes the object; an object that is gone already is a success. */
  delete(id: string, client: Client, known: Known<Inputs>): Promise<void>;
  /** All objects of this kind, ids as `read` takes them. */
  list?(client: Client, query: Record<string, Plain>): AsyncIterable<{ id: string; name: string }>;
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
  connect(host: Host): (inputs: any, operation: Operation) => Client;
  lookups: Readonly<Record<string, Lookup<Client, any, any>>>;
  resources: Readonly<Record<string, Resource<Client, any, any>>>;
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
export type LookupTable<Name extends string, Client> = {
  [Short in NameOf<keyof Functions, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Functions
    ? Lookup<Client, Functions[Token]["inputs"], Functions[Token]["outputs"]>
    : never;
};

/** The table of resources that a module must offer: one per resource token of the schema. */
export type ResourceTable<Name extends string, Client> = {
  [Short in NameOf<keyof Resources, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Resources
    ? Resource<Client, Resources[Token]["inputs"], Resources[Token]["state"]>
    : never;
};
