// Read (refresh, import, get) and List (protocol 2.14, 2.15, 4.6, 4.8).
import { validate as judge } from "../core/validate";
import type { RpcContext } from "../core/contract";
import { InvalidInputsError, ProviderError } from "../core/errors";
import { truncateFailures } from "../core/value-rules";
import type { ValueMap } from "../core/value";
import { toPlainMap, hasUnknown, secretTexts } from "../core/value";
import { inputsOf, knownPart, reachable, sound } from "./check";
import type { House } from "./house";
import { discreet, guarded } from "./house";
import { contextOf, describedInputs, limitTime, markInputs, markOutputs, outputs, readObject } from "./state";

/** What Read is asked; inputs and state are empty on import. */
export interface ReadRequest {
  type: string;
  id: string;
  inputs: ValueMap;
  state: ValueMap;
  timeout: number;
}

/** The object as it is now. */
export interface ReadAnswer {
  id: string;
  inputs: ValueMap;
  state: ValueMap;
}

/** How an object is now, or nothing when it is gone. Fails with `invalid_argument` on a malformed id. */
export async function read(house: House, request: ReadRequest, call: RpcContext): Promise<ReadAnswer | undefined> {
  const found = await house.resource(request.type);
  const wrong = found.resource.importId?.validate(request.id);
  if (wrong !== undefined) throw new ProviderError("invalid_argument", wrong);
  const given = Object.keys(request.inputs).length > 0 ? request.inputs : inputsOf(found, request.state);
  const user = toPlainMap(reachable(house, found, given));
  const marks = markInputs(house, found, user, given);
  const told = sound(house, found, request.state);
  const last = sound(house, found, given);
  const prior = Object.keys(user).length > 0 ? { inputs: user, state: { ...knownPart(last), ...knownPart(told) } } : undefined;
  limitTime(call, "read", found, { timeout: request.timeout, inputs: user });
  return guarded(house, secretTexts(marks), call, async (quiet) => {
    const now = await readObject(found, request.id, contextOf(house, found, user, quiet), prior);
    if (!now) return undefined;
    const like = { ...request.state, ...marks };
    const inputs = markInputs(house, found, describedInputs(house, found, user, now.state), like);
    const state = markOutputs(house, found, outputs(house, found, user, now.state), { ...like, ...inputs });
    return { id: now.id, inputs, state };
  });
}

/** What List is asked; a limit below 1 means all. */
export interface ListRequest {
  token: string;
  query: ValueMap;
  limit: number;
  continuation: string;
}

/** One part of the stream that List answers. */
export type ListPart = { kind: "computed" } | { kind: "result"; id: string; name: string } | { kind: "continuation"; token: string };

/** All objects of a kind that the service lists, in its order; the continuation token says how many were told before. */
export async function* list(house: House, { token, query, limit, continuation }: ListRequest, call: RpcContext): AsyncGenerator<ListPart> {
  const found = await house.resource(token);
  if (!found.resource.list) throw new ProviderError("unimplemented", `${token} cannot be listed: quartet offers no list of its kind`);
  if (hasUnknown(query)) return yield { kind: "computed" };
  const before = continuation === "" ? 0 : Number(continuation);
  if (!Number.isSafeInteger(before) || before < 0)
    throw new ProviderError("invalid_argument", "the continuation token is not one of this provider");
  const asked = judge(found.spec.listInputs ?? {}, query, { schema: house.schema, rulesOf: house.rulesOf(found.module) });
  if (asked.failures.length > 0) throw new InvalidInputsError(truncateFailures(asked.failures));
  const inputs = toPlainMap(asked.inputs);
  const { quiet, told } = discreet(house, secretTexts(asked.inputs), call);
  try {
    const objects = found.resource.list(inputs, contextOf(house, found, inputs, quiet));
    yield* page(objects, { before, limit, signal: call.signal });
  } catch (error) {
    throw told(error);
  }
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
