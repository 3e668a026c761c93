// The configuration values of a connector: as they are sent, and as the server returns them with the schema that the connector service registered.
// See docs/modules/search.md#connector-configuration. Pure.
import type { Search } from "../../../../core/gen/types";
import { objectOf, ownMember } from "../../../../core/values/records";
import { emptyMap, mapMembers, type Plain, type PlainMap } from "../../../../core/values/value";
import { jsonOf, objectText } from "../../json/fields";

type Element = Search.ConnectorConfigurationValue;
type Branch = keyof Element;
/** The input `configurationValues`. */
export type Values = Record<string, Element>;

/** The registered entries of a connector, and the JSON text of each value. */
export interface RegisteredValues {
  entries: PlainMap;
  textAt(key: string): string | undefined;
}

/** Returns the body that writes the values. */
export function valuesBody(values: Values): string {
  return objectText({ values: objectText(mapMembers(values, elementText)) });
}

function elementText({ string, number, bool, json, secretValue }: Element): string {
  return json ?? jsonOf(string ?? number ?? bool ?? secretValue) ?? "null";
}

/** Returns the keys that are no longer managed; their values stay on the server. */
export function unmanagedKeys(values: Values = {}, prior: Values = {}): string[] {
  return Object.keys(prior).filter((key) => !Object.hasOwn(values, key));
}

/** Returns the keys of sensitive entries that are not declared as secrets. */
export function exposedKeys(values: Values, { entries }: RegisteredValues): string[] {
  return Object.keys(values).filter((key) => values[key]!.secretValue === undefined && isSensitive(entryOf(entries, key)));
}

/** Returns the values of the managed keys; a key without a value on the server is left out. */
export function managedValues(
  { inputs, state }: Readonly<Record<"inputs" | "state", { configurationValues?: Values }>>,
  registered: RegisteredValues,
): Values | undefined {
  if (inputs.configurationValues === undefined) return undefined;
  const written = state.configurationValues ?? {};
  const found = emptyMap<Element>();
  for (const [key, element] of Object.entries(inputs.configurationValues)) {
    // The server does not return credentials: the value written last is kept.
    const isHidden = element.secretValue !== undefined || isSensitive(entryOf(registered.entries, key));
    const value = isHidden ? ownMember(written, key) : remoteElement(element, key, registered);
    if (value !== undefined) found[key] = value;
  }
  return found;
}

const branches: readonly Branch[] = ["string", "number", "bool", "json", "secretValue"];

function remoteElement(declared: Element, key: string, registered: RegisteredValues): Element | undefined {
  const { value } = entryOf(registered.entries, key);
  if (value === undefined || value === null) return undefined;
  const branch = branches.find((name) => declared[name] !== undefined);
  return elementOf(value, branch, () => registered.textAt(key));
}

const branchOfType = new Map<Plain | undefined, Branch>([
  ["str", "string"],
  ["int", "number"],
  ["bool", "bool"],
  ["list", "string"],
]);

/** Returns all values that are set, by the types of the registered schema, without credentials; `undefined` if there are none. */
export function importedValues({ entries, textAt }: RegisteredValues): Values | undefined {
  const found = emptyMap<Element>();
  for (const key of Object.keys(entries)) {
    const entry = entryOf(entries, key);
    const { type, value } = entry;
    if (isSensitive(entry) || value === undefined || value === null) continue;
    found[key] = elementOf(value, branchOfType.get(type), () => textAt(key));
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Returns the value in the given branch, or in the one that fits it. */
function elementOf(value: Plain, branch: Branch | undefined, text: () => string | undefined): Element {
  if (branch === "json") return { json: text() ?? JSON.stringify(value) };
  if (typeof value === "string") return { string: value };
  if (typeof value === "object") return { json: text() ?? JSON.stringify(value) };
  if (branch === "string") return { string: text() ?? String(value) };
  if (typeof value === "boolean") return { bool: value };
  return Number.isFinite(value) ? { number: value } : { json: text() ?? "null" };
}

function entryOf(entries: PlainMap, key: string): PlainMap {
  return objectOf(ownMember(entries, key));
}

function isSensitive({ sensitive }: PlainMap): boolean {
  return sensitive === true;
}
