// Members of the server that this provider has no name for: an update writes them again, so that they are not lost. Pure.
import type { SearchResponse } from "../response";
import { nothing, receivedBody, receivedMember, textsBeside } from "./typed";

/** Returns the members of the object at a path, but for those of these names, as JSON texts by their names on the server. */
export type UnknownMembers = (path: readonly (string | number)[], known: readonly string[]) => Record<string, string | undefined>;

/** Returns the unknown members of a response; none without a response. */
export function unknownMembers(response: Pick<SearchResponse, "text" | "json"> | undefined): UnknownMembers {
  const body = response ? receivedBody(response) : nothing;
  return (path, known) => textsBeside(path.reduce(receivedMember, body), known);
}
