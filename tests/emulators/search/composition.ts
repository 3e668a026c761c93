/** What a new index gets from the index template that fits its name, and from the components of that template. */
import type { JsonObject } from "../exchange";
import type { Alias } from "./aliases";
import type { State } from "./api";
import { overlay } from "./index-mappings";
import { parseJson } from "./json";
import type { Settings } from "./settings";
import { readSettings } from "./settings";
import { winner } from "./template-conflicts";

/** The parts of a template together, and its name. */
export interface Composition {
  template: string;
  isForDataStreams: boolean;
  settings: Settings;
  mappings: JsonObject;
  aliases: Record<string, Alias>;
  /** Lifecycle and options of data streams. */
  others: JsonObject;
}

/** Components in their order, then the template itself: later parts win. Undefined where no template fits. */
export const composeFor = (name: string, { indexTemplates, componentTemplates }: State): Composition | undefined => {
  const found = winner(name, indexTemplates.entries());
  if (!found) return undefined;
  const [template, stored] = found;
  const parts = [
    ...stored.composed_of.map((component) => componentTemplates.get(component)?.template),
    stored.template as JsonObject | undefined,
  ];
  const composition: Composition = {
    template,
    isForDataStreams: stored.data_stream !== undefined,
    settings: new Map(),
    mappings: {},
    aliases: {},
    others: {},
  };
  for (const { settings = {}, mappings = {}, aliases = {}, ...others } of parts.filter((part) => part !== undefined)) {
    for (const [key, value] of readSettings(parseJson(JSON.stringify(settings)))) composition.settings.set(key, value);
    composition.mappings = overlay(composition.mappings, mappings) as JsonObject;
    Object.assign(composition.aliases, aliases);
    Object.assign(composition.others, others);
  }
  return composition;
};
