// PROTOTYPE ONLY: the resource contract as it was, for resources that are not converted yet; legacy.ts turns it into the one of contract.ts.
import type { CheckContext, Equalities } from "./contract";
import type { Failure, ProviderError } from "./errors";
import type { Rules } from "./rules";
import type { Plain, PlainMap } from "./value";

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

/** A kind of remote object. `create` answers the id, `apply` brings the parts to the wished state, `read` tells how it is, `delete` may be repeated. */
export interface LegacyResource<Client, Inputs, State> {
  /** What the schema cannot say about the inputs. */
  rules?: Rules;
  /**
   * Part of Check: members to put beside or in the place of those that the program gives, such as defaults that depend on other inputs or on the
   * configuration, and short names in full. Sees known members of the declared form only. Doing it twice changes nothing.
   */
  complete?(known: Partial<Inputs>, about: CheckContext): { inputs?: Partial<Inputs>; failures?: Failure[] };
  /** Equal though different, for Diff: both sides were written by the user. */
  same?: Equalities;
  /** Equal though different, for Read: `left` is the user's value, `right` the server's, which may hold more. Default: as `same`. */
  served?: Equalities;
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
