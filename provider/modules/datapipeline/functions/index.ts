// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { PipelineClient } from "../client";
import { details } from "./details";
import { lists } from "./lists";

/** The functions by name. */
export const functions = { ...lists, ...details } satisfies FunctionTable<"datapipeline", PipelineClient>;
