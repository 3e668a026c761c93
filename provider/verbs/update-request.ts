// Builds the request for a resource's `update`: what changed, the object as it is, and the merged inputs for services that take whole objects.
import { changedProperties } from "../core/compare/changed-properties";
import type { ReadResult, UpdateRequest } from "../contract/resource";
import type { Change } from "../core/compare/diff";
import { inFormOf } from "../core/compare/forms";
import { mergeInputs, resetPaths, type MergeOptions } from "../core/compare/merge";
import { omitUndefined } from "../core/values/records";
import type { PlainMap } from "../core/values/value";
import { comparisonOf } from "./changes";
import { differences } from "./outputs";
import { pendingOutput } from "./pending";
import type { Write } from "./write";

/** An update of an object: what the resource's `update` receives. */
interface ObjectUpdate {
  id: string;
  changes: readonly Change[];
  prior: { inputs: PlainMap; state: PlainMap };
  remote: CurrentObject;
  ignore: readonly string[];
  /** Outputs that no read returns, which the resource has reported: among them the operation that may still change the object. */
  attempted: PlainMap;
}

/** An object before a write. It is read when it is needed for the first time. */
export class CurrentObject {
  private reading: Promise<ReadResult<PlainMap>> | undefined;

  constructor(private readonly readNow: () => Promise<ReadResult<PlainMap>>) {}

  /** Returns the object. Every call has the outcome of the first. */
  async read(): Promise<ReadResult<PlainMap>> {
    return (this.reading ??= this.readNow());
  }
}

/** Returns the request. `merged` logs a warning that names the declared values which the write resets. */
export function updateRequest(write: Write, update: ObjectUpdate): UpdateRequest<PlainMap, PlainMap> {
  const { runtime, resource, inputs, rpc } = write;
  const { id, changes, prior, ignore } = update;
  const properties = resource.spec.inputProperties ?? {};
  const { forms } = resource.traits;
  // A list that the program has removed is in the form in which it was declared.
  const declared = [inputs, prior.inputs];
  const options: MergeOptions = {
    ...comparisonOf(runtime.registry, resource, "refresh"),
    properties,
    changes,
    ignore,
    prior: inFormOf(prior.inputs, declared, forms),
  };
  const remote = async (): Promise<PlainMap> => (await update.remote.read()).state;
  const mergedWith = (state: PlainMap, ...written: string[]): PlainMap => {
    const current = inFormOf(state, declared, forms);
    const reset = resetPaths(declaredRemotely(inputs, write, written), current, options);
    if (reset.length > 0) rpc.log("warning", resetWarning(reset));
    return mergeInputs(inputs, current, options);
  };
  const merged = async (...written: string[]): Promise<PlainMap> => {
    const isKnown = written.length > 0 && written.every((key) => isChangedScalar(key, write, update));
    return isKnown ? inputs : mergedWith(await remote(), ...written);
  };
  const differs = (declared: object, state: object): string[] => differences(runtime.registry, resource, { ...declared }, { ...state });
  const attempt = (outputs: object): void => void Object.assign(update.attempted, omitUndefined({ ...outputs }));
  const pending = (operation: string): void => void (update.attempted[pendingOutput] = operation);
  const changed = changedProperties(changes, Object.keys(properties));
  return { id, inputs, changed, prior, remote, merged, mergedWith, differences: differs, attempt, pending };
}

/** Returns whether the value to write is determined by the program alone: it has no members of others. */
function isChangedScalar(key: string, { inputs }: Write, { changes }: ObjectUpdate): boolean {
  const value = inputs[key] ?? null;
  return (value === null || typeof value !== "object") && changes.some(({ path }) => path === key);
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
