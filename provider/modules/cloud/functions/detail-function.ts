// The builder of functions that return one remote record, or several, with one request.
import { isObject } from "../../../core/json/json";
import type { Rules } from "../../../contract/rules";
import type { PlainMap } from "../../../core/values/value";
import type { CloudClient } from "../client";
import type { RemoteNames } from "../mapping";
import { cloudFunction, type FunctionResult, type KeyOf } from "./cloud-function";
import { limitedAttempts, nonEmpty, queryParams } from "./requests";
import type { FunctionName, InputsOf, ModuleFunction } from "./types";

/** What `result` may use besides the response. */
interface DetailRequest {
  inputs: PlainMap;
  /** The parameters as they were sent. */
  params: PlainMap;
  client: CloudClient;
}

/** A request without pages. */
interface DetailDefinition<Name extends FunctionName> {
  action: string;
  /** Required texts. */
  required?: readonly KeyOf<InputsOf<Name>>[];
  /** Inputs that are sent as parameters, in this order. */
  send: readonly KeyOf<InputsOf<Name>>[];
  /** Remote names of parameters that are exceptions to the rule. */
  names?: RemoteNames;
  rules?: Rules;
  /** Converts the response; null is an empty record. */
  result(record: PlainMap, request: DetailRequest): FunctionResult;
}

/** Creates a function that sends one request. */
export function detailFunction<Name extends FunctionName>(name: Name, definition: DetailDefinition<Name>): ModuleFunction<Name> {
  const { action, required = [], send, names } = definition;
  return cloudFunction(name, {
    rules: definition.rules ?? nonEmpty(...required),
    async read(typed, client) {
      const inputs: PlainMap = typed;
      const params = queryParams(inputs, send, names);
      const record = await client.read(action, params, limitedAttempts);
      return definition.result(isObject(record) ? record : {}, { inputs, params, client });
    },
  });
}
