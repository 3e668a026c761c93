// The members of errors, which several files of this module read by name. Types only.
import type { RemoteObject } from "../../core/values/records";

/** An error, and each of its causes. */
export type RemoteError = RemoteObject<
  "type" | "reason" | "root_cause" | "caused_by" | "suppressed" | "processor_type" | "processor_tag" | "property_name" | "script_stack"
>;
