// The configuration values of a connector: as they are sent, compared, and found in the schema that the connector service registered (search spec 12.3). Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { objectText, textOf } from "../../json/fields";

type Element = Search.ConnectorConfigurationValue;
type Branch = keyof Element;
/** The input `configurationValues`. */
export type Values = Record<string, Element>;

/** The registered entries of a connector, and how the JSON text of a value is found. */
export interface Registered {
  entries: PlainMap;
  textAt(key: string): string | undefined;
}

/** The body that writes all of the values. */
export function valuesBody(values: Values): string {
  return objectText({
    values: objectText(Object.fromEntries(Object.entries(values).map(([key, element]) => [key, elementText(element)]))),
  });
}

function elementText({ string, number, bool, json, secretValue }: Element): string {
  return json ?? textOf(string ?? number ?? bool ?? secretValue) ?? "null";
}

/** The keys that are managed no longer; their values stay on the server. */
export function abandoned(values: Values = {}, standing: Values = {}): string[] {
  return Object.keys(standing).filter((key) => !Object.hasOwn(values, key));
}

/** The keys of sensitive entries that are given as something else than a secret. */
export function misplaced(values: Values, { entries }: Registered): string[] {
  return Object.keys(values).filter((key) => values[key]!.secretValue === undefined && isSensitive(entryOf(entries, key)));
}

/** The values of the managed keys as they stand; a key without a value on the server is left out. */
export function managedValues(
  { inputs, state }: Readonly<Record<"inputs" | "state", { configurationValues?: Values }>>,
  registered: Registered,
): Values {
  const managed = Object.entries(inputs.configurationValues ?? {});
  const written = new Map(Object.entries(state.configurationValues ?? {}));
  const found = managed.map(([key, element]): [string, Element | undefined] => {
    // Credentials are never read back: what was written stays.
    const hidden = element.secretValue !== undefined || isSensitive(entryOf(registered.entries, key));
    return [key, hidden ? written.get(key) : standingElement(element, key, registered)];
  });
  return Object.fromEntries(found.filter(([, element]) => element !== undefined)) as Values;
}

function standingElement(wanted: Element, key: string, registered: Registered): Element | undefined {
  const value = entryOf(registered.entries, key)["value"];
  if (value === undefined || value === null) return undefined;
  return fitting(value, Object.keys(wanted)[0] as Branch, () => registered.textAt(key));
}

const branchOf: Readonly<Record<string, Branch>> = { str: "string", int: "number", bool: "bool", list: "string" };

/** All values that are set, by the types of the registered schema; credentials are left out. Nothing when there are none. */
export function importedValues({ entries, textAt }: Registered): Values | undefined {
  const found = Object.keys(entries).flatMap((key): [string, Element][] => {
    const { type, value } = entryOf(entries, key);
    if (isSensitive(entryOf(entries, key)) || value === undefined || value === null) return [];
    return [[key, fitting(value, branchOf[String(type)], () => textAt(key))]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The value in the wished branch, or in the one that fits it. */
function fitting(value: Plain, wanted: Branch | undefined, text: () => string | undefined): Element {
  if (wanted === "json") return { json: text() ?? JSON.stringify(value) };
  if (typeof value === "string") return { string: value };
  if (typeof value === "object") return { json: text() ?? JSON.stringify(value) };
  if (wanted === "string") return { string: text() ?? String(value) };
  if (typeof value === "boolean") return { bool: value };
  return Number.isFinite(value) ? { number: value } : { json: text() ?? "null" };
}

function entryOf(entries: PlainMap, key: string): PlainMap {
  const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
  return isObject(entry) ? entry : {};
}

function isSensitive(entry: PlainMap): boolean {
  return entry["sensitive"] === true;
}
