// Typed objects of the API, described by a table of members: written as JSON texts, and read with all digits of the numbers in them. Pure.
import { snakeCase } from "../../../core/schema/snake-case";
import { isObject } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import { mapMembers, type Plain, type PlainMap } from "../../../core/values/value";
import { wrongType } from "../mapping";
import type { SearchResponse } from "../response";
import { listText, objectText } from "./fields";
import { jsonParts, memberTexts, type JsonPartAt } from "./parts";

/** A member of a typed object. */
interface TypedMember {
  /** Name on the server. Defaults to the name here in snake case. Null for the rest. */
  remote?: string | null | undefined;
  /** The declared type, for messages. */
  type: string;
  /** Returns the JSON text of a declared value. `current`: the value that it replaces. */
  write(value: Plain, current: Received): string;
  /** Returns the value here; undefined for a value of another type, null for one that has no place here. */
  read(received: Received): Plain | undefined | null;
}

/** The members of a typed object by their names here. One without a name on the server, made by {@link rest}, contains the members that no other one names. */
export type Members = Readonly<Record<string, TypedMember>>;

/** A value of a response, and the function that returns the text of its parts. */
export interface Received {
  value: Plain | undefined;
  partAt: JsonPartAt;
}

/** No value. */
export const nothing: Received = { value: undefined, partAt: () => undefined };

/** Returns the value of a JSON text; no value without a text. */
export function receivedText(text: string | undefined): Received {
  return text === undefined ? nothing : { value: JSON.parse(text) as Plain, partAt: jsonParts(text) };
}

/** Returns the body of a response. */
export function receivedBody({ json, text }: Pick<SearchResponse, "json" | "text">): Received {
  return { value: json, partAt: jsonParts(text) };
}

/** Returns the member of a response. */
export function receivedIn(response: Pick<SearchResponse, "json" | "text">, name: string): Received {
  return receivedMember(receivedBody(response), name);
}

/** Returns the member of a received object, or the entry of a received list. */
export function receivedMember({ value, partAt }: Received, step: string | number): Received {
  const inner = typeof step === "number" ? (Array.isArray(value) ? value[step] : undefined) : objectOf(value)[step];
  return { value: inner, partAt: (path) => partAt([step, ...path]) };
}

const writeJson = (value: Plain): string => JSON.stringify(value);

/** Returns a function that creates members of a JSON type. */
function membersOfType(type: string, matches: (value: Plain) => boolean): (remote?: string) => TypedMember {
  const read: TypedMember["read"] = ({ value }) => (value !== undefined && matches(value) ? value : undefined);
  return (remote) => ({ remote, type, write: writeJson, read });
}

/** A string. */
export const text = membersOfType("a string", (value) => typeof value === "string");

/** A string of which a blank one counts as omitted. */
export const textUnlessBlank = (remote?: string): TypedMember => ({
  ...text(remote),
  write: (value) => (value === "" ? "" : writeJson(value)),
});

/** A boolean. */
export const flag = membersOfType("true or false", (value) => typeof value === "boolean");

/** A whole number. */
export const wholeNumber = membersOfType("a whole number", Number.isSafeInteger);

/** A number. */
export const number = membersOfType("a number", (value) => typeof value === "number");

/** A list of strings. The server accepts, and sometimes returns, a list of one as a string. */
export function texts(remote?: string): TypedMember {
  return {
    remote,
    type: "a list of strings",
    write: writeJson,
    read: ({ value }) => {
      const list = typeof value === "string" ? [value] : value;
      return Array.isArray(list) && list.every((each) => typeof each === "string") ? list : undefined;
    },
  };
}

/** A map of strings. */
export const textMap = membersOfType(
  "a map of strings",
  (value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"),
);

/** Any JSON, as a string here. */
export function json(remote?: string): TypedMember {
  return { remote, type: "JSON", write: String, read: ({ partAt }) => partAt([]) };
}

/** The members that no other one names, as a JSON string of an object here. */
export function rest(): TypedMember {
  return { remote: null, type: "JSON", write: String, read: () => null };
}

/** A member that only the server writes. */
export function serverMade(remote?: string): TypedMember {
  return { remote, type: "JSON", write: writeJson, read: () => null };
}

/** A typed object. */
export function object(members: Members, remote?: string): TypedMember {
  return {
    remote,
    type: "an object",
    write: (value, current) => elementText(value, members, current),
    read: (value) => (isObject(value.value) ? readMembers(value, members) : undefined),
  };
}

/** A map of typed objects. */
export function objectMap(members: Members, remote?: string): TypedMember {
  return {
    remote,
    type: "an object of objects",
    write: (value, current) =>
      objectText(mapMembers(objectOf(value), (each, key) => elementText(each, members, receivedMember(current, key)))),
    read: (map) => {
      const { value } = map;
      if (!isObject(value) || !Object.values(value).every(isObject)) return undefined;
      return mapMembers(value, (_each, key) => readMembers(receivedMember(map, key), members));
    },
  };
}

/** A list of typed objects. `isSame` finds the received element that a declared one replaces: its unknown members are written again. */
export function objects(members: Members, isSame: (declared: Plain, other: Plain) => boolean, remote?: string): TypedMember {
  const elementsOf = (list: Received): Received[] =>
    Array.isArray(list.value) ? list.value.map((_each, i) => receivedMember(list, i)) : [];
  return {
    remote,
    type: "a list of objects",
    write: (value, current) => {
      const former = elementsOf(current).filter((each) => isObject(each.value));
      return listText(
        (Array.isArray(value) ? value : []).map((each) => {
          const replaced = former.find((other) => isSame(each, readMembers(other, members)));
          return elementText(each, members, replaced ?? nothing);
        }),
      );
    },
    read: (list) => {
      if (!Array.isArray(list.value) || !list.value.every(isObject)) return undefined;
      return elementsOf(list).map((each) => readMembers(each, members));
    },
  };
}

/** Returns the text of an object inside of another one: without a rest, the members that the table does not name stay as they are. */
function elementText(value: Plain, members: Members, current: Received): string {
  const kept = restKey(members) === undefined ? unknownTexts(current, members) : {};
  return objectText({ ...kept, ...writeMembers(objectOf(value), members, current) });
}

function restKey(members: Members): string | undefined {
  return Object.keys(members).find((key) => members[key]!.remote === null);
}

/**
 * Returns the given members as JSON texts by their names on the server. Objects in them keep the members of `current` that their table does not name; those of
 * the object itself are {@link unknownTexts}.
 */
export function writeMembers(given: PlainMap, members: Members, current: Received): Record<string, string | undefined> {
  const others = given[restKey(members) ?? ""];
  const named = Object.entries(members).filter(([, { remote }]) => remote !== null);
  const texts = named.map(([key, member]): [string, string | undefined] => {
    const name = remoteName(key, member);
    const value = given[key];
    return [name, value === undefined || value === null ? undefined : member.write(value, receivedMember(current, name))];
  });
  return { ...(typeof others === "string" && memberTexts(others)), ...Object.fromEntries(texts) };
}

/** Returns the members that a received object has, without null ones. Fails for a member of another type. */
export function readMembers(from: Received, members: Members): PlainMap {
  const result: PlainMap = {};
  for (const [key, member] of Object.entries(members)) {
    if (member.remote === null) continue;
    const name = remoteName(key, member);
    const part = receivedMember(from, name);
    if (part.value === undefined || part.value === null) continue;
    const value = member.read(part);
    if (value === undefined) throw wrongType(name, member.type, part.value);
    if (value !== null) result[key] = value;
  }
  const others = unknownTexts(from, members);
  const key = restKey(members);
  if (key !== undefined && Object.keys(others).length > 0) result[key] = objectText(others);
  return result;
}

/** Returns the JSON text of a received object if objects in it have members that no table names; `members`: those that were read of it. */
export function textIfUnknown(from: Received, members: object, table: Members): string | undefined {
  const written = (current: Received): string => objectText(writeMembers({ ...members }, table, current));
  return written(from) === written(nothing) ? undefined : from.partAt([]);
}

/** Returns the members of a received object that the table does not name, as JSON texts. */
export function unknownTexts(from: Received, members: Members): Record<string, string | undefined> {
  const named = Object.entries(members).filter(([, { remote }]) => remote !== null);
  return textsBeside(
    from,
    named.map(([key, member]) => remoteName(key, member)),
  );
}

/** Returns the members of a received object, but for those of these names, as JSON texts. */
export function textsBeside(from: Received, known: readonly string[]): Record<string, string | undefined> {
  const names = Object.keys(objectOf(from.value)).filter((name) => !known.includes(name));
  return Object.fromEntries(names.map((name) => [name, from.partAt([name])]));
}

/** Returns the name of a member on the server. */
export function remoteName(key: string, { remote }: Pick<TypedMember, "remote">): string {
  return remote ?? snakeCase(key);
}
