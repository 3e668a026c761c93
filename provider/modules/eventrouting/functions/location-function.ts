// What the functions of this module share: types, rules, and the location that a call reads. See docs/modules/eventrouting.md#functions.
import type { Context } from "../../../contract/context";
import type { Rules, ValueRule } from "../../../contract/rules";
import type { PlainMap } from "../../../core/values/value";
import type { EventClient } from "../client";
import { segment, type ProjectLocation } from "../ids";
import type { FunctionName, ModuleFunction, OutputsOf } from "./types";

/** An empty project means the project of the provider. */
const projectText: ValueRule = { pattern: { matches: /^(?!\.{1,2}$)[^/]*$/, reason: segment.pattern!.reason } };

/** Returns a function that reads the location in its inputs; its outputs repeat the location. */
export function locationFunction<Name extends FunctionName>(
  rules: Rules,
  read: (place: ProjectLocation, inputs: PlainMap, client: EventClient, load: Context<EventClient>["load"]) => Promise<PlainMap>,
): ModuleFunction<Name> {
  return {
    rules: { properties: { location: segment, project: projectText, ...rules.properties } },
    async read(typed, { client, load }) {
      const inputs: PlainMap = typed;
      const { project: own, location } = inputs;
      const project = await client.project(typeof own === "string" ? own : undefined);
      const place = { project, location: String(location) };
      return { ...(await read(place, inputs, client, load)), ...place } as OutputsOf<Name>;
    },
  };
}
