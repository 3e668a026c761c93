// Builds the request for a resource's `update`: what changed, the object as it is, and the merged inputs for services that take whole objects.
import { changedProperties } from "../core/changes";
import type { UpdateRequest } from "../core/contract";
import { mergeInputs, resetPaths, type MergeOptions } from "../core/merge";
import type { PlainMap } from "../core/value";
import { comparisonOf } from "./changes";
import type { ObjectUpdate, Write } from "./write";

/** Returns the request. `merged` logs a warning that names the declared values which the write resets. */
export function updateRequest(write: Write, update: ObjectUpdate): UpdateRequest<PlainMap, PlainMap> {
  const { runtime, resource, inputs, rpc } = write;
  const { id, changes, prior, remote, ignore } = update;
  const properties = resource.spec.inputProperties ?? {};
  const options: MergeOptions = {
    ...comparisonOf(runtime.registry, resource, "refresh"),
    properties,
    changes,
    ignore,
    prior: prior.inputs,
  };
  const merged = (...written: string[]): PlainMap => {
    const declared = declaredRemotely(inputs, write, written);
    const reset = resetPaths(declared, remote, options);
    if (reset.length > 0) rpc.log("warning", resetWarning(reset));
    return mergeInputs(inputs, remote, options);
  };
  return { id, inputs, changed: changedProperties(changes, Object.keys(properties)), prior, remote, merged };
}

/** Returns the declared inputs of the request that the service stores and returns. */
function declaredRemotely(inputs: PlainMap, { resource: { traits } }: Write, written: readonly string[]): PlainMap {
  const isWritten = (key: string): boolean => written.length === 0 || written.includes(key);
  const isReturned = (key: string): boolean => !traits.local.has(key) && !traits.writeOnly.has(key);
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => isWritten(key) && isReturned(key)));
}

const maximumPaths = 10;

function resetWarning(paths: readonly string[]): string {
  const more = paths.length > maximumPaths ? ` and ${paths.length - maximumPaths} more` : "";
  const names = paths.slice(0, maximumPaths).join(", ");
  return `Another writer changed ${names}${more} since the last update. The service takes whole objects only, so this update writes the declared values again.`;
}
