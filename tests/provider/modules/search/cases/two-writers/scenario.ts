/** What another writer does to an object, and what has to be there after the next operation of the program. */
import type { Json } from "../../../../../emulators/exchange";

/** A request past the provider. */
export type Sent = readonly [request: string, body?: object];

/** A program and another writer at one object. */
export interface Scenario {
  /** What the other writer does. */
  title: string;
  /** The name of the resource, without the module. */
  kind: string;
  /** What exists before the program. */
  before: readonly Sent[];
  program: object;
  other: readonly Sent[];
  /** When the other writer writes: after the response to the first such request of the operation. Absent: before the operation. */
  after?: string;
  /** The next operation: another program, or `destroy`. */
  next: object | "destroy";
  /** Members that the server has after it, by path. */
  kept: Readonly<Record<string, Json>>;
}
