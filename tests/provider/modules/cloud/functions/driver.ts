// Calls functions in tests: through the whole provider, which includes checks, defaults, echoed inputs and secret marks; or one function alone, without delays.
import { isDeepStrictEqual } from "node:util";
import type { Send } from "../../../../../provider/contract/http";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { cloud } from "../../../../../provider/modules/cloud";
import { samples } from "../../../../samples/cloud/functions";
import type { Exchange } from "../../../../samples/cloud/functions/sample";
import { inContext } from "../../../../support/contexts";
import { functionCaller } from "../../../../support/function-calls";
import { clientOver, success, type ClientOptions } from "../exchange";
import { env, type SentCall } from "../support";

/** All functions of the module that have a sample. */
export const names = [...new Set(samples.map(({ name }) => name))];
/** Returns the first sample of a function. */
export const sampleOf = (name: string) => samples.find((sample) => sample.name === name)!;

/** Calls a function through the whole provider, which is configured by its environment. */
export async function invoked(name: string, inputs: PlainMap, send: Send, more: Readonly<Record<string, string>> = {}) {
  return (await functionCaller("cloud", send, { ...env, ...more }))(name, inputs);
}

/** Returns the result of one function over a send, without delays, checks, defaults and marks. */
export async function lookedUp(name: string, inputs: PlainMap, send: Send, options?: ClientOptions) {
  return (await cloud.functions[name]!.read(inputs, inContext(clientOver(send, options)))) as PlainMap;
}

/** Creates a send that responds by a function of the request and of its number (0, 1, ...). */
export function stubSend(respond: (sent: SentCall, n: number) => PlainMap | Promise<PlainMap>) {
  const calls: SentCall[] = [];
  const send: Send = async ({ headers, body }) => {
    const one = { action: headers["x-tc-action"] ?? "", params: JSON.parse(String(body)) as PlainMap };
    calls.push(one);
    return success(await respond(one, calls.length - 1));
  };
  return { send, calls };
}

/** Creates a send with the responses of a sample; any other request fails the test. */
export function replaying(exchanges: readonly Exchange[]) {
  return stubSend((call) => {
    const found = exchanges.find(({ action, params }) => isDeepStrictEqual({ action, params }, call));
    if (!found) throw new Error(`not in the sample: ${JSON.stringify(call)}`);
    return found.response;
  });
}
