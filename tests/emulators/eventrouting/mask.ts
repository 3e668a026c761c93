/** Update masks: which members an update may name, and what it makes of the thing. See docs/modules/eventrouting.md#triggers. */
import type { Json, JsonObject } from "../exchange";
import { wrong } from "./errors";
import type { Shapes } from "./shapes";
import { isObject, resolvePath, snake, valueAt } from "./shapes";

/** The members of a kind of thing, as far as updates go. */
export interface Updatable {
  shapes: Shapes;
  /** Members that an update may name; all others of the shapes are immutable or only put out. */
  mutable: readonly string[];
}

/**
 * The paths of a mask; `*` represents all that may change. Without a mask it is every such member that the body has.
 * @throws EventFailure INVALID_ARGUMENT for a path that is unknown, or that names what must not change.
 */
export const readMask = (mask: string, body: JsonObject, { shapes, mutable }: Updatable): string[][] => {
  if (mask === "") return mutable.filter((name) => name in body).map((name) => [name]);
  if (mask === "*") return mutable.map((name) => [name]);
  return mask.split(",").map((path) => {
    const found = resolvePath(path.split("."), shapes, (rest) => [rest.join(".").replace(/^`(.*)`$/, "$1")]);
    if (!found) throw wrong("update_mask", `The request was invalid: invalid field path '${path}' in update_mask`);
    if (!mutable.includes(found[0] ?? ""))
      throw wrong("update_mask", `The request was invalid: field '${snake(found[0] ?? "")}' cannot be updated`);
    return found;
  });
};

const put = (into: JsonObject, [key = "", ...rest]: readonly string[], value: Json | undefined): JsonObject => {
  const { [key]: before, ...others } = into;
  if (rest.length > 0) return { ...into, [key]: put(isObject(before) ? before : {}, rest, value) };
  return value === undefined ? others : { ...into, [key]: value };
};

/** Returns the object with every path of the mask as the body has it; paths that the body omits are removed. */
export const applyMask = (object: JsonObject, body: JsonObject, paths: readonly string[][]): JsonObject =>
  paths.reduce((changed, path) => put(changed, path, valueAt(body, path)), object);
