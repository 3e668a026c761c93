// What the lookups of this module share: names and types, rules, the place that a call asks about (eventrouting.md 8.1).
import type { Functions } from "../../../core/gen/types";
import type { Rules, ValueRule } from "../../../core/rules";
import type { PlainMap } from "../../../core/value";
import type { EventClient } from "../client";

/** The lookups of this module. */
export type LookupName = keyof Functions extends infer Token
  ? Token extends `quartet:eventrouting/v1:${infer Name}`
    ? Name
    : never
  : never;
/** What a lookup takes. */
export type InputsOf<Name extends LookupName> = Functions[`quartet:eventrouting/v1:${Name}`]["inputs"];
/** What a lookup answers. */
export type OutputsOf<Name extends LookupName> = Functions[`quartet:eventrouting/v1:${Name}`]["outputs"];

/** One part of a name. */
export const segment: ValueRule = {
  minLength: 1,
  pattern: { matches: /^(?!\.{1,2}$)[^/]+$/, says: "must be one part of a name, without a slash" },
};

/** Rules for inputs that become parts of a name. */
export function segments(...names: readonly string[]): Rules {
  return { properties: Object.fromEntries(names.map((name) => [name, segment])) };
}

/** Project and location of a call; both are echoed. */
export async function placeOf(inputs: PlainMap, client: EventClient): Promise<{ project: string; location: string }> {
  const own = inputs["project"];
  return { project: await client.project(typeof own === "string" ? own : undefined), location: String(inputs["location"]) };
}
