// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { FunctionInputs, FunctionOutputs, FunctionsOf } from "../../../kit/tables";
import type { EventClient } from "../client";

/** The functions of this module. */
export type FunctionName = FunctionsOf<"eventrouting/v1">;
/** The inputs of a function. */
type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:eventrouting/v1:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:eventrouting/v1:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<EventClient, InputsOf<Name>, OutputsOf<Name>>;
