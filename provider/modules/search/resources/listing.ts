// Lists: which objects they leave out, and names in messages. See docs/modules/search.md#listing. Pure.
import { isObject } from "../../../core/json/json";
import type { Plain } from "../../../core/values/value";

/** Returns whether the object belongs to the server or to one of its products: its name begins with a dot, or its metadata contains `managed: true`. */
export function isSystemObject(name: string, object?: Plain): boolean {
  const metadata = isObject(object) ? object["_meta"] : undefined;
  return name.startsWith(".") || (isObject(metadata) && metadata["managed"] === true);
}

/** Names in a message. */
const maximumNames = 10;

/** Returns the first names, and how many there are besides. */
export function shortList(names: readonly string[]): string {
  const left = names.length - maximumNames;
  return left > 0 ? `${names.slice(0, maximumNames).join(", ")} and ${left} more` : names.join(", ");
}
