// Read: refresh, import and `get`. See docs/protocol.md#read and docs/protocol.md#import.
import type { Context, RpcContext } from "../contract/context";
import { invalidImportId } from "../core/errors/errors";
import { equal } from "../core/json/json";
import type { PlainMap, ValueMap } from "../core/values/value";
import { secretTexts, toPlainMap } from "../core/values/value";
import { appliedInputs } from "./changes";
import { dropInvalid, inputsOf, migrate, plainPart } from "./stored-values";
import { describeObject, markFoundInputs, markInputs, markOutputs } from "./outputs";
import { readPending } from "./pending";
import { withRedaction } from "./redaction";
import type { RegisteredResource } from "./registry";
import { limitTime, readContext, readObject, usableInputs } from "./resource-calls";
import type { Runtime } from "./runtime";

/** The object to read; inputs and state are empty on import. */
export interface ReadRequest {
  type: string;
  id: string;
  inputs: ValueMap;
  state: ValueMap;
  timeout: number;
}

/** The object as it is. */
export interface ReadResponse {
  id: string;
  inputs: ValueMap;
  state: ValueMap;
}

/** Reads an object; undefined when it does not exist. Fails with `invalid_argument` on a malformed id. */
export async function read(runtime: Runtime, stored: ReadRequest, rpc: RpcContext): Promise<ReadResponse | undefined> {
  const { registry, configuration } = runtime;
  const resource = await registry.resource(stored.type);
  const request = migrate(resource, stored, "inputs", "state");
  const violation = resource.implementation.importId?.validate(request.id);
  if (violation !== undefined) throw invalidImportId(request.id, violation);
  // A refresh has old inputs.
  const isRefresh = Object.keys(request.inputs).length > 0;
  const given = isRefresh ? appliedInputs(resource, request.inputs, request.state).before : inputsOf(resource, request.state);
  const declared = toPlainMap(usableInputs(runtime, resource, given));
  const validState = (): PlainMap => plainPart(dropInvalid(registry, resource, request.state));
  const prior = Object.keys(declared).length > 0 ? { inputs: declared, state: { ...declared, ...validState() } } : undefined;
  limitTime(rpc, "read", resource, { timeout: request.timeout, inputs: declared });
  const marks = [markInputs(registry, resource, declared, given), request.state];
  return withRedaction(configuration, secretTexts(marks), rpc, async () => {
    // A program reads an object with `get` after a step of its own may have changed it, so that only a refresh may use an older list.
    const context = readContext(runtime, resource, declared, { context: rpc, isRefresh });
    // A program that passes a state to `get` has it as inputs and as state.
    const isStored = prior !== undefined && !equal(plainPart(request.inputs), plainPart(request.state));
    const id = isStored ? request.id : await fullId(resource, request.id, context);
    const found = await readPending(resource, { id, state: request.state, read: () => readObject(resource, id, context, prior) }, context);
    if (!found) return undefined;
    const described = describeObject(registry, resource, declared, found.state);
    const inputs = markFoundInputs(registry, resource, described.inputs, marks);
    const state = markOutputs(registry, resource, described.outputs, [...marks, inputs]);
    return { id: found.id, inputs, state };
  });
}

/** Returns the full ID of the object that an import or `get` names. */
async function fullId({ implementation: resource }: RegisteredResource, id: string, { client }: Context<unknown>): Promise<string> {
  return (await resource.importId?.resolve?.(id, client)) ?? id;
}
