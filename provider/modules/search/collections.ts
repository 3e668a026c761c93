// Collections of objects: responses with several of them, divided into a response for each. See docs/modules/search.md#shared-reads.
import type { ObjectCollection, ReadContext } from "../../contract/shared-reads";
import { isObject } from "../../core/json/json";
import { objectOf, omitUndefined } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { encodePath, type Query, type SearchClient } from "./client";
import { jsonParts } from "./json/parts";
import { pagesOf, type PageRequest } from "./pages";
import { listIn, unexpectedResponse, type SearchResponse } from "./response";

/** A collection of the server. Its items are responses as the server sends them for one object. */
export interface SearchCollection extends ObjectCollection<SearchClient, SearchResponse> {
  path: readonly string[];
  /** What follows the name in the path of one object. */
  suffix?: readonly string[];
  query?: Query;
  /** Whether a response for one object states that there is none. */
  isAbsent?(response: SearchResponse, name: string): boolean;
}

type Objects = ReadonlyMap<string, SearchResponse>;
type Divide = (response: SearchResponse) => Objects;

/** The server rejects a request line of more than 4096 bytes, which includes the prefix of the endpoint. */
const maximumNamesLength = 3000;

/** Returns the collection of objects that are members of the response. The server takes several names in a path. */
export function memberCollection(path: readonly string[], isMember: (value: Plain) => boolean): SearchCollection {
  return severalCollection(path, divideMembers(isMember));
}

/** Returns the collection of objects that are members of the response. The server takes several names in a path, but fails for all if one does not exist. */
export function wholeCollection(path: readonly string[], isMember: (value: Plain) => boolean): SearchCollection {
  return { path, all: listAt(path, divideMembers(isMember)) };
}

/** How indices are requested. */
interface IndexForm {
  query: Query;
  /** What follows the names in the path. */
  suffix?: readonly string[];
  /** Returns another name under which a request finds the index: that of its data stream. */
  groupOf?(member: Plain): string | undefined;
}

/** All indices except those of the server, of its products and of data streams: a cluster may have many more of these. */
const ordinaryIndices = "*,-.*";

/**
 * Returns the collection of indices, which are members of the response to several names; the names that do not exist are left out. A cluster may have many more
 * indices than the program, so that a list is requested for many reads only.
 */
export function indexCollection(isMember: (value: Plain) => boolean, { query, suffix = [], groupOf }: IndexForm): SearchCollection {
  const divide = divideMembers(isMember, groupOf);
  const { several } = severalCollection([], divide, { suffix, query: { ...query, ignore_unavailable: "true" } });
  const listed = groupOf ? "*" : ordinaryIndices;
  const all = listAt([listed, ...suffix], divide, { ...query, expand_wildcards: "all" });
  return { path: [], suffix, query, several, all, requestsBeforeList: 4 };
}

/** The form of a response with a list of objects. */
interface ListForm {
  list: string;
  /** Returns the name of an entry. Defaults to its member `name`. */
  nameOf?(entry: Plain): Plain | undefined;
}

/** Returns the collection of objects that are entries of a list. The server takes one name in a path. */
export function listCollection(path: readonly string[], form: ListForm): SearchCollection {
  return { path, all: listAt(path, divideList(form)) };
}

/** Returns the collection of objects that are entries of a list. The server takes several names in a path. */
export function namedListCollection(path: readonly string[], form: ListForm, query?: Query) {
  return severalCollection(path, divideList(form), omitUndefined({ query }));
}

/** Returns the collection of objects that are entries of a list with pages. The server takes one name in a path; `suffix` follows it. */
export function pagedCollection(
  path: readonly string[],
  pages: Omit<PageRequest, "path">,
  suffix: readonly string[] = [],
): SearchCollection {
  const divide = divideList({ list: pages.list, nameOf: (entry) => objectOf(entry)[pages.key] });
  return {
    path,
    suffix,
    async *all(_parent, client) {
      for await (const { response } of pagesOf(client, { ...pages, path: [...path, ...suffix] })) yield divide(response);
    },
  };
}

/** Returns the collection of data streams, or of a part of them: the entries of a list, with hidden ones. */
export function streamCollection(...suffix: string[]): SearchCollection {
  const path = ["_data_stream"];
  const query = { expand_wildcards: "all" };
  const whole = suffix.length === 0 ? path : [...path, "*", ...suffix];
  return { path, suffix, query, all: listAt(whole, divideList({ list: "data_streams" }), query) };
}

function severalCollection(
  path: readonly string[],
  divide: Divide,
  { suffix = [], query }: Pick<SearchCollection, "suffix" | "query"> = {},
) {
  return {
    path,
    async several(names: readonly string[], client: SearchClient): Promise<Objects> {
      const found = new Map<string, SearchResponse>();
      for (const part of listsOfNames(names)) {
        const response = await client.fetch([...path, part.join(","), ...suffix], { expects: "list", ...(query && { query }) });
        if (response) for (const [name, object] of divide(response)) found.set(name, object);
      }
      return found;
    },
    all: listAt(path, divide),
  };
}

/** Returns the response for one object; `undefined` if it does not exist. Names that the server treats as patterns are read alone. */
export async function fetchFrom(
  collection: SearchCollection,
  name: string,
  { client, load }: ReadContext<SearchClient>,
): Promise<SearchResponse | undefined> {
  const alone = async (): Promise<SearchResponse | undefined> =>
    client.fetch([...collection.path, name, ...(collection.suffix ?? [])], omitUndefined({ query: collection.query }));
  const found = await (/[*,<]/.test(name) ? alone() : load(collection, name, alone));
  return found && collection.isAbsent?.(found, name) ? undefined : found;
}

/** Returns a function that reads an object of a collection and describes it; `undefined` if it does not exist. */
export function readerOf<Description, Prior = never>(
  collection: SearchCollection,
  describe: (response: SearchResponse, name: string, prior?: Prior) => Description,
) {
  return async (name: string, reading: ReadContext<SearchClient>, prior?: Prior): Promise<Description | undefined> => {
    const response = await fetchFrom(collection, name, reading);
    return response && describe(response, name, prior);
  };
}

/** Returns the objects of these names, without those that do not exist; without names, all. */
export async function fetchAll(
  { several, all }: SearchCollection,
  names: readonly string[] | undefined,
  client: SearchClient,
): Promise<Objects> {
  if (names !== undefined && several) return names.length === 0 ? new Map() : several([...new Set(names)], client);
  const found = new Map<string, SearchResponse>();
  for await (const page of all!("", client)) for (const [name, object] of page) found.set(name, object);
  return found;
}

/** Returns a function that yields the objects of one list. */
function listAt(path: readonly string[], divide: Divide, query?: Query): NonNullable<SearchCollection["all"]> {
  return async function* (_parent, client) {
    const response = await client.fetch(path, { ...omitUndefined({ query }), expects: "list" });
    if (response) yield divide(response);
  };
}

/** Divides names into lists that fit into a path. */
export function listsOfNames(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    const added = encodePath([`,${name}`]).length;
    if (length + added > maximumNamesLength) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)!.push(name);
    length += added;
  }
  return parts;
}

function divideMembers(isMember: (value: Plain) => boolean, groupOf?: IndexForm["groupOf"]): Divide {
  return (response) => {
    const { json } = response;
    if (!isObject(json) || !Object.values(json).every(isMember)) throw unexpectedResponse(response, "objects by name");
    const groups = new Map(Object.keys(json).map((key) => [key, [key]]));
    for (const [key, member] of Object.entries(json)) {
      const group = groupOf?.(member);
      if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), key]);
    }
    const partAt = jsonParts(response.text);
    const part = (keys: readonly string[]): SearchResponse => {
      const text = keys.map((key) => `${JSON.stringify(key)}:${partAt([key])}`).join(",");
      const object: PlainMap = Object.fromEntries(keys.map((key) => [key, json[key] ?? null]));
      return { ...response, text: `{${text}}`, json: object };
    };
    return new Map([...groups].map(([name, keys]) => [name, part(keys)]));
  };
}

/** Fails for an entry without a name: an object that is not found would count as absent. */
function divideList({ list, nameOf = ownName }: ListForm): Divide {
  return (response) => {
    const partAt = jsonParts(response.text);
    const found = new Map<string, SearchResponse>();
    listIn(response, list).forEach((entry, i) => {
      const name = nameOf(entry);
      if (typeof name !== "string") throw unexpectedResponse(response, `names of all objects in "${list}"`);
      found.set(name, { ...response, text: `{${JSON.stringify(list)}:[${partAt([list, i])}]}`, json: { [list]: [entry] } });
    });
    return found;
  };
}

function ownName(entry: Plain): Plain | undefined {
  return objectOf(entry)["name"];
}
