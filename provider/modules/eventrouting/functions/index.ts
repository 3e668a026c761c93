// The functions of the module.
import type { FunctionTable } from "../../../kit/tables";
import type { EventClient } from "../client";
import { lists } from "./lists";
import { policyFunctions } from "./policies";
import { objectFunctions } from "./objects";

/** The functions by name. */
export const functions = { ...lists, ...policyFunctions, ...objectFunctions } satisfies FunctionTable<"eventrouting/v1", EventClient>;
