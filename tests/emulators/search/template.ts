/** The inner `template` that index templates and component templates share: settings, mappings, aliases, lifecycle, options. */
import type { Json, JsonObject } from "../exchange";
import { type Alias, checkFilters, readAliases } from "./aliases";
import { type Cause, illegal, illegalCause, SearchFailure, wrapping } from "./errors";
import { plain } from "./json";
import { mappingProblem, readMappings, timestampProblem } from "./mappings";
import { anything, bool, type Field, nullable, object, readObject } from "./object-parser";
import { nestSettings, readSettings, type Settings } from "./settings";
import { timeValue } from "./units";

/** A template as read: parts that were not given are absent. */
export interface Template {
  settings?: Settings;
  mappings?: JsonObject;
  aliases?: Record<string, Alias>;
  lifecycle?: JsonObject;
  data_stream_options?: JsonObject | null;
}

const retention = nullable({ kinds: ["string"], read: (node) => timeValue("data_retention", plain(node) as string) } as Field<string>);
const rounds: Field<Json> = { kinds: ["array", "null"], read: plain };

/** A lifecycle; the server adds `enabled: true`. */
const lifecycle = (rejection: (downsampling: Json) => string | undefined) =>
  object((node) => {
    const values = readObject("lifecycle_template", { enabled: bool, data_retention: retention, downsampling: rounds }, node, (read) => {
      const reason = read.downsampling === undefined ? undefined : rejection(read.downsampling);
      if (reason !== undefined) throw illegal(reason);
    });
    return { enabled: true, ...values } as JsonObject;
  });

const noRounds = () => "Failure store lifecycle does not support downsampling, please remove the downsampling configuration.";
const failureStore: Field<JsonObject> = object((node) => {
  const fields = { enabled: nullable(bool), lifecycle: nullable(lifecycle(noRounds)) };
  return readObject("failure_store_template", fields, node, (values) => {
    if (Object.keys(values).length === 0)
      throw illegal("Failure store configuration should have at least one non-null configuration value.");
  }) as JsonObject;
});

const fields = {
  settings: object(readSettings),
  mappings: { ...anything, read: readMappings } as Field<JsonObject | undefined>,
  aliases: object(readAliases),
  lifecycle: lifecycle((downsampling) =>
    Array.isArray(downsampling) && downsampling.length === 0
      ? "Downsampling configuration should have at least one round configured."
      : undefined,
  ),
  data_stream_options: nullable(
    object((node) => readObject("data_stream_options_template", { failure_store: nullable(failureStore) }, node) as JsonObject),
  ),
};

/** A declared field `template`. */
export const template: Field<Template> = object((node) => readObject("template", fields, node));

/** The template as the server gives it back: settings nested, empty mappings left out. */
export const renderTemplate = ({ settings, mappings, ...rest }: Template): JsonObject => {
  const shown: JsonObject = { ...(settings ? { settings: nestSettings(settings) } : {}), ...(mappings ? { mappings } : {}) };
  for (const [part, value] of Object.entries(rest)) if (value !== undefined) shown[part] = value as Json;
  return shown;
};

/** Rejects what shows only when the parts are put together, in the server's wrapping: mappings, timestamp, filters. */
export const checkComposition = (name: string, { mappings, aliases = {} }: Template, dataStream: boolean): void => {
  const outer = (cause: Cause) =>
    new SearchFailure(400, illegalCause(`composable template [${name}] template after composition is invalid`, cause));
  const cause = mappingProblem(mappings) ?? (dataStream ? timestampProblem(mappings) : undefined);
  if (cause) throw outer(illegalCause(`invalid composite mappings for [${name}]`, cause));
  wrapping(
    () => checkFilters(aliases),
    ({ cause_ }) => outer(cause_),
  );
};
