// Read: refresh, import and `get`. See docs/protocol.md#read and docs/protocol.md#import.
import type { RpcContext } from "../core/contract";
import { ProviderError } from "../core/errors";
import type { PlainMap, ValueMap } from "../core/value";
import { secretTexts, toPlainMap } from "../core/value";
import { dropInvalid, inputsOf, plainPart } from "./changes";
import { describedInputs, markInputs, markOutputs, outputsOf } from "./outputs";
import { withRedaction } from "./redaction";
import { limitTime, readObject, resourceContext, usableInputs } from "./resource-calls";
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
export async function read(runtime: Runtime, request: ReadRequest, rpc: RpcContext): Promise<ReadResponse | undefined> {
  const { registry, configuration } = runtime;
  const resource = await registry.resource(request.type);
  const violation = resource.resource.importId?.validate(request.id);
  if (violation !== undefined) throw new ProviderError("invalid_argument", violation);
  const given = Object.keys(request.inputs).length > 0 ? request.inputs : inputsOf(resource, request.state);
  const declared = toPlainMap(usableInputs(runtime, resource, given));
  const validPart = (values: ValueMap): PlainMap => plainPart(dropInvalid(registry, resource, values));
  const prior =
    Object.keys(declared).length > 0 ? { inputs: declared, state: { ...validPart(given), ...validPart(request.state) } } : undefined;
  limitTime(rpc, "read", resource, { timeout: request.timeout, inputs: declared });
  const marks = [markInputs(registry, resource, declared, [given]), request.state];
  return withRedaction(configuration, secretTexts(marks), rpc, async (redacted) => {
    const found = await readObject(resource, request.id, resourceContext(runtime, resource, declared, redacted), prior);
    if (!found) return undefined;
    const inputs = markInputs(registry, resource, describedInputs(registry, resource, declared, found.state), marks);
    const state = markOutputs(registry, resource, outputsOf(registry, resource, declared, found.state), [...marks, inputs]);
    return { id: found.id, inputs, state };
  });
}
