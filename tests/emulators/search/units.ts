/** Times and sizes as the server writes them: `5s`, `1.5h`, `2gb`. */
import type { Cause } from "./errors";
import { SearchFailure } from "./errors";

const TIMES = ["nanos", "micros", "ms", "s", "m", "h", "d"] as const;

/** What Java reads as a fraction, the letters of its own literals included. */
const FRACTION = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?[df]?$/;

const rejectWith = (reason: string, causedBy?: Cause): SearchFailure =>
  new SearchFailure(400, { type: "illegal_argument_exception", reason, causedBy });

/**
 * Reads a time value and returns it as the server does (unit in small letters, no blank).
 * `0` and `-1` need no unit. `name` is the setting that the error text names.
 */
export const timeValue = (name: string, value: string): string => {
  const normal = value.toLowerCase().trim();
  // Capital M would mean months, so the unit of minutes alone is taken by its case.
  const unit = TIMES.find((candidate) => (candidate === "m" ? value.trim() : normal).endsWith(candidate));
  const bare = (why: string): SearchFailure =>
    rejectWith(`failed to parse setting [${name}] with value [${value}] as a time value: ${why}`);
  if (!unit) {
    if (/^(-0*1|0+)$/.test(normal)) return normal.startsWith("-") ? "-1" : "0ms";
    throw bare("unit is missing or unrecognized");
  }
  const count = normal.slice(0, -unit.length).trim();
  if (/^[+-]?\d+$/.test(count)) {
    if (Number(count) < -1) throw bare("negative durations are not supported");
    return Number(count) === -1 ? "-1" : `${Math.abs(Number(count))}${unit}`;
  }
  const causedBy = { type: "number_format_exception", reason: `For input string: "${count}"` };
  throw rejectWith(`failed to parse [${value}]${FRACTION.test(count) ? ", fractional time values are not supported" : ""}`, causedBy);
};

/** Whether a text is a size: a number with a unit of bytes, or 0 or -1 alone. */
export const isByteSize = (value: string): boolean => /^(-1|0|\d+(\.\d+)?\s*(b|k|kb|m|mb|g|gb|t|tb|p|pb))$/i.test(value.trim());
