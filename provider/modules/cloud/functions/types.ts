// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { Functions } from "../../../core/gen/types";
import type { FunctionInputs, FunctionOutputs } from "../../../kit/tables";
import type { CloudClient } from "../client";

/** The functions of this module. */
export type FunctionName = keyof Functions extends infer Token ? (Token extends `quartet:cloud:${infer Name}` ? Name : never) : never;
/** The inputs of a function. */
export type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:cloud:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:cloud:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<CloudClient, InputsOf<Name>, OutputsOf<Name>>;
