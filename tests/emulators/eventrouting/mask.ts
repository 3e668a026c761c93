/** Update masks: which members an update may name, and what it makes of the thing. See docs/modules/eventrouting.md#triggers. */
import type { JsonObject } from "../exchange";
import { wrong } from "./errors";
import type { Shapes } from "./shapes";
import { camel, snake } from "./shapes";

/**
 * The members that a mask names.
 * @param mutable Members that an update may name; all others of the shapes are immutable or only put out.
 * @throws EventFailure INVALID_ARGUMENT for a path that is no member, or that names what must not change.
 */
export const readMask = (mask: string, shapes: Shapes, mutable: readonly string[]): string[] =>
  mask.split(",").map((path) => {
    const name = camel(path);
    if (!Object.hasOwn(shapes, name)) throw wrong("update_mask", `The request was invalid: invalid field path '${path}' in update_mask`);
    if (!mutable.includes(name)) throw wrong("update_mask", `The request was invalid: field '${snake(name)}' cannot be updated`);
    return name;
  });

/** Returns the object with every member of the mask as the body has it; members that the body omits are removed. */
export const applyMask = (object: JsonObject, body: JsonObject, names: readonly string[]): JsonObject => {
  const kept = Object.entries(object).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...kept, ...Object.entries(body).filter(([name]) => names.includes(name))]);
};
