// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { CloudClient } from "../client";
import { details } from "./details";
import { lists } from "./lists";
import { throttlingFunctions } from "./throttling";

/** The functions by name. */
export const functions = { ...lists, ...details, ...throttlingFunctions } satisfies FunctionTable<"cloud", CloudClient>;
