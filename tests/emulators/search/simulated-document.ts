/** A document in the simulation of a pipeline: its metadata, and its fields by path. Metadata are fields too. */
import type { Json, JsonObject } from "../exchange";
import { failureOf, illegal } from "./errors";
import { javaClass } from "./properties";

const METADATA = ["_index", "_id", "_version", "_routing"];

const isMap = (value: Json | undefined): value is JsonObject =>
  value !== undefined && value !== null && javaClass(value) === "java.util.HashMap";

/** The request needs something that the emulator does not do, so that no test passes on it. */
export class Unsupported extends Error {}

/** The error of a path without a value. */
const absent = (step: string, path: string) => illegal(`field [${step}] not present as part of path [${path}]`);

/** A document, changed by processors. */
export class SimulatedDocument {
  readonly metadata: JsonObject;

  constructor(
    readonly source: JsonObject,
    given: JsonObject,
  ) {
    const text = (name: string, otherwise: string) => ((given[name] ?? null) === null ? otherwise : String(given[name]));
    this.metadata = { _index: text("_index", "_index"), _id: text("_id", "_id"), _version: text("_version", "-3") };
    if (given._routing !== undefined) this.metadata._routing = String(given._routing);
  }

  /** The value at a path. Fails if a step does not exist. */
  get(path: string): Json {
    let at: Json = this.root(path);
    for (const step of path.split(".")) {
      if (!isMap(at))
        throw illegal(`cannot resolve [${step}] from object of type [${at === null ? "null" : javaClass(at)}] as part of path [${path}]`);
      const next: Json | undefined = Object.hasOwn(at, step) ? at[step] : undefined;
      if (next === undefined) throw absent(step, path);
      at = next;
    }
    return at;
  }

  /** Whether there is a value, null included, at a path. */
  has(path: string): boolean {
    return failureOf(() => this.get(path)) === undefined;
  }

  /** Writes a value; parents that do not exist are created. */
  set(path: string, value: Json): void {
    const [parent, last] = this.parent(path, true);
    parent[last] = value;
  }

  /** Removes a value. Fails if there is none. */
  remove(path: string): void {
    const [parent, last] = this.parent(path, false);
    if (!Object.hasOwn(parent, last)) throw absent(last, path);
    delete parent[last];
  }

  private root(path: string): JsonObject {
    return METADATA.includes(path) ? this.metadata : this.source;
  }

  private parent(path: string, create: boolean): [parent: JsonObject, last: string] {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let at = this.root(path);
    for (const step of steps) {
      if (!Object.hasOwn(at, step)) {
        if (!create) throw absent(step, path);
        at[step] = {};
      }
      const next = at[step];
      if (!isMap(next)) {
        const action = create ? `cannot set [${last}] with parent object` : `cannot remove [${last}] from object`;
        throw illegal(`${action} of type [${javaClass(next ?? null)}] as part of path [${path}]`);
      }
      at = next;
    }
    return [at, last];
  }
}
