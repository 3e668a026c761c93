/** Objects by their members, and texts that may be JSON. */
import type { JsonObject } from "./exchange";

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with these names, each with the value of `valueOf`. */
export const byName = <N extends string, T>(names: readonly N[], valueOf: (name: N) => T): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>;

/** The object with other values. */
export const mapValues = <T, R>(object: Readonly<Record<string, T>>, change: (value: T, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

/** The members that fit. */
export const pickBy = <T>(object: Readonly<Record<string, T>>, fits: (value: T, name: string) => unknown): Record<string, T> =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => fits(value, name)));

/** The value of a JSON text, or undefined. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
