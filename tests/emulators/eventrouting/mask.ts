/** Update masks: which members an update may name, and what it makes of the thing. See docs/modules/eventrouting.md#triggers. */
import type { Json, JsonObject } from "../exchange";
import { wrong } from "./errors";
import type { Shape, Shapes } from "./shapes";
import { camel, isObject, snake } from "./shapes";

/** The members of a kind of thing, as far as updates go. */
export interface Updatable {
  shapes: Shapes;
  /** Members that an update may name; all others of the shapes are immutable or only put out. */
  mutable: readonly string[];
}

/** The path in camelCase; keys of the user stay as they are. Undefined when it leads to no member. */
const resolve = (path: string, shapes: Shapes): string[] | undefined => {
  const [first = "", ...rest] = path.split(".");
  const name = camel(first);
  const shape: Shape | undefined = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  if (shape === undefined) return undefined;
  if (rest.length === 0) return [name];
  if (typeof shape === "string" || Array.isArray(shape)) return undefined;
  if ("map" in shape) return [name, rest.join(".").replace(/^`(.*)`$/, "$1")];
  const deeper = "members" in shape ? resolve(rest.join("."), shape.members) : undefined;
  return deeper && [name, ...deeper];
};

/**
 * The paths of a mask; `*` represents all that may change. Without a mask it is every such member that the body has.
 * @throws EventFailure INVALID_ARGUMENT for a path that is unknown, or that names what must not change.
 */
export const readMask = (mask: string, body: JsonObject, { shapes, mutable }: Updatable): string[][] => {
  if (mask === "") return mutable.filter((name) => name in body).map((name) => [name]);
  if (mask === "*") return mutable.map((name) => [name]);
  return mask.split(",").map((path) => {
    const found = resolve(path, shapes);
    if (!found) throw wrong("update_mask", `The request was invalid: invalid field path '${path}' in update_mask`);
    if (!mutable.includes(found[0] ?? ""))
      throw wrong("update_mask", `The request was invalid: field '${snake(found[0] ?? "")}' cannot be updated`);
    return found;
  });
};

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);

const put = (into: JsonObject, [key = "", ...rest]: readonly string[], value: Json | undefined): JsonObject => {
  const { [key]: before, ...others } = into;
  if (rest.length > 0) return { ...into, [key]: put(isObject(before) ? before : {}, rest, value) };
  return value === undefined ? others : { ...into, [key]: value };
};

/** Returns the object with every path of the mask as the body has it; paths that the body omits are removed. */
export const applyMask = (object: JsonObject, body: JsonObject, paths: readonly string[][]): JsonObject =>
  paths.reduce((changed, path) => put(changed, path, at(body, path)), object);
