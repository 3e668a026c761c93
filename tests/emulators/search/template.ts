/** The inner `template` that index templates and component templates share: settings, mappings, aliases, lifecycle, options. */
import type { Json, JsonObject } from "../exchange";
import type { Alias } from "./aliases";
import { checkFilters, readAliases } from "./aliases";
import type { Cause } from "./errors";
import { illegal, SearchFailure } from "./errors";
import type { Node } from "./json";
import { plain } from "./json";
import { mappingProblem, readMappings, timestampProblem } from "./mappings";
import type { Field } from "./object-parser";
import { bool, nullable, object, readObject } from "./object-parser";
import type { Settings } from "./settings";
import { nestSettings, readSettings } from "./settings";
import { timeValue } from "./units";

/** A template as read: parts that were not given are absent. */
export interface Template {
  settings?: Settings;
  mappings?: JsonObject;
  aliases?: Record<string, Alias>;
  lifecycle?: JsonObject;
  data_stream_options?: JsonObject | null;
}

const retention: Field<string | null> = {
  kinds: ["string", "null"],
  read: (node) => (node.kind === "null" ? null : timeValue("data_retention", plain(node) as string)),
};
const rounds: Field<Json> = { kinds: ["array", "null"], read: plain };

const rejectEmptyRounds = ({ downsampling }: { downsampling?: Json }): void => {
  if (Array.isArray(downsampling) && downsampling.length === 0)
    throw illegal("Downsampling configuration should have at least one round configured.");
};
const rejectRounds = ({ downsampling }: { downsampling?: Json }): void => {
  if (downsampling !== undefined)
    throw illegal("Failure store lifecycle does not support downsampling, please remove the downsampling configuration.");
};

/** A lifecycle; the server adds `enabled: true`. */
const lifecycle = (finish: (values: { downsampling?: Json }) => void): Field<JsonObject> =>
  object(
    (node) =>
      ({
        enabled: true,
        ...readObject("lifecycle_template", { enabled: bool, data_retention: retention, downsampling: rounds }, node, finish),
      }) as JsonObject,
  );

const failureStore: Field<JsonObject> = object((node) => {
  const fields = { enabled: nullable(bool), lifecycle: nullable(lifecycle(rejectRounds)) };
  return readObject("failure_store_template", fields, node, (values) => {
    if (Object.keys(values).length === 0)
      throw illegal("Failure store configuration should have at least one non-null configuration value.");
  }) as JsonObject;
});

const options: Field<JsonObject> = object(
  (node) => readObject("data_stream_options_template", { failure_store: nullable(failureStore) }, node) as JsonObject,
);

const fields = {
  settings: object(readSettings),
  mappings: { kinds: ["object", "array", "string", "number", "boolean", "null"], read: readMappings } satisfies Field<
    JsonObject | undefined
  >,
  aliases: object(readAliases),
  lifecycle: lifecycle(rejectEmptyRounds),
  data_stream_options: nullable(options),
};

/** A declared field `template`. */
export const template: Field<Template> = object((node: Node) => readObject("template", fields, node));

/** The template as the server gives it back: settings nested, empty mappings left out. */
export const renderTemplate = ({ settings, mappings, ...rest }: Template): JsonObject => {
  const shown: JsonObject = { ...(settings ? { settings: nestSettings(settings) } : {}), ...(mappings ? { mappings } : {}) };
  for (const [part, value] of Object.entries(rest)) if (value !== undefined) shown[part] = value as Json;
  return shown;
};

const wrap = (cause: Cause, ...reasons: string[]): Cause =>
  reasons.reduceRight<Cause>((causedBy, reason) => ({ type: "illegal_argument_exception", reason, causedBy }), cause);

/** Rejects what shows only when the parts are put together, in the server's wrapping: mappings, timestamp, filters. */
export const checkComposition = (name: string, { mappings, aliases }: Template, dataStream: boolean): void => {
  const outer = `composable template [${name}] template after composition is invalid`;
  const inner = `invalid composite mappings for [${name}]`;
  const cause = mappingProblem(mappings) ?? (dataStream ? timestampProblem(mappings) : undefined);
  if (cause) throw new SearchFailure(400, wrap(cause, outer, inner));
  try {
    checkFilters(aliases ?? {});
  } catch (failure) {
    if (failure instanceof SearchFailure) throw new SearchFailure(400, wrap(failure.cause_, outer));
    throw failure;
  }
};
