// Lists: which objects they leave out, which of them refer to another object, and names in messages. See docs/modules/search.md#listing.
import { isObject } from "../../../core/json/json";
import { objectOf } from "../../../core/values/records";
import type { Plain, PlainMap } from "../../../core/values/value";
import type { SearchClient } from "../client";
import { lacksApi } from "../gone";
import { byCodePoint } from "../json/writer";

/** Returns whether the object belongs to the server or to one of its products: its name begins with a dot, or its metadata contains `managed: true`. */
export function isSystemObject(name: string, object?: Plain): boolean {
  const metadata = isObject(object) ? object["_meta"] : undefined;
  return name.startsWith(".") || (isObject(metadata) && metadata["managed"] === true);
}

/** Returns the objects of a list by their names; none on a server that was built without them. */
export async function objectsByName(path: readonly string[], client: SearchClient): Promise<PlainMap> {
  const response = await client.fetch(path, { expects: "list", accepts: lacksApi });
  return response && response.status < 300 ? objectOf(response.json) : {};
}

/** Returns the names of the objects of a list that refer to another object, sorted; none if they cannot be read. */
export async function referrers(path: readonly string[], refers: (object: Plain) => boolean, client: SearchClient): Promise<string[]> {
  const listed = await client.get(path, { expects: "list" }).catch(() => undefined);
  const found = Object.entries(objectOf(listed)).filter(([, object]) => refers(object));
  return found.map(([name]) => name).sort(byCodePoint);
}

/** Names in a message. */
const maximumNames = 10;

/** Returns the first names, and how many there are besides. */
export function shortList(names: readonly string[]): string {
  const left = names.length - maximumNames;
  return left > 0 ? `${names.slice(0, maximumNames).join(", ")} and ${left} more` : names.join(", ");
}
