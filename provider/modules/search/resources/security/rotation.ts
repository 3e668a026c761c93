// Secrets that the server generates, and that are replaced by trigger or age. See docs/modules/search-access.md#rotation. Pure.
import type { NormalizeOptions } from "../../../../contract/context";
import type { PropertyTraits } from "../../../../contract/properties";
import type { ObjectTest } from "../../../../contract/rules";
import type { Failure } from "../../../../core/errors/errors";
import { isCalendarTime } from "../../../../core/values/time";
import type { Plain } from "../../../../core/values/value";
import { durationRule, equalDurations, nanosecondsOf } from "../../units";

/** The inputs of a kind whose secret rotates. */
interface Rotation {
  rotateAfter?: string;
  issuedAt?: string;
}

const hour = 3600e9;
const toleranceMs = 5 * 60_000;

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** The traits of the inputs that control the rotation. */
export const rotationTraits = {
  triggers: { local: true },
  rotateAfter: { validate: { ...durationRule, test: shortAgeViolation }, equals: equalDurations, local: true },
  issuedAt: { validate: { test: timeViolation }, equals: equalTimes, local: true, generated: true, requiresReplaceIf: isOtherTime },
} satisfies Record<string, PropertyTraits>;

function timeViolation(value: unknown): string | undefined {
  const text = String(value);
  return timeForm.test(text) && isCalendarTime(text) ? undefined : "expected a time in UTC, such as 2026-01-31T12:00:00Z";
}

function shortAgeViolation(value: unknown): string | undefined {
  return (nanosecondsOf(String(value)) ?? hour) < hour ? "must be at least 1h" : undefined;
}

/** Direct callers of Diff may pass values of any type. */
const milliseconds = (value: Plain): number => (typeof value === "string" ? Date.parse(value) : NaN);

function equalTimes(left: Plain, right: Plain): boolean {
  return milliseconds(left) === milliseconds(right);
}

/** The first time is set without a replacement, and its removal ends the rotation. */
function isOtherTime(prior: Plain | undefined, next: Plain | undefined): boolean {
  return prior !== undefined && next !== undefined && !equalTimes(prior, next);
}

/** The rules of the rotation. */
export const rotationTest: ObjectTest = ({ rotateAfter, issuedAt, expiration, overlap }) => {
  const age = durationOf(rotateAfter);
  const life = durationOf(expiration);
  return violationsOf([
    ["rotateAfter", age >= life, "must be shorter than expiration, else the key expires before it is replaced"],
    ["issuedAt", issuedAt !== undefined && rotateAfter === undefined, "requires rotateAfter. Set rotateAfter, or remove issuedAt."],
    ["overlap", durationOf(overlap) > life, "must not be longer than expiration"],
  ]);
};

/** Returns the failures of the violated rules. */
export function violationsOf(rules: readonly [property: string, isViolated: boolean, reason: string][]): Failure[] {
  return rules.filter(([, isViolated]) => isViolated).map(([property, , reason]) => ({ property, reason }));
}

/** An absent value is between all durations: neither shorter nor longer. */
function durationOf(value: unknown): number {
  return typeof value === "string" ? (nanosecondsOf(value) ?? NaN) : NaN;
}

/**
 * Returns the time from which `rotateAfter` counts: that of the program; else that of the old inputs; else, and once the secret is due, the time of the request.
 * In Check, because Diff compares inputs, and a refresh must not report a due rotation as drift.
 */
export function issueTime(
  { rotateAfter, issuedAt }: Rotation,
  { olds, now, isUnknown, isGiven }: NormalizeOptions,
): { inputs?: { issuedAt: string }; failures?: Failure[] } {
  if (issuedAt !== undefined) {
    const isFuture = Date.parse(issuedAt) > now + toleranceMs;
    return isFuture
      ? { failures: [{ property: "issuedAt", reason: "must not be in the future. Use the present, or remove issuedAt." }] }
      : {};
  }
  if (isUnknown("issuedAt") || !isGiven("rotateAfter")) return {};
  const { issuedAt: old } = olds;
  const isDue = typeof old !== "string" || Date.parse(old) + durationOf(rotateAfter) / 1e6 <= now;
  return { inputs: { issuedAt: isDue ? new Date(Math.floor(now / 1000) * 1000).toISOString() : old } };
}
