// List: the objects of a resource type that the service lists. See docs/protocol.md#list.
import type { RpcContext } from "../contract/context";
import { InvalidInputsError, ProviderError } from "../core/errors/errors";
import type { ListedObject } from "../contract/resource";
import { validate } from "../core/validate/validate";
import { truncateFailures } from "../core/validate/value-rules";
import type { ValueMap } from "../core/values/value";
import { hasUnknown, secretTexts, toPlainMap } from "../core/values/value";
import { hideSecrets } from "./redaction";
import { rulesByType } from "./registry";
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

const timeLimitSeconds = 1200;

/** Lists the objects in the order of the service; see {@link Position} for the continuation token. */
export async function* list(runtime: Runtime, request: ListRequest, rpc: RpcContext): AsyncGenerator<ListPart> {
  const { token, query, limit, continuation } = request;
  const { registry, configuration } = runtime;
  const resource = await registry.resource(token);
  if (!resource.implementation.list)
    throw new ProviderError("unimplemented", `List failed: ${token}: this resource type cannot be listed.`);
  if (hasUnknown(query) || configuration.unknownSettings.length > 0) return yield { kind: "computed" };
  const start = positionOf(continuation);
  const options = { schema: registry.schema, rulesOf: rulesByType(resource.module) };
  const validated = validate(resource.spec.listInputs ?? {}, query, options);
  if (validated.failures.length > 0) throw new InvalidInputsError(truncateFailures(validated.failures));
  const inputs = toPlainMap(validated.inputs);
  const redactError = hideSecrets(configuration, secretTexts(validated.inputs), rpc);
  rpc.limit(timeLimitSeconds, () => {
    const message = `List failed: ${token}: time limit of ${timeLimitSeconds} s exceeded. Check the connection and the load of the service.`;
    return new ProviderError("deadline_exceeded", message);
  });
  try {
    const objects = resource.implementation.list(inputs, resourceContext(runtime, resource, inputs, rpc), start.page);
    yield* limitList(objects, { start, limit, signal: rpc.signal });
  } catch (error) {
    throw redactError(error);
  }
}

/** Where a list continues: after this many objects from the beginning of a page, or of the list if the service has no pages. */
interface Position {
  skipped: number;
  page?: string | undefined;
}

/** Reads a continuation token, such as `3` or `3@page`. Fails with `invalid_argument` for a token of another provider. */
function positionOf(continuation: string): Position {
  const [, count, page] = /^(\d{0,15})(?:@(.*))?$/s.exec(continuation) ?? [];
  if (count !== undefined) return { skipped: Number(count), page };
  const advice = "List from the beginning, without a token.";
  throw new ProviderError("invalid_argument", `List failed: the continuation token is not one of this provider. ${advice}`);
}

function tokenOf({ skipped, page }: Position): string {
  return page === undefined ? String(skipped) : `${skipped}@${page}`;
}

interface Limits {
  start: Position;
  limit: number;
  signal: AbortSignal;
}

async function* limitList(objects: AsyncIterable<ListedObject>, { start, limit, signal }: Limits): AsyncGenerator<ListPart> {
  let toSkip = start.skipped;
  let returned = 0;
  let position: Position | undefined;
  for await (const { id, name, page } of objects) {
    if (signal.aborted) throw signal.reason;
    if (page !== position?.page) {
      // Objects to skip that are gone are not skipped on the next page.
      if (position) toSkip = 0;
      position = undefined;
    }
    position ??= { skipped: 0, page };
    if (toSkip > 0) toSkip--;
    else {
      if (limit >= 1 && returned >= limit) return yield { kind: "continuation", token: tokenOf(position) };
      yield { kind: "result", id, name };
      returned++;
    }
    position.skipped++;
  }
}
