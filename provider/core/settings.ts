// Decodes the provider's settings from every form in which engines send them. Pure. See docs/protocol.md#configuration.
import type { RulesOf } from "./validate";
import { validate } from "./validate";
import { parseBoolean } from "./environment";
import type { Failure } from "./errors";
import { truncateFailures } from "./value-rules";
import { suggest } from "./suggest";
import type { Rules } from "./rules";
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import { knownValues } from "./schema";
import type { Plain, Value, ValueMap } from "./value";
import { emptyMap, isMap, mapMembers, setDefined, unwrapSecret, Secret, secret, unknown, Unknown } from "./value";

/** What decoding needs besides the settings. */
export interface SettingsOptions {
  schema: Schema;
  rules?: Rules | undefined;
  rulesOf?: RulesOf | undefined;
  /** Decodes a JSON value whose parts may be secrets or unknowns. */
  fromJson(value: unknown): Value;
}

/** Keys that the engine adds to the settings. */
const engineKeys = new Set(["version", "pluginDownloadURL"]);

function isEngineKey(key: string): boolean {
  return engineKeys.has(key) || key.startsWith("__");
}

/** Returns the settings with their declared types, and all failures. Texts of other settings than texts are read as JSON; empty texts are absent. */
export function decodeSettings(given: ValueMap, options: SettingsOptions): { settings: ValueMap; failures: Failure[] } {
  const properties = options.schema.provider.inputProperties ?? {};
  const unknownKeys: Failure[] = [];
  const failures: Failure[] = [];
  const decoded = emptyMap();
  for (const key of Object.keys(given)) {
    const spec = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (spec) decodeSetting(key, given[key]!, spec, { decoded, failures, options });
    else if (!isEngineKey(key)) unknownKeys.push({ property: key, reason: unknownSettingReason(key, properties) });
  }
  const checked = validate({ properties }, decoded, options);
  return { settings: checked.inputs, failures: truncateFailures([...unknownKeys, ...[...failures, ...checked.failures].map(withRemedy)]) };
}

interface Target {
  decoded: ValueMap;
  failures: Failure[];
  options: SettingsOptions;
}

function decodeSetting(key: string, given: Value, spec: PropertySpec, { decoded, failures, options }: Target): void {
  const text = unwrapSecret(given);
  const named = spec.$ref === undefined ? undefined : options.schema.type(spec.$ref);
  const isEnum = named?.enum !== undefined || knownValues(spec, options.schema) !== undefined;
  if (isEnum && text === "") return;
  const type = isEnum ? "string" : (named?.type ?? spec.type);
  if (type === "string") return setDefined(decoded, key, given);
  if (typeof text !== "string") return setDefined(decoded, key, decodeParts(given, spec, options));
  if (text.trim() === "") return;
  const word = type === "boolean" ? parseBoolean(text.trim()) : undefined;
  try {
    const value = decodeParts(options.fromJson(word ?? JSON.parse(text)), spec, options);
    setDefined(decoded, key, value && given instanceof Secret ? secret(value) : value);
  } catch {
    // A text that contains the sentinel of an unknown is partly unknown; it is not malformed.
    const isPartlyUnknown = text.split(/[^0-9a-f-]+/).some((part) => options.fromJson(part) instanceof Unknown);
    if (isPartlyUnknown) decoded[key] = unknown;
    else failures.push({ property: key, reason: notJsonReason(key, spec, options.rules) });
  }
}

/** Decodes the parts of a setting like the setting itself: texts in the place of other types are read as JSON, empty ones are absent. Validation reports what does not parse. */
function decodeParts(value: Value, spec: TypeSpec, options: SettingsOptions): Value | undefined {
  if (value instanceof Secret) {
    const known = decodeParts(value.value, spec, options);
    return known === undefined ? undefined : secret(known);
  }
  const named = spec.$ref === undefined ? undefined : options.schema.type(spec.$ref);
  const type = named?.type ?? spec.type;
  if (typeof value === "string" && type !== "string" && type !== undefined) {
    return value.trim() === "" ? undefined : parseOrKeep(value, options);
  }
  if (Array.isArray(value)) return value.map((item) => decodeParts(item, spec.items ?? {}, options) ?? null);
  if (!isMap(value)) return value;
  return mapMembers<Value, Value>(value, (member, key) =>
    decodeParts(member, named?.properties?.[key] ?? spec.additionalProperties ?? {}, options),
  );
}

function parseOrKeep(text: string, options: SettingsOptions): Value {
  try {
    return options.fromJson(JSON.parse(text));
  } catch {
    return text;
  }
}

function expectedForm(spec: PropertySpec): string {
  if (spec.type === "array") return "a list";
  if (spec.type === "boolean") return "true or false";
  return spec.type === "number" || spec.type === "integer" ? "a number" : "an object";
}

/** Returns the reason for a text that is not JSON, with the commands that set the example of the setting. */
function notJsonReason(key: string, spec: PropertySpec, rules: Rules | undefined): string {
  const reason = `expected ${expectedForm(spec)} or its JSON form`;
  const example = rules?.properties?.[key]?.example;
  if (example === undefined) return reason;
  const [path, value] = firstLeaf(example);
  const json = `pulumi config set quartet:${key} '${JSON.stringify(example)}'`;
  return `${reason}. Set it with \`pulumi config set --path 'quartet:${key}${path}' ${value}\`, or as JSON: \`${json}\``;
}

/** Returns the path and the text of the first scalar inside a value. */
function firstLeaf(value: Plain): [path: string, text: string] {
  const isList = Array.isArray(value);
  const [first] = typeof value === "object" && value !== null ? Object.entries<Plain>(value) : [];
  if (first === undefined) return ["", String(value)];
  const [path, text] = firstLeaf(first[1]);
  return [`${isList ? `[${first[0]}]` : `.${first[0]}`}${path}`, text];
}

function unknownSettingReason(key: string, properties: Record<string, PropertySpec>): string {
  const suggestion = suggest(key, Object.keys(properties)) || ".";
  return (
    `unknown setting "${key}" of provider quartet${suggestion} ` +
    `All keys of the namespace "quartet:" are settings of the provider; keep your own values in another one`
  );
}

/** Appends the command that changes the setting. */
function withRemedy({ property, reason }: Failure): Failure {
  const key = /^[A-Za-z0-9_]+/.exec(property)?.[0];
  if (key === undefined) return { property, reason };
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  const advice = reason.includes("`pulumi config set ") ? "" : ` Change it with \`pulumi config set quartet:${key}\`.`;
  return { property, reason: `${sentence}${advice}` };
}
