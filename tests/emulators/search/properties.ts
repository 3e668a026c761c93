/** Reads the options of a processor or pipeline one by one, and fails as the server does; what is left over is unknown. */
import type { Json, JsonObject } from "../exchange";
import type { Cause } from "./errors";
import { SearchFailure } from "./errors";
import { javaText } from "./mappings";
import { LongNumber } from "./numbers";

/** Whose options are read; both are absent for a pipeline. */
export interface Owner {
  type?: string;
  tag?: string;
}

/** The Java class that the server names in its error texts. */
export const javaClass = (value: Json): string => {
  if (Array.isArray(value)) return "java.util.ArrayList";
  if (typeof value === "string") return "java.lang.String";
  if (typeof value === "boolean") return "java.lang.Boolean";
  if (value instanceof LongNumber) return /[.eE]/.test(value.text) ? "java.lang.Double" : "java.math.BigInteger";
  if (typeof value !== "number") return "java.util.HashMap";
  if (!Number.isInteger(value)) return "java.lang.Double";
  return Math.abs(value) < 2 ** 31 ? "java.lang.Integer" : "java.lang.Long";
};

/** A `parse_exception` with the property and the processor that it is about. */
export const configFailure = ({ type, tag }: Owner, property: string | undefined, text: string): SearchFailure => {
  const reason = property === undefined ? text : `[${property}] ${text}`;
  const extra: JsonObject = {
    ...(property === undefined ? {} : { property_name: property }),
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
  };
  return new SearchFailure(400, { type: "parse_exception", reason, extra });
};

/** An exception of Java inside a processor: the server wraps it, returns 500, and adds the processor. */
export const javaFailure = ({ type, tag }: Owner, className: string, cause: Cause): SearchFailure => {
  const extra: JsonObject = {
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
  };
  return new SearchFailure(500, { type: "exception", reason: `${className}: ${cause.reason}`, extra, causedBy: cause });
};

/** The failure of an element that is no text where the server trusts that it is one. */
export const castFailure = (owner: Owner, value: Json, target = "java.lang.String"): SearchFailure => {
  const from = javaClass(value);
  const reason = `class ${from} cannot be cast to class ${target} (${from} and ${target} are in module java.base of loader 'bootstrap')`;
  return javaFailure(owner, "java.lang.ClassCastException", { type: "class_cast_exception", reason });
};

/** Options not yet read. Each method takes one option out; null and absent are the same. */
export class Options {
  readonly #left: Map<string, Json>;

  constructor(
    config: JsonObject,
    public owner: Owner = {},
  ) {
    this.#left = new Map(Object.entries(config));
  }

  /** The names of the options that were not read. */
  get left(): string[] {
    return [...this.#left.keys()];
  }

  /** Whether the option is there, null included. */
  has(name: string): boolean {
    return this.#left.has(name);
  }

  /** Any value. */
  any(name: string): Json | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value ?? undefined;
  }

  /** Everything that is left, null included; nothing is left afterwards. */
  rest(): JsonObject {
    const all = Object.fromEntries(this.#left);
    this.#left.clear();
    return all;
  }

  /** The value, or the failure that it is missing. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw configFailure(this.owner, name, "required property is missing");
    return value;
  }

  text(name: string): string | undefined {
    const value = this.any(name);
    if (value === undefined || typeof value === "string") return value;
    throw configFailure(this.owner, name, `property isn't a string, but of type [${javaClass(value)}]`);
  }

  bool(name: string): boolean | undefined {
    const value = this.any(name);
    if (value === undefined || typeof value === "boolean") return value;
    throw configFailure(this.owner, name, `property isn't a boolean, but of type [${javaClass(value)}]`);
  }

  int(name: string): number | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    const text = javaText(value);
    if (/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text);
    throw configFailure(this.owner, name, `property cannot be converted to an int [${text}]`);
  }

  number(name: string): number | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    const text = javaText(value);
    if (text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
    throw configFailure(this.owner, name, `property cannot be converted to a double [${text}]`);
  }

  list(name: string): Json[] | undefined {
    const value = this.any(name);
    if (value === undefined || Array.isArray(value)) return value;
    throw configFailure(this.owner, name, `property isn't a list, but of type [${javaClass(value)}]`);
  }

  map(name: string): JsonObject | undefined {
    const value = this.any(name);
    if (value === undefined || javaClass(value) === "java.util.HashMap") return value as JsonObject | undefined;
    throw configFailure(this.owner, name, `property isn't a map, but of type [${javaClass(value)}]`);
  }
}
