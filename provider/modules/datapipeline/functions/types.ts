// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { FunctionInputs, FunctionOutputs, FunctionsOf } from "../../../kit/tables";
import type { PipelineClient } from "../client";

/** The functions of this module. */
export type FunctionName = FunctionsOf<"datapipeline">;
/** The inputs of a function. */
export type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:datapipeline:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:datapipeline:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<PipelineClient, InputsOf<Name>, OutputsOf<Name>>;
