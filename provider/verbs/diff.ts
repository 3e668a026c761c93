// Diff: which inputs changed, and what that means for the object. Sends no request. See docs/protocol.md#diff.
import type { Change } from "../core/compare/diff";
import type { ValueMap } from "../core/values/value";
import { requestedChanges } from "./changes";
import { dropInvalid, migrate, plainPart } from "./stored-values";
import { keepsIdentity } from "./ownership";
import type { RegisteredResource } from "./registry";
import type { Runtime } from "./runtime";

/** States and inputs as the engine keeps them. */
export interface DiffRequest {
  type: string;
  olds: ValueMap;
  oldInputs: ValueMap | undefined;
  news: ValueMap;
  ignoreChanges: readonly string[];
}

/** The changes, and what they mean for the object. */
export interface DiffResponse {
  changes: Change[];
  deleteBeforeReplace: boolean;
  stables: readonly string[];
}

/** Compares the old inputs with the new ones. Inputs that a failed operation left unwritten are changes as well; they do not replace the object that they complete. */
export async function diff(runtime: Runtime, stored: DiffRequest): Promise<DiffResponse> {
  const { registry } = runtime;
  const resource = await registry.resource(stored.type);
  const request = migrate(resource, stored, "olds", "oldInputs");
  const { changes, oldInputs } = requestedChanges(registry, resource, { ...request, ignore: request.ignoreChanges });
  const inputs = (): [ValueMap, ValueMap] => [dropInvalid(registry, resource, oldInputs), dropInvalid(registry, resource, request.news)];
  return {
    changes,
    // Also if no change replaces: the resource option `replaceOnChanges` makes a replacement of an update.
    deleteBeforeReplace:
      changes.length > 0 && (keepsIdentity(runtime, resource, changes, request.news) || deletesFirst(resource, ...inputs())),
    stables: [...resource.traits.stable].filter(([, when]) => when === true).map(([key]) => key),
  };
}

function deletesFirst({ implementation: resource }: RegisteredResource, before: ValueMap, news: ValueMap): boolean {
  const rule = resource.deleteBeforeReplace;
  return typeof rule === "function" ? rule(plainPart(before), plainPart(news)) : rule === true;
}
