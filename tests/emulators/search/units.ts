/** Times and sizes as the server writes them: `5s`, `1.5h`, `2gb`. */
import { illegal } from "./errors";

const MILLIS: Readonly<Record<string, number>> = { nanos: 1e-6, micros: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What Java reads as a fraction, the letters of its own literals included. */
const FRACTION = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?[df]?$/;

/**
 * Reads a time value and returns it as the server does (unit in small letters, no blank).
 * `0` and `-1` need no unit. `name` is the setting that the error text names.
 */
export const timeValue = (name: string, value: string): string => {
  const normal = value.toLowerCase().trim();
  // Capital M would mean months, so the unit of minutes alone is taken by its case.
  const unit = Object.keys(MILLIS).find((candidate) => (candidate === "m" ? value.trim() : normal).endsWith(candidate));
  const rejected = (why: string) => illegal(`failed to parse setting [${name}] with value [${value}] as a time value: ${why}`);
  if (!unit) {
    if (/^(-0*1|0+)$/.test(normal)) return normal.startsWith("-") ? "-1" : "0ms";
    throw rejected("unit is missing or unrecognized");
  }
  const count = normal.slice(0, -unit.length).trim();
  if (/^[+-]?\d+$/.test(count)) {
    if (Number(count) < -1) throw rejected("negative durations are not supported");
    return Number(count) === -1 ? "-1" : `${Math.abs(Number(count))}${unit}`;
  }
  const causedBy = { type: "number_format_exception", reason: `For input string: "${count}"` };
  throw illegal(`failed to parse [${value}]${FRACTION.test(count) ? ", fractional time values are not supported" : ""}`, causedBy);
};

/** The milliseconds of a time value; 0 for what is none. */
export const millis = (time: unknown): number => {
  const [, count = "0", unit = "ms"] = /^(\d+)([a-z]*)$/.exec(String(time)) ?? [];
  return Number(count) * (MILLIS[unit || "ms"] ?? 0);
};

const isByteSize = (value: string) => /^(-1|0|\d+(\.\d+)?\s*(b|k|kb|m|mb|g|gb|t|tb|p|pb))$/i.test(value.trim());

/** What is wrong with a size: a number with a unit of bytes, or 0 or -1 alone. */
export const sizeProblem = (key: string, value: string): string | undefined =>
  isByteSize(value)
    ? undefined
    : `failed to parse setting [${key}] with value [${value}] as a size in bytes: unit is missing or unrecognized`;
