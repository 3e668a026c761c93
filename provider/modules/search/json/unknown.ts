// Members of the server that this provider has no name for: an update writes them again, so that they are not lost. Pure.
import { objectOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { SearchResponse } from "../response";
import { jsonParts } from "./parts";

/** Returns the members of the object at a path, but for those of these names, as JSON texts by their names on the server. */
export type UnknownMembers = (path: readonly (string | number)[], known: readonly string[]) => Record<string, string | undefined>;

/** Returns the unknown members of a response; none without a response. */
export function unknownMembers(response: Pick<SearchResponse, "text" | "json"> | undefined): UnknownMembers {
  if (!response) return () => ({});
  const partAt = jsonParts(response.text);
  return (path, known) => {
    const object = objectOf(path.reduce<Plain | undefined>(memberAt, response.json));
    const names = Object.keys(object).filter((name) => !known.includes(name));
    return Object.fromEntries(names.map((name) => [name, partAt([...path, name])]));
  };
}

function memberAt(value: Plain | undefined, step: string | number): Plain | undefined {
  return typeof step === "number" ? (Array.isArray(value) ? value[step] : undefined) : objectOf(value)[step];
}
