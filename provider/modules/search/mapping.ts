// How names are spelled here and on the server: `indexPatterns` and `index_patterns` (search spec 2). Pure.
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";

/** `indexPatterns` as `index_patterns`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const maxVersion = Number.MAX_SAFE_INTEGER;

/** Members of a fixed type; a value of another type cannot become an output. */
const types: Readonly<Record<string, { matches: (value: Plain) => boolean; name: string }>> = {
  ...Object.fromEntries(
    ["version", "priority", "lastDeletedDocumentCount", "lastIndexedDocumentCount"].map((name) => [
      name,
      { matches: Number.isSafeInteger, name: `a whole number from -${maxVersion} to ${maxVersion}` },
    ]),
  ),
  ...Object.fromEntries(
    [
      ...["allowAutoCreate", "deprecated", "hidden", "allowCustomRouting", "isHidden", "isWriteIndex", "enabled"],
      ...["extractBinaryContent", "reduceWhitespace", "runMlInference"],
    ].map((name) => [name, { matches: (value: Plain) => typeof value === "boolean", name: "true or false" }]),
  ),
  ...Object.fromEntries(
    ["fieldAccessPattern", "dataRetention", "interval", "indexRouting", "searchRouting"].map((name) => [
      name,
      { matches: (value: Plain) => typeof value === "string", name: "a text" },
    ]),
  ),
};

/** Returns the named members of a remote object under their names here, without null and absent ones. Fails if a member is of another type than it has to be. */
export function fromRemote(remote: Plain | undefined, names: readonly string[]): PlainMap {
  const result: PlainMap = {};
  for (const name of names) {
    const value = isObject(remote) ? remote[snake(name)] : undefined;
    if (value === undefined || value === null) continue;
    const type = types[name];
    if (type?.matches(value) === false) throw wrongType(name, type.name, value);
    result[name] = value;
  }
  return result;
}

function wrongType(name: string, expected: string, value: Plain): ProviderError {
  const got =
    typeof value === "number"
      ? value
      : Array.isArray(value)
        ? "a list"
        : typeof value === "string"
          ? "a text"
          : `a value of type ${typeof value}`;
  const reason = `Read failed: member "${snake(name)}" of the response: expected ${expected}; got ${got}.`;
  return new ProviderError(
    "failed_precondition",
    `${reason} Correct the object on the server, or check the endpoint and the proxies before it.`,
  );
}

/** The named members that are given, as JSON texts under their names on the server. */
export function toRemote(given: object | undefined, names: readonly string[]): Record<string, string | undefined> {
  const members = (given ?? {}) as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [snake(name), members[name] === undefined ? undefined : JSON.stringify(members[name])]));
}
