// Resources, as a module implements them; the verbs call them. Types only.
import type { NormalizeOptions, Context } from "./context";
import type { PropertyTable } from "./properties";
import type { ObjectTest, Rules } from "./rules";
import type { Failure } from "../core/errors/errors";
import type { Plain, PlainMap } from "../core/values/value";

/** The object before a request. */
export interface PriorState<Inputs, State> {
  /** The inputs of the program that are applied. */
  inputs: Partial<Inputs>;
  /** The inputs that an update is writing, or has failed to write: what only they declare may exist, and is then part of the object. */
  planned?: Partial<Inputs>;
  /** The state reported last, with its internal members, and the inputs written since: the source of values that the service does not return. */
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
   * outputs that no read returns; without it, all inputs. May be called again when more is written. `operation`: one that may still create the object.
   */
  created(id: string, state?: Partial<State>, operation?: string): void;
  /** Reports outputs that no read returns, before the first write: an object that a failed create may have made is adopted with them. */
  attempt(outputs: Partial<State>): void;
  /** Returns the names of the inputs in which an existing object differs from the declared ones. */
  differences(inputs: object, state: object): string[];
}

/** The request of `update`. */
export interface UpdateRequest<Inputs, State> {
  id: string;
  inputs: Inputs;
  /** Never empty, unless the object is `incomplete`. */
  changed: ChangedProperties<Inputs>;
  prior: PriorState<Inputs, State>;
  /** Returns the object, which is read once, and only if the resource needs it. To be called before the first write: its failure means that none was sent. */
  remote(): Promise<State>;
  /**
   * Returns the inputs for a service that takes whole objects only: declared members as declared; undeclared and ignored members as in `remote`; members that
   * the program has removed are absent. `written` names the inputs that the request to the service contains, the others are not merged; default: all. Logs a
   * warning that names each declared member of them which another writer has changed and which the request resets. Reads the object as `remote` does, unless
   * all that is written are scalars that changed.
   */
  merged(...written: (keyof Inputs & string)[]): Promise<Inputs>;
  /** Returns the inputs as `merged` does, over an object that was read again because another writer has changed it since. */
  mergedWith(remote: Partial<State>, ...written: (keyof Inputs & string)[]): Inputs;
  /** Returns the names of the inputs in which an existing object differs from the declared ones. */
  differences(inputs: object, state: object): string[];
  /** Reports outputs that no read returns, before the first write: a failure after it keeps them in the state. */
  attempt(outputs: Partial<State>): void;
  /** Reports an operation that may still change the object, before the failure. */
  pending(operation: string): void;
}

/** An object as the service returns it. */
export interface ReadResult<State> {
  /** The canonical id; it may differ from the requested one (import by a bare name). */
  id: string;
  /** Members whose names begin with two underscores are internal: the schema does not contain them, and only the resource reads them. See docs/protocol.md#internal-outputs. */
  state: State;
  /** Why accepted inputs were not carried out; the next update repeats the work. */
  incomplete?: string;
}

/** The object of a preview. */
export interface PreviewCheckRequest<Inputs> {
  /** Whether the object is new. A replacement is a create. */
  operation: "create" | "update";
  /** The inputs that are known; an input that contains an unknown is absent. */
  inputs: Partial<Inputs>;
  /** Whether the input is given and unknown. */
  isUnknown(key: string): boolean;
}

/** Follows operations that continue at the service after a write was interrupted, by the name that `created` or `pending` received. See docs/protocol.md#pending-operations. */
interface PendingOperations<Client> {
  /** Returns whether the operation still runs. Logs a warning with the error of one that failed. */
  isRunning(operation: string, context: Context<Client>): Promise<boolean>;
  /** Waits for its end, a success or a failure. */
  wait(operation: string, context: Context<Client>): Promise<void>;
}

/** A method, because parameters of methods are bivariant: the table of a module takes resources with {@link Named} inputs. */
interface ReplacementRule<Inputs> {
  deletesFirst(prior: Inputs, next: Inputs): boolean;
}

/** How inputs and states of an older version become those of this one: values move between members, as they are. See docs/protocol.md#migrations. */
export interface Migration {
  /** A member that only the older version has stored. */
  from: string;
  migrate<Value>(stored: Readonly<Record<string, Value>>): Record<string, Value>;
}

/** A resource type: facts per property, and the verbs. */
export interface Resource<Client, Inputs, State> {
  properties?: PropertyTable<Inputs, State>;
  /** In the order of the versions. */
  migrations?: readonly Migration[];
  /** Groups of inputs of which exactly one is required. */
  exactlyOne?: Rules["exactlyOne"];
  /** Rules over several properties. A rule that reads an unknown value is skipped. */
  validate?: ObjectTest | readonly ObjectTest[];
  /**
   * Part of Check: returns inputs to add or to replace (values of the configuration, full names for short ones), failures, and warnings. Idempotent. `unsettled`:
   * inputs that get other values once an unknown one is known, so that a preview does not state them.
   */
  normalize?(
    known: Partial<Inputs>,
    context: NormalizeOptions,
  ): { inputs?: Partial<Inputs>; failures?: Failure[]; warnings?: string[]; unsettled?: readonly string[] };
  /** Absent: every id is accepted. */
  importId?: ImportIdFormat<Client>;
  deleteBeforeReplace?: boolean | ReplacementRule<Inputs>["deletesFirst"];
  /** Time limits in seconds where inputs and resource options set none. Defaults to 1200. */
  timeouts?: Partial<Record<"create" | "read" | "update" | "delete", number>>;
  /** Absent: the service assigns every ID, and each create makes an object. */
  identity?: Identity<Client, Inputs>;
  /**
   * Fails with `failed_precondition` if ID or state name another place (cluster, project, region) than the connection. Called before every request for the
   * object. `state`: the one reported last; empty on import.
   */
  verifyPlace?(request: { id: string; inputs: Partial<Inputs>; state: Partial<State> }, client: Client): Promise<void> | void;
  /**
   * Creates the object with all inputs and waits until it is visible. A failure before `created` means that nothing exists, unless it is ambiguous. Returns the
   * object if the service has returned all of it, as `read` would; otherwise core reads it.
   */
  create(request: CreateRequest<Inputs, State>, context: Context<Client>): Promise<ReadResult<State> | void>;
  /** How the operations of interrupted creates are followed. Absent: none continues. */
  pending?: PendingOperations<Client>;
  /** Reads the object; undefined when it does not exist. `prior` is absent on import. */
  read(
    request: { id: string; prior?: PriorState<Inputs, State> | undefined },
    context: Context<Client>,
  ): Promise<ReadResult<State> | undefined>;
  /** Validates inputs by requests in previews, while `previewChecks` of the module is true. Errors become warnings. See docs/protocol.md#preview-checks. */
  previewCheck?(request: PreviewCheckRequest<Inputs>, context: Context<Client>): Promise<Failure[]>;
  /** Writes what changed. Also completes an object whose `create` failed. Returns the object as `create` does. Without it every change replaces. */
  update?(request: UpdateRequest<Inputs, State>, context: Context<Client>): Promise<ReadResult<State> | void>;
  /** Deletes the object; one that does not exist is a success. */
  delete(request: { id: string; prior: PriorState<Inputs, State> }, context: Context<Client>): Promise<void>;
  /** Lists all objects of the type, with ids that `read` accepts; with `from`, those from that {@link ListedObject.page} on. */
  list?(query: Record<string, Plain>, context: Context<Client>, from?: string): AsyncIterable<ListedObject>;
}

/** An object of a list. */
export interface ListedObject {
  id: string;
  name: string;
  /** Where the list can begin again, at this object or before it: the position of its page. Absent: at the beginning. */
  page?: string | undefined;
}

/** What identifies an object before it exists. */
interface Identity<Client, Inputs> {
  /** The inputs that determine the ID. While one of them is absent, the service assigns the ID. */
  inputs: readonly (keyof Inputs & string)[];
  /** Inputs that are part of the ID where they are given. */
  optional?: readonly (keyof Inputs & string)[];
  /** Returns the ID of the object with these inputs. Fails if the server cannot have such an object. */
  id(inputs: Inputs, client: Client): Promise<string> | string;
  /** The service rejects a create that finds an object. Otherwise core looks for one before `create`. */
  rejectsExisting?: true;
  /** An object is deleted after the one that replaces it, even if both have the same ID: such a create fails, and the old object stays. */
  deletedLast?: true;
  /** Only the response of the create contains a secret of the object: an object whose response was lost is not adopted, because its secret is lost. */
  returnsSecret?: true;
  /** The object always exists, and a create takes it over: all of it, so that a second create of the process fails, or parts, which several resources may own. */
  takesOver?: "whole" | "parts";
  /** Returns whether an object may have been created at this time, in ms since 1970, or later. Absent: the service does not return when. */
  isCreatedSince?(state: PlainMap, time: number): boolean;
  /** Returns the inputs that the first step of `create` writes: an object that a failed create may have made has to agree with them. Defaults to all. */
  written?(inputs: Inputs): Partial<Inputs>;
  /** Returns where an existing object differs from what the create writes, for the message. Defaults to the names of the inputs. */
  differing?(inputs: Partial<Inputs>, state: PlainMap): string[];
}

/** The format of ids for import and `get`. */
export interface ImportIdFormat<Client = never> {
  /** Returns why the id is invalid, with the expected format; undefined for a valid one. */
  validate(id: string): string | undefined;
  /** Returns the full ID of the object that an import or `get` names. Absent: the given one. */
  resolve?(id: string, client: Client): Promise<string> | string;
}
