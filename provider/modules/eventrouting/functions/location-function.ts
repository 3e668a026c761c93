// What the lookups of this module share: names and types, rules, the place that a call asks about. See docs/modules/eventrouting.md#functions.
import type { ProviderFunction } from "../../../core/contract";
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
type InputsOf<Name extends LookupName> = Functions[`quartet:eventrouting/v1:${Name}`]["inputs"];
/** What a lookup answers. */
type OutputsOf<Name extends LookupName> = Functions[`quartet:eventrouting/v1:${Name}`]["outputs"];

/** One part of a name. */
export const segment: ValueRule = {
  minLength: 1,
  pattern: { matches: /^(?!\.{1,2}$)[^/]+$/, says: "must be one part of a name, without a slash" },
};

/** The project may be left to the provider, as a text that is empty leaves it. */
const projectText: ValueRule = { pattern: { matches: /^(?!\.{1,2}$)[^/]*$/, says: segment.pattern!.says } };

/** Where a lookup looks: a location of a project. */
export interface Place {
  project: string;
  location: string;
}

/** A lookup by the place that its inputs name; the answer echoes the place. */
export function locationFunction<Name extends LookupName>(
  rules: Rules,
  read: (place: Place, inputs: PlainMap, client: EventClient) => Promise<PlainMap>,
): ProviderFunction<EventClient, InputsOf<Name>, OutputsOf<Name>> {
  return {
    rules: { properties: { location: segment, project: projectText, ...rules.properties } },
    async read(typed, { client }) {
      const inputs = typed as unknown as PlainMap;
      const own = inputs["project"];
      const project = await client.project(typeof own === "string" ? own : undefined);
      const place = { project, location: String(inputs["location"]) };
      return { ...(await read(place, inputs, client)), ...place } as unknown as OutputsOf<Name>;
    },
  };
}
