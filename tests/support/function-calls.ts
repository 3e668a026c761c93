// Calls of functions through the whole provider, which includes checks, defaults, echoed inputs and secret marks.
import type { Send } from "../../provider/contract/http";
import type { Failure } from "../../provider/core/errors/errors";
import { toPlainMap, type PlainMap, type ValueMap } from "../../provider/core/values/value";
import { ProviderProcess } from "./provider-process";

/** A response of the provider without marks, the failures of its arguments, and the response with marks. */
export interface FunctionResult {
  outputs: PlainMap;
  failures: Failure[];
  marked: ValueMap;
}

/** Configures a provider by its environment, and returns a function that calls the functions of a module. */
export async function functionCaller(module: string, send: Send, env: Readonly<Record<string, string>>) {
  const process = await new ProviderProcess({ send, env }).configure();
  return async (name: string, inputs: object = {}): Promise<FunctionResult> => {
    const { result = {}, failures } = await process.invoke(`quartet:${module}:${name}`, inputs as ValueMap);
    return { outputs: JSON.parse(JSON.stringify(toPlainMap(result))) as PlainMap, failures, marked: result };
  };
}
