// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { FunctionInputs, FunctionOutputs, FunctionsOf } from "../../../kit/tables";
import type { CloudClient } from "../client";

/** The functions of this module. */
export type FunctionName = FunctionsOf<"cloud">;
/** The inputs of a function. */
export type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:cloud:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:cloud:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<CloudClient, InputsOf<Name>, OutputsOf<Name>>;
