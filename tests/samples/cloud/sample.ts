/** A sample of a resource of module cloud: its inputs and their changes. */
import type { Properties } from "../../support/structs";
import type { Prerequisites } from "./prerequisites";

/** Inputs that may refer to the prerequisites. */
export type Inputs = (prerequisites: Prerequisites) => Properties;

/** A resource in enough parts that each of its remote calls is made. */
export interface CloudSample {
  title: string;
  type: string;
  inputs: Inputs;
  /** A change in place; absent where every input replaces. */
  news?: Inputs;
  /** A change that replaces; absent where none does. */
  replacing?: Inputs;
  /** The service generates the ID, so that an object whose create has no response cannot be identified. */
  nameless?: true;
  /** An operation that is done once; it leaves no object, and its delete sends no request. */
  operation?: true;
  /** The id for import where it is not that of the resource. */
  importId?(prerequisites: Prerequisites, id: string): string;
  /** It cannot be imported. */
  noImport?: true;
  /** Paths of inputs whose value at the service depends on other inputs, and the paths of these. */
  dependent?: Readonly<Record<string, readonly string[]>>;
}

/** Inputs, or those that a program changes. */
export type Given = Properties | Inputs;

const inputsOf = (given: Given): Inputs => (typeof given === "function" ? given : () => given);

/** Returns the programs of inputs and of changes of them. */
export function programsOf(given: Given, ...changes: readonly (Given | undefined)[]): [Inputs, ...(Inputs | undefined)[]] {
  const inputs = inputsOf(given);
  return [
    inputs,
    ...changes.map((change): Inputs | undefined => change && ((before) => ({ ...inputs(before), ...inputsOf(change)(before) }))),
  ];
}

/** A sample whose other programs are stated as changes of its inputs. */
export interface SampleRow extends Omit<CloudSample, "type" | "inputs" | "news" | "replacing"> {
  kind: string;
  inputs: Given;
  news?: Given;
  replacing?: Given;
}

/** Returns the sample of a row. */
export function sampleOf({ kind, inputs: given, news: change, replacing: replacement, ...row }: SampleRow): CloudSample {
  const [inputs, news, replacing] = programsOf(given, change, replacement);
  return { ...row, type: `quartet:cloud:${kind}`, inputs, ...(news && { news }), ...(replacing && { replacing }) };
}
