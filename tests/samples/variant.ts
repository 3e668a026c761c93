/** Programs of a resource: before and after an update, with the objects that they refer to. The invariants run them, and releases record them. */
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import type { Properties } from "../support/structs";

/** The declared inputs, and how the resource is imported. */
export interface Program {
  inputs: Properties;
  /** A second program that updates the resource in place. */
  news?: Properties;
  /** The import ID; default the id of the resource. */
  importId?(id: string): string;
}

/** How a variant prepares the remote side. */
export interface Preparation {
  handle(request: EmulatorRequest): EmulatorReply;
  now(): Date;
}

/** One resource with one set of inputs. */
export interface Variant {
  title: string;
  token: string;
  /** Options of the emulator. */
  emulator?: Properties;
  /** The service does not return enough for an import. */
  cannotImport?: true;
  /** Paths of inputs whose value at the service depends on other inputs, and the paths of these. */
  dependent?: Readonly<Record<string, readonly string[]>>;
  /** Creates the objects that the program refers to, and returns the program. */
  program(preparation: Preparation): Program;
}

/** A resource whose objects Pulumi names if the program does not. */
export interface Autonamed {
  /** The input that is the name. */
  property: string;
  /** What the service accepts as a generated name. */
  valid: RegExp;
}
