// Decodes the provider's settings from every form in which engines send them. Pure. See docs/protocol.md#configuration.
import type { RulesOf } from "../validate/validate";
import { validate } from "../validate/validate";
import { configCommand, removalCommand } from "../errors/config-command";
import { parseBoolean } from "./environment";
import type { Failure } from "../errors/errors";
import { truncateFailures } from "../validate/value-rules";
import { suggest } from "../validate/suggest";
import { parse, type Path } from "../values/path";
import { ownMember } from "../values/records";
import type { Rules } from "../../contract/rules";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import { knownValues } from "./schema";
import type { Plain, Value, ValueMap } from "../values/value";
import { emptyMap, isMap, mapMembers, setDefined, unwrapSecret, Secret, secret, unknown, Unknown } from "../values/value";

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
  const failures: Failure[] = [];
  const decoded = emptyMap();
  for (const key of Object.keys(given)) {
    const spec = ownMember(properties, key);
    if (spec) decodeSetting(key, given[key]!, spec, { decoded, failures, options });
    else if (!isEngineKey(key)) failures.push({ property: key, reason: unknownSettingReason(key, properties) });
  }
  const checked = validate({ properties }, decoded, options);
  const wrong = checked.failures.map((failure) => withRemedy(failure, options.schema));
  return { settings: checked.inputs, failures: truncateFailures([...failures, ...wrong]) };
}

interface Target {
  decoded: ValueMap;
  failures: Failure[];
  options: SettingsOptions;
}

function decodeSetting(key: string, given: Value, spec: PropertySpec, { decoded, failures, options }: Target): void {
  const text = unwrapSecret(given);
  const named = options.schema.type(spec.$ref);
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
    else failures.push(notJsonFailure(key, spec, options));
  }
}

/** Decodes the parts of a setting like the setting itself: texts in the place of other types are read as JSON, empty ones are absent. Validation reports what does not parse. */
function decodeParts(value: Value, spec: TypeSpec, options: SettingsOptions): Value | undefined {
  if (value instanceof Secret) {
    const known = decodeParts(value.value, spec, options);
    return known === undefined ? undefined : secret(known);
  }
  const named = options.schema.type(spec.$ref);
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

/** Returns the failure of a text that is not JSON, with the commands that set the example of the setting. */
function notJsonFailure(key: string, spec: PropertySpec, { schema, rules }: SettingsOptions): Failure {
  const reason = `expected ${expectedForm(spec)} or its JSON form`;
  const example = rules?.properties?.[key]?.example;
  if (example === undefined) return withRemedy({ property: key, reason }, schema);
  const [path, value] = firstLeaf(example);
  const json = configCommand(key, { value: `'${JSON.stringify(example)}'` });
  return { property: key, reason: `${reason}. Set it with ${configCommand(`${key}${path}`, { value })}, or as JSON: ${json}.` };
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

/** Appends the command that changes the setting, or the part of it that is wrong. */
function withRemedy({ property, reason }: Failure, schema: Schema): Failure {
  const steps = parse(property);
  if (steps.length === 0) return { property, reason };
  const sentence = /[.?!]$/.test(reason) ? reason : `${reason}.`;
  const { type, isSecret } = partAt(steps, schema);
  const removal = removalCommand(property);
  const form = type === "array" || type === "object" ? ", as JSON" : "";
  const change = `${configCommand(property, { isSecret })}${form}${steps.length > 1 ? `, or remove it with ${removal}` : ""}`;
  const remedy = type === undefined ? `Remove it with ${removal}` : `Change it with ${change}`;
  return { property, reason: `${sentence} ${remedy}. If the program declares the provider, change it there.` };
}

/**
 * Returns the type of the part, and whether it is secret; an unknown member has no type. A setting that is secret as a whole has members that are not; elements
 * of a list are as secret as the list.
 */
function partAt(steps: Path, schema: Schema): { type: string | undefined; isSecret: boolean } {
  let spec: TypeSpec & ObjectSpec = { properties: schema.provider.inputProperties ?? {} };
  let isSecret = false;
  for (const step of steps) {
    const shape = spec.$ref === undefined ? spec : schema.type(spec.$ref);
    const member = shape?.properties?.[step];
    if (member !== undefined) isSecret = member.secret === true;
    spec = member ?? spec.items ?? spec.additionalProperties ?? {};
  }
  const { type } = schema.type(spec.$ref) ?? spec;
  return { type, isSecret };
}
