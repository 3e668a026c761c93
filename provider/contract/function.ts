// Functions of the package and methods of the provider resource, as a module implements them. Types only.
import type { RequestContext, ModuleContext } from "./context";
import type { Rules } from "./rules";
import type { SharedReads } from "./shared-reads";
import type { PlainMap } from "../core/values/value";

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
export interface FunctionContext<Client> extends RequestContext, SharedReads<Client> {
  client: Client;
}

/** A method of the provider resource. It has no inputs but `__self__`, and sends no request. */
export interface Method {
  /** Outputs that are maps whose members are secret one by one, so that the keys stay readable. */
  secretMembers?: readonly string[];
  /** Returns the plain outputs. */
  call(context: ModuleContext): PlainMap;
}
