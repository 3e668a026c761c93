// Preview checks: what a resource validates with requests to the service, in previews. See docs/protocol.md#preview-checks.
import type { RpcContext } from "../contract/context";
import { asProviderError, hasCode, InvalidInputsError, ProviderError, type Failure } from "../core/errors/errors";
import type { PlainMap, ValueMap } from "../core/values/value";
import { hasUnknown, secretTexts } from "../core/values/value";
import { dropInvalid, plainPart } from "./stored-values";
import { markPreviewInputs } from "./outputs";
import { withRedaction } from "./redaction";
import type { RegisteredResource } from "./registry";
import { resourceContext } from "./resource-calls";
import type { Runtime } from "./runtime";

/** A preview waits no longer for its check. */
const limitSeconds = 10;

/** The preview of a write, and the inputs after Check. */
interface CheckedPreview {
  operation: "create" | "update";
  inputs: ValueMap;
}

/**
 * Runs the preview check of the resource, if it has one and the configuration turns it on. Fails with {@link InvalidInputsError} for failures that the check
 * returns. Every other failure of the check is a warning, because the service may be unreachable during a preview.
 */
export async function checkPreview(
  runtime: Runtime,
  resource: RegisteredResource,
  preview: CheckedPreview,
  rpc: RpcContext,
): Promise<void> {
  const { inputs } = preview;
  if (!resource.implementation.previewCheck || !hasPreviewChecks(runtime, resource)) return;
  // With an unknown connection the requests would go to another server.
  if ([...resource.traits.local].some((key) => hasUnknown(inputs[key]))) return;
  const secrets = secretTexts(markPreviewInputs(runtime.registry, resource, inputs));
  const failures = await withRedaction(runtime.configuration, secrets, rpc, () => runCheck(runtime, resource, preview, rpc));
  if (failures.length > 0) throw new InvalidInputsError(failures);
}

function hasPreviewChecks({ configuration }: Runtime, { module }: RegisteredResource): boolean {
  return configuration.complete !== undefined && module.previewChecks?.(configuration.complete) === true;
}

async function runCheck(
  runtime: Runtime,
  resource: RegisteredResource,
  { operation, inputs }: CheckedPreview,
  rpc: RpcContext,
): Promise<Failure[]> {
  const { unreachable } = runtime;
  const known = plainPart(dropInvalid(runtime.registry, resource, inputs));
  const connection = connectionKey(resource, known);
  const logSkipped = (message: string) => rpc.log("warning", `Preview check skipped: ${resource.token}: ${message}`);
  const earlierMessage = unreachable.messageOf(connection);
  if (earlierMessage !== undefined) {
    logSkipped(`the service could not be reached for another resource, and was not contacted again: ${earlierMessage}`);
    return [];
  }
  rpc.limit(limitSeconds, () => new ProviderError("deadline_exceeded", `no result within ${limitSeconds} s`));
  const request = { operation, inputs: known, isUnknown: (key: string) => hasUnknown(inputs[key]) };
  try {
    const failures = await resource.implementation.previewCheck!(request, resourceContext(runtime, resource, known, rpc));
    unreachable.remove(connection);
    return failures.map(({ property, reason }) => ({ property, reason: rpc.redact(reason) }));
  } catch (error) {
    if (hasCode(error, "cancelled")) throw error;
    const { message } = asProviderError(error);
    if (hasCode(error, "unavailable", "deadline_exceeded")) unreachable.add(connection, rpc.redact(message));
    logSkipped(message);
    return [];
  }
}

/** Identifies the service that the check contacts: the module, and the inputs that belong to the connection. */
function connectionKey({ module, traits }: RegisteredResource, known: PlainMap): string {
  return JSON.stringify([module.name, [...traits.local].map((key) => known[key])]);
}
