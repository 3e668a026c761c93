// Semantic equality of values: references, filters, content types, and the parts of IAM policies. See docs/modules/eventrouting.md#resources. Pure.
import { canonical, isObject } from "../../core/json/json";
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

/** Returns whether two lists of filters are equal in any order; an empty operator counts as absent. */
export function equalFilters(left: Plain, right: Plain): boolean {
  const [first, second] = [left, right].map((list) => (Array.isArray(list) ? list.map(canonicalFilter).sort() : undefined));
  return first !== undefined && second !== undefined && first.join("\n") === second.join("\n");
}

function canonicalFilter(filter: Plain): string {
  if (!isObject(filter)) return canonical(filter);
  const { operator, ...rest } = filter;
  const kept: PlainMap = operator === undefined || operator === "" ? rest : { ...rest, operator };
  return canonical(kept);
}

/** The content type of the service for an absent or empty one. */
export const defaultContentType = "application/json";

/** Returns whether two content types are equal; an empty one equals the default. */
export function equalContentTypes(left: Plain, right: Plain): boolean {
  return (left || defaultContentType) === (right || defaultContentType);
}

/** Returns whether two lists of bindings are equal in normal form. */
export function equalBindings(left: Plain, right: Plain): boolean {
  const [first, second] = [left, right].map((list) => canonical(normalizeBindings(policyIn({ bindings: list }).bindings)));
  return first === second;
}

/** Returns whether two lists of members are equal in normal form. */
export function equalMemberLists(left: Plain, right: Plain): boolean {
  const [first, second] = [left, right].map((list) =>
    Array.isArray(list) ? [...new Set(list.map((each) => memberForm(String(each))))].sort().join("\n") : undefined,
  );
  return first !== undefined && first === second;
}

/** Returns whether two members are equal in normal form. */
export function equalIamMembers(left: Plain, right: Plain): boolean {
  return typeof left === "string" && typeof right === "string" && memberForm(left) === memberForm(right);
}

/** Returns whether two conditions are equal in normal form. */
export function equalConditions(left: Plain, right: Plain): boolean {
  return isObject(left) && isObject(right) && canonical({ ...conditionIn(left) }) === canonical({ ...conditionIn(right) });
}

/** Returns whether two lists of audit settings are equal: services, kinds of log and exempted members in any order. */
export function equalAuditConfigs(left: Plain, right: Plain): boolean {
  const [first, second] = [left, right].map((list) => canonicalList(list, auditForm));
  return first !== undefined && first === second;
}

const auditForm = ({ service, auditLogConfigs }: PlainMap): Plain => [service ?? "", canonicalList(auditLogConfigs, logForm) ?? ""];
const logForm = ({ logType, exemptedMembers }: PlainMap): Plain => [
  logType ?? "",
  ...(Array.isArray(exemptedMembers) ? exemptedMembers.map((each) => memberForm(String(each))).sort() : []),
];

function canonicalList(list: Plain | undefined, form: (item: PlainMap) => Plain): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const all = list.filter(isObject).map((item) => canonical(form(item)));
  return all.sort().join("\n");
}
