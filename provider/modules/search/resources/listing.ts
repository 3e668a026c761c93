// Lists: which objects they leave out, which of them refer to another object, and names in messages. See docs/modules/search.md#listing.
import { isObject } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { byCodePoint } from "../json/writer";
import type { SearchResponse } from "../response";

/** Returns whether the object belongs to the server or to one of its products: its name begins with a dot, or its metadata contains `managed: true`. */
export function isSystemObject(name: string, object?: Plain): boolean {
  const metadata = isObject(object) ? object["_meta"] : undefined;
  return name.startsWith(".") || (isObject(metadata) && metadata["managed"] === true);
}

/** Returns the names of the objects of a list that are selected; none if the server responds that it has no such list. */
export async function listedNames(
  path: readonly string[],
  isSelected: (object: Plain, name: string) => boolean,
  client: SearchClient,
  accepts?: (response: SearchResponse) => boolean,
): Promise<string[]> {
  const response = await client.fetch(path, { expects: "list", ...(accepts && { accepts }) });
  const listed = response && response.status < 300 ? Object.entries(objectOf(response.json)) : [];
  return listed.filter(([name, object]) => isSelected(object, name)).map(([name]) => name);
}

/** Returns the names of the objects of a list that refer to another object, sorted; none if they cannot be read. */
export async function referrers(path: readonly string[], refers: (object: Plain) => boolean, client: SearchClient): Promise<string[]> {
  return (await listedNames(path, refers, client).catch(() => [])).sort(byCodePoint);
}

/** Names in a message. */
const maximumNames = 10;

/** Returns the first names, and how many there are besides. */
export function shortList(names: readonly string[]): string {
  const left = names.length - maximumNames;
  return left > 0 ? `${names.slice(0, maximumNames).join(", ")} and ${left} more` : names.join(", ");
}
