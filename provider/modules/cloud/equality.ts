// Semantic equality of values that are written differently. Pure. See docs/modules/cloud.md#equality.
import { canonical, isObject } from "../../core/json/json";
import type { Plain } from "../../core/values/value";

/** Compares lists whose order has no meaning, in linear time. Null, empty and zero members of their objects count as absent. */
export function equalSets(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  const counts = new Map<string, number>();
  for (const item of left) {
    const key = canonical(withoutEmpty(item));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return right.every((item) => {
    const key = canonical(withoutEmpty(item));
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  });
}

/** Compares values without their null, empty and zero members. */
export function equalNonEmptyMembers(left: Plain, right: Plain): boolean {
  return canonical(withoutEmpty(left)) === canonical(withoutEmpty(right));
}

/** Compares words without regard to letter case, and to hyphen or underscore. */
export function equalWords(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((word) => (typeof word === "string" ? word.toLowerCase().replaceAll("_", "-") : undefined));
  return one !== undefined && one === other;
}

/** Compares texts by line, without blanks around a line and without empty lines at both ends. */
export function equalLines(left: Plain, right: Plain): boolean {
  const [one, other] = [left, right].map((text) => (typeof text === "string" ? linesOf(text).join("\n") : undefined));
  return one !== undefined && one === other;
}

/** Returns the lines of a text without the blanks around them, and without empty lines at both ends. */
export function linesOf(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split("\n").map((line) => line.trim());
}

/** Compares limits; -1 (no limit) is reported as 5000. See docs/modules/cloud.md#environment-limits. */
export function equalLimits(left: Plain, right: Plain): boolean {
  const [one, other] = [left, right].map((limit) => (limit === -1 ? 5000 : limit));
  return typeof one === "number" && one === other;
}

/** Compares domain names, which are case-insensitive. */
export function equalDomainNames(left: Plain, right: Plain): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Compares health checks. A disabled one equals an absent one: the service cannot remove it. */
export function equalHealthChecks(left: Plain, right: Plain): boolean {
  return (isCheckDisabled(left) && isCheckDisabled(right)) || equalNonEmptyMembers(left, right);
}

/** Returns whether both checks are disabled: the other members have no effect then. */
function isCheckDisabled(check: Plain): boolean {
  return isObject(check) && check.enableActiveCheck !== true && check.enablePassiveCheck !== true;
}

function withoutEmpty(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Plain] => [key, withoutEmpty(member)]);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** Returns whether a value means the same as its absence: null, false, 0, an empty text or list, an object of such members. */
export function isEmpty(value: Plain | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty);
}
