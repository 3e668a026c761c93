// Update: writes what Diff reports for the same request, and nothing else. See docs/protocol.md#update.
import type { RpcContext } from "../contract/context";
import { withoutOtherForms, withUsualForms } from "../core/compare/forms";
import type { Change } from "../core/compare/diff";
import { asProviderError, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { previewUpdate, widenInputs } from "../core/validate/preview";
import type { Plain, PlainMap, Value, ValueMap } from "../core/values/value";
import { isMap, mapMembers, secretTexts, setDefined, toPlainMap, unknownLike } from "../core/values/value";
import { changedNames, incompleteOutput, remoteChanges, replaceMembers, requestedChanges } from "./changes";
import { dropInvalid, migrate, plainPart } from "./stored-values";
import { acceptInputs } from "./check";
import { differences, markInputs, markPreviewInputs } from "./outputs";
import { pendingOutput, waitForPending } from "./pending";
import { checkPreview } from "./preview-check";
import { withRedaction } from "./redaction";
import type { RegisteredResource, Registry } from "./registry";
import { limitTime, reachedObject, readObject, resourceContext } from "./resource-calls";
import type { Runtime } from "./runtime";
import { CurrentObject, updateRequest } from "./update-request";
import { markedState, partialState, reachedState, readAfterFailure, type Write } from "./write";

/** The object to change, and its new inputs. */
export interface UpdateRpc {
  type: string;
  id: string;
  urn: string;
  olds: ValueMap;
  oldInputs: ValueMap | undefined;
  news: ValueMap;
  preview: boolean;
  timeout: number;
  /** Paths of the resource option `ignoreChanges`. */
  ignoreChanges?: readonly string[];
}

/** Changes an object. Fails with a {@link ResourceInitFailedError} once something may have been written. */
export async function update(runtime: Runtime, given: UpdateRpc, rpc: RpcContext): Promise<ValueMap> {
  const { registry, configuration } = runtime;
  const resource = await registry.resource(given.type);
  const stored = migrate(resource, given, "olds", "oldInputs");
  const request = { ...stored, news: acceptInputs(runtime, resource, given.news, stored.oldInputs) };
  if (request.preview) {
    await checkPreview(runtime, resource, { operation: "update", inputs: request.news }, rpc);
    return previewState(registry, resource, changesOf(registry, resource, request), request);
  }
  const inputs = toPlainMap(request.news);
  const reserve = limitTime(rpc, "update", resource, { timeout: request.timeout, inputs });
  const marks = [markInputs(registry, resource, inputs, request.news)];
  const step = planUpdate(registry, resource, request, request.olds);
  const secrets = secretTexts([...marks, request.olds, request.oldInputs ?? {}]);
  return withRedaction(configuration, secrets, rpc, () => {
    const context = resourceContext(runtime, resource, inputs, rpc);
    return runtime.write(() => updateObject({ runtime, resource, inputs, marks, rpc, context, reserve }, step));
  });
}

interface UpdateStep {
  request: UpdateRpc;
  prior: { inputs: PlainMap; state: PlainMap };
  changes: readonly Change[];
  /** Inputs that earlier, failed updates were writing. */
  partial: ReadonlySet<string>;
  /** See `attempted` of an update request. */
  attempted: PlainMap;
}

/** Returns the changes of an update; `olds`: the state to compare the new inputs with. */
function changesOf(registry: Registry, resource: RegisteredResource, request: UpdateRpc, olds = request.olds) {
  return requestedChanges(registry, resource, { ...request, olds, ignore: request.ignoreChanges ?? [] });
}

function planUpdate(registry: Registry, resource: RegisteredResource, request: UpdateRpc, olds: ValueMap): UpdateStep {
  const { before, partial, changes } = changesOf(registry, resource, request, olds);
  const validPart = (values: ValueMap): PlainMap => plainPart(dropInvalid(registry, resource, values));
  const prior = { inputs: validPart(before), state: { ...validPart(before), ...validPart(olds) } };
  return { request, prior, changes: remoteChanges(resource, changes), partial, attempted: {} };
}

async function updateObject(write: Write, planned: UpdateStep): Promise<ValueMap> {
  const { runtime, resource, inputs, context } = write;
  const { request } = planned;
  const { id, olds, ignoreChanges: ignore = [] } = request;
  await resource.implementation.verifyPlace?.({ id, inputs, state: planned.prior.state }, context.client);
  await waitForPending(resource, { from: olds, read: () => readObject(resource, id, context, planned.prior) }, context);
  const remote = new CurrentObject(async () => {
    const current = planned.changes.length === 0 ? { inputs, state: planned.prior.state } : { ...planned.prior, planned: inputs };
    const found = await readObject(resource, id, context, current);
    if (!found) throw notFound(resource, id);
    return found;
  });
  const step = await afterFailure(write, planned, remote);
  const { prior, changes, attempted } = step;
  try {
    const isUnchanged = changes.length === 0 && olds[incompleteOutput] === undefined;
    const isComplete = isUnchanged && (await remote.read()).incomplete === undefined;
    const written = isComplete
      ? await remote.read()
      : await resource.implementation.update?.(updateRequest(write, { id, changes, prior, remote, ignore, attempted }), context);
    const found = await reachedObject(written, resource, id, context, { inputs, state: { ...withoutRemoved(step, inputs), ...inputs } });
    runtime.removeUnfinished(resource, id);
    // A removed value that the service still returns is as secret as it was.
    return markedState({ ...write, marks: [...write.marks, removedMembers(olds, inputs)] }, found.state);
  } catch (error) {
    throw write.rpc.hasWritten ? await updateFailure(write, step, error) : error;
  }
}

/** Returns the update of an object whose last write failed: that write may have been carried out after the state was read, or the object could not be read. */
async function afterFailure(write: Write, step: UpdateStep, remote: CurrentObject): Promise<UpdateStep> {
  const { runtime, resource } = write;
  const { request, prior, partial } = step;
  if (partial.size === 0) return step;
  const former = plainPart(dropInvalid(runtime.registry, resource, request.oldInputs ?? {}));
  const { state } = reachedState(write, await remote.read(), prior.inputs, former);
  return planUpdate(runtime.registry, resource, request, replaceMembers(request.olds, partial, state));
}

/** Returns the prior state without the inputs that the update has removed. */
function withoutRemoved({ prior, changes }: UpdateStep, inputs: PlainMap): PlainMap {
  const changed = new Set(changedNames(changes));
  return mapMembers<Plain, Plain>(prior.state, (value, key) => (changed.has(key) && !(key in inputs) ? undefined : value));
}

/** Returns the members of the state, at every depth of its objects, that the inputs do not declare. */
function removedMembers(olds: ValueMap, inputs: PlainMap): ValueMap {
  return mapMembers<Value, Value>(olds, (value, key) => {
    const declared = inputs[key];
    if (declared === undefined || declared === null) return value;
    return isMap(value) && isMap(declared) ? removedMembers(value, declared) : undefined;
  });
}

function notFound({ token }: RegisteredResource, id: string, cause?: unknown): ProviderError {
  const message = `Update failed: ${token} ${id}: object not found. Run \`pulumi refresh\`, then \`pulumi up\` to recreate it.`;
  return new ProviderError("not_found", message, { cause });
}

/** Returns the original error if the write changed nothing, `not_found` if the object is gone, else an error with the state reached and the inputs being written. */
async function updateFailure(write: Write, { request, prior, changes, partial, attempted }: UpdateStep, error: unknown): Promise<unknown> {
  const { resource } = write;
  const { id, olds, oldInputs } = request;
  const writing = changedNames(changes);
  const last = { ...prior.state, ...attempted };
  const found = await readAfterFailure(write, id, { inputs: prior.inputs, state: last });
  if (found === null && !asProviderError(error).ambiguous) return notFound(resource, id, error);
  const added = found ? addedInputs(write, prior.state, found.state) : [];
  const hasWritten = !found || [...found.changed, ...added].some((key) => writing.includes(key));
  if (!asProviderError(error).ambiguous && !hasWritten) return error;
  // Values that the update removes are still at the service, as secret as they were.
  const marked = { ...write, marks: [...write.marks, olds, oldInputs] };
  const reached = found ?? reachedState({ ...write, inputs: prior.inputs }, { id, state: last }, prior.inputs);
  // The engine keeps the old inputs, which what earlier attempts have written differs from as well.
  const unwritten = [...new Set([...partial, ...writing])];
  const state = partialState(marked, { ...reached, state: withoutUncertain(write, reached.state, writing) }, unwritten);
  setDefined<Value>(state, pendingOutput, attempted[pendingOutput]);
  return new ResourceInitFailedError(id, state, [asProviderError(error).message], { cause: error });
}

/** Returns the inputs that have their new values only in the second state. Values that the program did not declare before are not among the changed ones. */
function addedInputs({ runtime, resource, inputs }: Write, before: PlainMap, after: PlainMap): string[] {
  const [lacking, left] = [before, after].map((state) => differences(runtime.registry, resource, inputs, state));
  return lacking!.filter((key) => !left!.includes(key));
}

/** Returns the state without the values that no read returns and that may have been replaced: the next update writes them again. */
function withoutUncertain({ resource: { traits }, inputs }: Write, state: PlainMap, writing: readonly string[]): PlainMap {
  const isUncertain = (key: string): boolean => traits.writeOnly.has(key) && writing.includes(key) && key in inputs;
  return mapMembers<Plain, Plain>(state, (value, key) => (isUncertain(key) ? undefined : value));
}

function previewState(
  registry: Registry,
  resource: RegisteredResource,
  { before, partial, changes }: ReturnType<typeof changesOf>,
  { olds, news }: UpdateRpc,
): ValueMap {
  // After a failed update, what it was writing may have to be written again.
  const changed = [...partial, ...changedNames(changes)];
  const inputs = resource.spec.inputProperties ?? {};
  const keeps = (key: string): boolean => {
    const stable = resource.traits.stable.get(key);
    if (stable === true) return true;
    const wasDeclared = key in inputs && before[key] !== undefined;
    if (changed.length === 0 && !wasDeclared) return true;
    return stable !== undefined && !stable.unlessChanged.some((input) => changed.includes(input));
  };
  const { widened, local, own, forms } = resource.traits;
  const marked = withUsualForms(markPreviewInputs(registry, resource, news), forms);
  const declaredOutputs = widenInputs(marked, widened, { ...resource, schema: registry.schema });
  const unchanged = [...widened].filter((key) => !changed.includes(key) && (olds[key] ?? null) !== null);
  const kept = Object.fromEntries(unchanged.map((key): [string, Value] => [key, olds[key]!]));
  const isKept = (key: string): boolean => (local.has(key) ? keeps(key) : !changed.includes(key));
  const ownOutputs = [...own].map((key): [string, Value] => [key, isKept(key) ? (olds[key] ?? null) : unknownLike(news[key])]);
  const outputs = previewUpdate(resource.spec, { ...declaredOutputs, ...kept, ...Object.fromEntries(ownOutputs) }, olds, keeps);
  return withoutOtherForms(outputs, news, forms);
}
