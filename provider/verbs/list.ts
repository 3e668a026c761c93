// List: the objects of a resource type that the service lists. See docs/protocol.md#list.
import type { RpcContext } from "../core/contract";
import { InvalidInputsError, ProviderError } from "../core/errors";
import { validate } from "../core/validate";
import { truncateFailures } from "../core/value-rules";
import type { ValueMap } from "../core/value";
import { hasUnknown, secretTexts, toPlainMap } from "../core/value";
import { redactedContext } from "./redaction";
import { typeRules } from "./registry";
import { resourceContext } from "./resource-calls";
import type { Runtime } from "./runtime";

/** What to list; a limit below 1 means all. */
export interface ListRequest {
  token: string;
  query: ValueMap;
  limit: number;
  continuation: string;
}

/** One part of the stream of responses. */
export type ListPart = { kind: "computed" } | { kind: "result"; id: string; name: string } | { kind: "continuation"; token: string };

/** Lists the objects in the order of the service; the continuation token is the number of objects returned before. */
export async function* list(runtime: Runtime, request: ListRequest, rpc: RpcContext): AsyncGenerator<ListPart> {
  const { token, query, limit, continuation } = request;
  const { registry, configuration } = runtime;
  const resource = await registry.resource(token);
  if (!resource.resource.list) throw new ProviderError("unimplemented", `List failed: ${token}: this resource type cannot be listed.`);
  if (hasUnknown(query) || configuration.unknownSettings.length > 0) return yield { kind: "computed" };
  const before = objectsBefore(continuation);
  const options = { schema: registry.schema, rulesOf: typeRules(resource.module) };
  const validated = validate(resource.spec.listInputs ?? {}, query, options);
  if (validated.failures.length > 0) throw new InvalidInputsError(truncateFailures(validated.failures));
  const inputs = toPlainMap(validated.inputs);
  const redacted = redactedContext(configuration, secretTexts(validated.inputs), rpc);
  try {
    const objects = resource.resource.list(inputs, resourceContext(runtime, resource, inputs, redacted.context));
    yield* page(objects, { before, limit, signal: redacted.context.signal });
  } catch (error) {
    throw redacted.redactError(error);
  }
}

/** Returns the number of objects that earlier calls returned. Fails with `invalid_argument` for a token of another provider. */
function objectsBefore(continuation: string): number {
  if (/^\d{0,15}$/.test(continuation)) return Number(continuation);
  const advice = "List from the beginning, without a token.";
  throw new ProviderError("invalid_argument", `List failed: the continuation token is not one of this provider. ${advice}`);
}

interface Page {
  before: number;
  limit: number;
  signal: AbortSignal;
}

async function* page(objects: AsyncIterable<{ id: string; name: string }>, { before, limit, signal }: Page): AsyncGenerator<ListPart> {
  let count = 0;
  for await (const { id, name } of objects) {
    if (signal.aborted) throw signal.reason;
    if (count >= before) {
      if (limit >= 1 && count - before >= limit) return yield { kind: "continuation", token: String(count) };
      yield { kind: "result", id, name };
    }
    count++;
  }
}
