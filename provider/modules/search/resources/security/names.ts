// Names of the objects of security, which the server reads as lists and patterns in a path. See docs/modules/search-access.md#names. Pure.
import type { ValueRule } from "../../../../contract/rules";
import { objectIdViolation, objectNameRule } from "../ids";

/** The rule for a name of at most so many characters. */
export function securityNameRule(maxLength: number): ValueRule {
  return { ...objectNameRule, maxLength, test: (value) => (value === "_all" ? allNames : undefined) };
}

const allNames = "must not be _all, which Elasticsearch reads as all names";

/** Returns why an ID cannot be used for import or get. */
export function securityIdViolation(id: string): string | undefined {
  return /(^|\/)_all$/.test(id)
    ? `Invalid import ID "${id}": Elasticsearch reads _all as all names. Use the name of one object.`
    : objectIdViolation(id);
}
