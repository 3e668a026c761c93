// Semantic equality of values: references, filters, content types, and the parts of IAM policies. See docs/modules/eventrouting.md#resources. Pure.
import type { Equality } from "../../contract/properties";
import { canonical, isObject } from "../../core/json/json";
import { isBlank, rowsOf } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { isSameObject } from "./ids";
import { conditionIn, memberForm, normalizeBindings, policyIn } from "./policies";

/**
 * Returns whether a declared reference is the object of an older one: the last part alone matches it in any location. See docs/modules/eventrouting.md#resources. A
 * full name differs from an older last part alone: it may be in another project or region.
 */
export function equalDeclaredReferences(old: unknown, given: unknown): boolean {
  if (typeof old !== "string" || typeof given !== "string") return false;
  if (old === given) return true;
  if (!given.includes("/")) return old.slice(old.lastIndexOf("/") + 1) === given;
  return isSameObject(old, given);
}

/** Returns whether two references can be the same object, with either of them short: the service may shorten a given name. */
export function equalReferences(left: unknown, right: unknown): boolean {
  return equalDeclaredReferences(left, right) || equalDeclaredReferences(right, left);
}

/** Returns an equality of values with the same normal form; a value without one equals none. */
function equalBy(formOf: (value: Plain) => string | undefined): Equality {
  return (left, right) => {
    const form = formOf(left);
    return form !== undefined && form === formOf(right);
  };
}

/** Returns whether two lists of filters are equal in any order; an empty operator counts as absent. */
export const equalFilters = equalBy((filters) =>
  canonicalList(filters, ({ operator, ...rest }) => (isBlank(operator) ? rest : { ...rest, operator })),
);

/** The content type of the service for an absent or empty one. */
export const defaultContentType = "application/json";

/** Returns whether two content types are equal; an empty one equals the default. */
export function equalContentTypes(left: Plain, right: Plain): boolean {
  return (left || defaultContentType) === (right || defaultContentType);
}

/** Returns whether two lists of bindings are equal in normal form. */
export const equalBindings = equalBy((bindings) => canonical(normalizeBindings(policyIn({ bindings }).bindings)));

/** Returns whether two lists of members are equal in normal form. */
export const equalMemberLists = equalBy((list) =>
  Array.isArray(list) ? [...new Set(list.map((each) => memberForm(String(each))))].sort().join("\n") : undefined,
);

/** Returns whether two members are equal in normal form. */
export const equalIamMembers = equalBy((member) => (typeof member === "string" ? memberForm(member) : undefined));

/** Returns whether two conditions are equal in normal form. */
export const equalConditions = equalBy((condition) => (isObject(condition) ? canonical({ ...conditionIn(condition) }) : undefined));

/** Returns whether two lists of audit settings are equal: services, kinds of log and exempted members in any order. */
export const equalAuditConfigs = equalBy((list) =>
  canonicalList(list, ({ service, auditLogConfigs }) => [service ?? "", canonicalList(auditLogConfigs, logForm) ?? ""]),
);

const logForm = ({ logType, exemptedMembers }: PlainMap): Plain => [
  logType ?? "",
  ...(Array.isArray(exemptedMembers) ? exemptedMembers.map((each) => memberForm(String(each))).sort() : []),
];

function canonicalList(list: Plain | undefined, form: (item: PlainMap) => Plain): string | undefined {
  return Array.isArray(list)
    ? rowsOf(list)
        .map((item) => canonical(form(item)))
        .sort()
        .join("\n")
    : undefined;
}
