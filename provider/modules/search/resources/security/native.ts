// Objects of the native realm, which the program names and some of which the server defines. See docs/modules/search-access.md#objects-of-the-native-realm.
import { ProviderError } from "../../../../core/errors/errors";
import { isObject } from "../../../../core/json/json";
import { objectOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import type { SearchClient } from "../../client";
import { memberCollection, readerOf, type SearchCollection } from "../../collections";
import type { SearchResponse } from "../../response";
import { listedNames } from "../listing";
import { namedObject, type NamedOperations } from "../named";

/** A kind of objects of the native realm. */
interface NativeKind<Inputs, State> {
  /** What messages call an object. */
  noun: string;
  /** What to do instead of managing an object that the server defines. */
  instead: string;
  /** The input that is the name. */
  key: keyof Inputs & string;
  collection: SearchCollection;
  /** Returns the body of the PUT of a new object or of an update. `current`: the object that it replaces, for a kind with `keeps`. */
  text(request: { inputs: Inputs; isNew: boolean; current?: State }): string;
  keeps?: true;
  /** Returns the object of this name in a response. */
  state(response: SearchResponse, name: string): State;
}

/** Returns the collection of the objects of a kind, with those that the server defines. */
export function nativeCollection(kind: string): SearchCollection {
  return {
    ...memberCollection(["_security", kind], isObject),
    isAbsent: ({ json }, name) => isObject(json) && Object.values(json).every(isObject) && !Object.hasOwn(json, name),
  };
}

/** Returns the operations of a kind. An object that the server defines is an error wherever it is read. */
export function nativeObject<Inputs extends object, State>(kind: NativeKind<Inputs, State>): NamedOperations<Inputs, State> {
  const { noun, collection, keeps } = kind;
  const { path } = collection;
  return namedObject<Inputs, State>({
    key: kind.key,
    path,
    ...(keeps && { keeps }),
    async put({ name, ...request }, client) {
      const response = await client.write("PUT", [...path, name], kind.text(request));
      if (request.isNew) warnOfReplaced(`The ${noun} "${name}"`, response, client);
    },
    read: readerOf(collection, (response, name) => {
      if (isReserved(response, name)) throw reservedError(kind, name);
      return kind.state(response, name);
    }),
    names: (client) => listedNames(path, (object) => !isOfServer(object), client),
  });
}

/** Returns whether the server defines the object of this name in a response. */
export function isReserved({ json }: SearchResponse, name: string): boolean {
  return isReservedObject(objectOf(json)[name]);
}

/** Returns whether the server defines the object. */
export function isReservedObject(object: Plain | undefined): boolean {
  return metadataOf(object)["_reserved"] === true;
}

/** Role mappings in the settings of the nodes can be read, but not changed. */
function isOfServer(object: Plain): boolean {
  return isReservedObject(object) || metadataOf(object)["_read_only"] === true;
}

function metadataOf(object: Plain | undefined): PlainMap {
  return objectOf(objectOf(object)["metadata"]);
}

/** Warns if the response to the PUT of a new object states that it existed. An earlier attempt may have created it. */
export function warnOfReplaced(object: string, { ambiguous, json }: SearchResponse, client: SearchClient): void {
  if (!ambiguous && hasReplaced(json))
    client.warnOnce(`${object} was replaced: another writer created it after it was found to be absent.`);
}

function hasReplaced(outcome: Plain | undefined): boolean {
  const members = objectOf(outcome);
  return members["created"] === false || Object.values(members).some(hasReplaced);
}

function reservedError({ noun, instead }: Pick<NativeKind<never, never>, "noun" | "instead">, name: string): ProviderError {
  return new ProviderError("failed_precondition", `The ${noun} "${name}" is defined by the server and cannot be managed. ${instead}`);
}
