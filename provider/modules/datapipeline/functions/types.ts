// The types of the functions of this module, by name. Types only.
import type { ProviderFunction } from "../../../contract/function";
import type { Functions } from "../../../core/gen/types";
import type { FunctionInputs, FunctionOutputs } from "../../../kit/tables";
import type { PipelineClient } from "../client";

/** The functions of this module. */
export type FunctionName = keyof Functions extends infer Token
  ? Token extends `quartet:datapipeline:${infer Name}`
    ? Name
    : never
  : never;
/** The inputs of a function. */
export type InputsOf<Name extends FunctionName> = FunctionInputs<`quartet:datapipeline:${Name}`>;
/** The outputs of a function. */
export type OutputsOf<Name extends FunctionName> = FunctionOutputs<`quartet:datapipeline:${Name}`>;
/** A function of this module. */
export type ModuleFunction<Name extends FunctionName> = ProviderFunction<PipelineClient, InputsOf<Name>, OutputsOf<Name>>;
