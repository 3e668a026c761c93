/** `Filters` of the gateway's list actions: names with values; a row passes a filter when it fits one of the values, and must pass all. */
import type { Json } from "../../exchange";
import type { Shape } from "../api";
import { rejectWith } from "./finding";

/** The shape of the parameter `Filters`. */
export const filters: Shape = [{ "Name!": "string", "Values!": ["string"] }];

/** By the name of a filter: whether a row fits a value. */
export type Meanings<T> = Readonly<Record<string, (row: T, value: string) => boolean>>;

/** The rows that pass all filters. Fails with InvalidFilterNotSupportedName for a name that the action does not have. */
export function filtered<T>(rows: readonly T[], given: Json | undefined, meanings: Meanings<T>): T[] {
  const tests = ((given ?? []) as Json[]).map((filter) => {
    const { Name, Values } = filter as { Name: string; Values: string[] };
    const fits = Object.hasOwn(meanings, Name) ? meanings[Name] : undefined;
    if (!fits) return rejectWith("InvalidParameterValue.InvalidFilterNotSupportedName", `The filter \`${Name}\` is not supported.`);
    return (row: T) => Values.some((value) => fits(row, value));
  });
  return rows.filter((row) => tests.every((passes) => passes(row)));
}
