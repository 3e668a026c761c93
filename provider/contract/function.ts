// Functions of the package, as a module implements them. Types only.
import type { Context } from "./context";
import type { Rules } from "./rules";

/** A function of the package, or a method of the provider resource. Its inputs are validated and plain, with defaults. */
export interface ProviderFunction<Client, Inputs, Outputs> {
  /** Rules for the inputs that the schema cannot state. */
  rules?: Rules;
  /** Outputs that are computed from all inputs: each is secret when one input is. */
  derived?: readonly (keyof Outputs & string)[];
  /** False for a function that sends no request: it runs without coalescing, limits or deadlines, and `client` is undefined. Default true. */
  remote?: boolean;
  /** Whether the result may serve equal calls of the same burst. False when reading has an effect, such as writing a file. Defaults to true. */
  cacheable?(inputs: Inputs): boolean;
  /** Returns the outputs. */
  read(inputs: Inputs, context: Context<Client>): Promise<Outputs> | Outputs;
}
