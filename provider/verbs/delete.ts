// Delete: removes an object by id and state alone. See docs/protocol.md#delete.
import type { RpcContext } from "../contract/context";
import type { ValueMap } from "../core/values/value";
import { secretTexts, toPlainMap } from "../core/values/value";
import { dropInvalid, inputsOf, migrate, plainPart } from "./stored-values";
import { markInputs } from "./outputs";
import { waitForPending } from "./pending";
import { withRedaction } from "./redaction";
import { limitTime, readObject, resourceContext, usableInputs } from "./resource-calls";
import type { Runtime } from "./runtime";

/** The object to remove. */
export interface DeleteRequest {
  type: string;
  id: string;
  olds: ValueMap;
  /** Used for what the state does not hold. */
  oldInputs?: ValueMap | undefined;
  timeout: number;
}

/** Removes an object; one that does not exist is a success. */
export async function remove(runtime: Runtime, request: DeleteRequest, rpc: RpcContext): Promise<void> {
  const { registry, configuration } = runtime;
  const resource = await registry.resource(request.type);
  const { id, olds, oldInputs, timeout } = migrate(resource, request, "olds", "oldInputs");
  const last = { ...oldInputs, ...inputsOf(resource, olds) };
  const inputs = toPlainMap(usableInputs(runtime, resource, last));
  limitTime(rpc, "delete", resource, { timeout, inputs });
  const secrets = secretTexts([olds, markInputs(registry, resource, inputs, last)]);
  await withRedaction(configuration, secrets, rpc, async () => {
    const prior = { inputs, state: { ...inputs, ...plainPart(dropInvalid(registry, resource, olds)) } };
    const context = resourceContext(runtime, resource, inputs, rpc);
    await resource.implementation.verifyPlace?.({ id, inputs, state: prior.state }, context.client);
    await waitForPending(resource, { from: olds, read: () => readObject(resource, id, context, prior) }, context);
    await runtime.write(() => resource.implementation.delete({ id, prior }, context));
    runtime.removeUnfinished(resource, id);
    runtime.made.delete(`${resource.token} ${id}`);
  });
}
