// The status of an API key: a number at the service, a word in the schema. Pure. See docs/modules/cloud.md#api-keys.
import type { Plain } from "../../core/values/value";

/** Returns the word for a status of the service; undefined for any other value. */
export function keyStatusOf(status: Plain | undefined): "off" | "on" | undefined {
  if (status === 1) return "on";
  return status === 0 ? "off" : undefined;
}
