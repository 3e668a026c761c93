// Create: makes an object. From the moment its id is known, every failure carries the id and the state reached.
// See docs/protocol.md#create and docs/protocol.md#partial-failures.
import type { RpcContext } from "../contract/context";
import type { CreateRequest as ResourceCreateRequest, ReadResult } from "../contract/resource";
import { asProviderError, internalError, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { withoutOtherForms, withUsualForms } from "../core/compare/forms";
import type { Change } from "../core/compare/diff";
import { canonical } from "../core/json/json";
import { previewCreate, widenInputs } from "../core/validate/preview";
import { omitUndefined } from "../core/values/records";
import type { Plain, PlainMap, Value, ValueMap } from "../core/values/value";
import { secretTexts, toPlainMap, unknownLike } from "../core/values/value";
import { hideGenerated } from "./autonaming";
import { changedNames, computeChanges, remoteChanges } from "./changes";
import { inputsOf } from "./stored-values";
import { acceptInputs } from "./check";
import { differences, markInputs, markPreviewInputs, outputsOf } from "./outputs";
import { pendingOutput, waitForPending } from "./pending";
import { checkPreview } from "./preview-check";
import { adoptable, exclusively, findExisting, plannedId, type Existing } from "./ownership";
import { withRedaction } from "./redaction";
import type { RegisteredResource } from "./registry";
import { limitTime, reachedObject, readBack, readObject, resourceContext } from "./resource-calls";
import type { Runtime } from "./runtime";
import { CurrentObject, updateRequest } from "./update-request";
import { contextAfterFailure, markedState, partialState, reachedState, readAfterFailure, type Write } from "./write";

/** The object to make. */
export interface CreateRpc {
  type: string;
  urn: string;
  inputs: ValueMap;
  preview: boolean;
  /** Seconds; 0 when the resource option is not set. */
  timeout: number;
}

/** An object and its state. */
export interface CreateResponse {
  id: string;
  state: ValueMap;
}

/** Makes an object. Fails with a {@link ResourceInitFailedError} once the object exists. */
export async function create(runtime: Runtime, request: CreateRpc, rpc: RpcContext): Promise<CreateResponse> {
  const resource = await runtime.registry.resource(request.type);
  const given = acceptInputs(runtime, resource, request.inputs);
  if (request.preview) {
    await checkPreview(runtime, resource, { operation: "create", inputs: given }, rpc);
    return { id: "", state: previewState(runtime, resource, given) };
  }
  const inputs = toPlainMap(given);
  const reserve = limitTime(rpc, "create", resource, { timeout: request.timeout, inputs });
  const marks = markInputs(runtime.registry, resource, inputs, given);
  return withRedaction(runtime.configuration, secretTexts(marks), rpc, () => {
    const context = resourceContext(runtime, resource, inputs, rpc);
    const write: Write = { runtime, resource, inputs, marks: [marks], rpc, context, reserve };
    return runtime.write(() => createObject(write, request.urn));
  });
}

function previewState(runtime: Runtime, resource: RegisteredResource, given: ValueMap): ValueMap {
  const { registry } = runtime;
  const { widened, own, forms } = resource.traits;
  const inputs = widenInputs(withUsualForms(markPreviewInputs(registry, resource, given), forms), widened, {
    ...resource,
    schema: registry.schema,
  });
  const hidden = [...own].map((key): [string, Value] => [key, unknownLike(given[key])]);
  const outputs = previewCreate(resource.spec, hideGenerated(runtime, resource, { ...inputs, ...Object.fromEntries(hidden) }));
  return withoutOtherForms(outputs, given, forms);
}

/** Keeps the object that a create has reported, for this request and for a repeated one. */
class CreatedObject {
  existing: Existing | undefined;
  /** Outputs that no read returns, of the object that this create or an earlier attempt of it may have made. */
  attempted: PlainMap;

  constructor(
    private readonly write: Write,
    readonly request: string | undefined,
  ) {
    const { unfinished, uncertain } = write.runtime;
    this.existing = request === undefined ? undefined : unfinished.get(request);
    this.attempted = (request === undefined ? undefined : uncertain.get(request)) ?? {};
  }

  /** Implements `attempt` of the resource contract. */
  readonly attempt = (outputs: Readonly<Record<string, Plain | undefined>>): void => {
    this.attempted = omitUndefined(outputs) as PlainMap;
  };

  /** Implements `created` of the resource contract. */
  readonly report = (id: string, state: Readonly<Record<string, Plain | undefined>> = this.write.inputs, operation?: string): void => {
    this.existing = { id, state: omitUndefined(state) as PlainMap, operation };
    const { runtime, resource } = this.write;
    if (this.request !== undefined) runtime.unfinished.set(this.request, { token: resource.token, ...this.existing });
  };
}

async function createObject(write: Write, urn: string): Promise<CreateResponse> {
  const { runtime, resource, inputs, context } = write;
  // Without a URN a repeated create cannot be distinguished from another one.
  const object = new CreatedObject(write, urn === "" ? undefined : `${urn}\n${canonical(inputs)}`);
  try {
    const written = object.existing ? await completeObject(write, object.existing) : await makeObject(write, object, urn);
    if (!object.existing) throw internalError(`create of ${resource.token} reported no id`);
    const { id, state } = object.existing;
    const found = await reachedObject(written, resource, id, context, { inputs, state: { ...state, ...inputs } });
    runtime.removeUnfinished(resource, id);
    runtime.made.add(`${resource.token} ${id}`);
    return { id: found.id, state: markedState(write, found.state) };
  } catch (error) {
    throw object.existing ? await createFailure(write, object.existing, error) : error;
  }
}

/** The object, if the service returned it with the write. */
type Written = ReadResult<PlainMap> | void;

/** Creates the object, or completes the one that this create or an earlier attempt of it may have made. */
async function makeObject(write: Write, object: CreatedObject, urn: string): Promise<Written> {
  const { runtime, resource, inputs, context } = write;
  const { registry, uncertain, made } = runtime;
  const id = await plannedId(resource, inputs, context.client);
  const about = { registry, resource, urn, inputs, id };
  return exclusively(about, context.signal, async () => {
    // Several resources own different parts of one object.
    const isMade = resource.implementation.identity?.takesOver !== "parts" && made.has(`${resource.token} ${id}`);
    const planned = { ...about, isMade };
    const own = await findExisting(planned, object.request !== undefined && uncertain.has(object.request), context);
    if (own) return adopt(write, object, own);
    const since = Date.now();
    try {
      const request: ResourceCreateRequest<PlainMap, PlainMap> = {
        inputs,
        created: object.report,
        attempt: object.attempt,
        differences: (declared, state) => differences(registry, resource, { ...declared }, { ...state }),
      };
      const written = await resource.implementation.create(request, context);
      made.add(`${resource.token} ${id}`);
      return written;
    } catch (error) {
      if (object.existing) throw error;
      if (error instanceof ProviderError && error.ambiguous && object.request !== undefined)
        uncertain.set(object.request, object.attempted);
      return adopt(write, object, await adoptable({ ...planned, since }, error, contextAfterFailure(write)));
    }
  });
}

async function adopt(write: Write, object: CreatedObject, { id, state }: Existing): Promise<Written> {
  const adopted = { id, state: { ...state, ...object.attempted } };
  object.report(id, adopted.state);
  write.runtime.uncertain.delete(object.request ?? "");
  return completeObject(write, adopted);
}

/** Writes the inputs that an object of an unfinished create does not have yet, as the next update would. */
async function completeObject(write: Write, { id, state, operation }: Existing): Promise<Written> {
  const { resource, inputs, context } = write;
  const prior = { inputs, state };
  if (operation !== undefined)
    await waitForPending(resource, { from: operation, read: () => readObject(resource, id, context, prior) }, context);
  const remote = await readBack(resource, id, context, prior);
  const { before, changes } = missingChanges(write, reachedState(write, remote, inputs).state);
  if (changes.length === 0 && remote.incomplete === undefined) return remote;
  const current = { id, prior: { inputs: toPlainMap(before), state }, remote: new CurrentObject(async () => remote) };
  return resource.implementation.update?.(updateRequest(write, { ...current, changes, ignore: [], attempted: {} }), context);
}

/** Returns the changes that complete an object. What the program does not declare is of the service or of others. */
function missingChanges({ runtime, resource, inputs }: Write, state: PlainMap): { before: ValueMap; changes: Change[] } {
  const before = inputsOf(resource, state);
  const changes = remoteChanges(resource, computeChanges(runtime.registry, resource, { before, news: inputs, state }));
  return { before, changes: changes.filter(({ key }) => Object.hasOwn(inputs, key)) };
}

/**
 * Returns the error of a create that failed after the object existed: the state reached, the names of the inputs that are not written, and the operation that
 * may still run. An operation that has ended without an object leaves nothing to keep.
 */
async function createFailure(write: Write, existing: Existing, error: unknown): Promise<unknown> {
  const { runtime, resource, inputs } = write;
  const { id, state, operation } = existing;
  const read = async () => readAfterFailure(write, id, { inputs, state });
  let found = await read();
  let isPending = !found && operation !== undefined;
  if (found === null && operation !== undefined && !(await mayBeRunning(write, operation))) {
    isPending = false;
    found = await read();
    if (found === null) {
      runtime.removeUnfinished(resource, id);
      return error;
    }
  }
  const reached = found ?? { state: outputsOf(runtime.registry, resource, inputs, state) };
  const partial = partialState(write, reached, changedNames(missingChanges(write, reached.state).changes));
  if (isPending) partial[pendingOutput] = operation!;
  return new ResourceInitFailedError(id, partial, [asProviderError(error).message], { cause: error });
}

async function mayBeRunning(write: Write, operation: string): Promise<boolean> {
  const { pending } = write.resource.implementation;
  return pending ? pending.isRunning(operation, contextAfterFailure(write)).catch(() => true) : false;
}
