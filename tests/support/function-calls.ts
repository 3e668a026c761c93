// Calls of functions through the whole provider, which includes checks, defaults, echoed inputs and secret marks.
import type { RpcContext } from "../../provider/contract/context";
import type { Send } from "../../provider/contract/http";
import type { Failure } from "../../provider/core/errors/errors";
import { toPlainMap, type PlainMap, type ValueMap } from "../../provider/core/values/value";
import { modules } from "../../provider/modules";
import { fromJson } from "../../provider/plugin/codec";
import { createProvider } from "../../provider/provider";
import { operation, schema } from "./in-process";

/** A response of the provider without marks, the failures of its arguments, and the response with marks. */
export interface FunctionResult {
  outputs: PlainMap;
  failures: Failure[];
  marked: ValueMap;
}

/** Configures a provider by its environment, and returns a function that calls the functions of a module. */
export async function functionCaller(module: string, send: Send, env: Readonly<Record<string, string>>) {
  const provider = createProvider({ schema, modules, send, env, fromJson });
  await provider.configure({});
  const about = operation();
  const call: RpcContext = { ...about, limit: () => undefined, secondsLeft: () => Infinity, detached: () => about, hasWritten: false };
  return async (name: string, inputs: object = {}): Promise<FunctionResult> => {
    const request = { token: `quartet:${module}:${name}`, args: inputs as ValueMap, preview: false };
    const { result = {}, failures } = await provider.invoke(request, call);
    return { outputs: JSON.parse(JSON.stringify(toPlainMap(result))) as PlainMap, failures, marked: result };
  };
}
