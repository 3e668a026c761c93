// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { Functions } from "../../../core/gen/types";
import type { FunctionInputs, FunctionOutputs } from "../../../kit/tables";
import type { EventClient } from "../client";

/** The functions of this module. */
export type FunctionName = keyof Functions extends infer Token
  ? Token extends `quartet:eventrouting/v1:${infer Name}`
    ? Name
    : never
  : never;
/** The inputs of a function. */
type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:eventrouting/v1:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:eventrouting/v1:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<EventClient, InputsOf<Name>, OutputsOf<Name>>;
