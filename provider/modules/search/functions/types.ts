// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { FunctionInputs, FunctionOutputs, FunctionsOf } from "../../../kit/tables";
import type { SearchClient } from "../client";

/** The functions of this module that send requests. */
export type FunctionName = Exclude<FunctionsOf<"search">, `getSearchIngestProcessor${string}`>;
/** The inputs of a function. */
export type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:search:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:search:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<SearchClient, InputsOf<Name>, OutputsOf<Name>>;
