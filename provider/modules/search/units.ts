// Durations and byte sizes as Elasticsearch writes them, such as `30d` and `50gb`. See docs/modules/search.md#durations-and-sizes. Pure.
import type { ValueRule } from "../../contract/rules";
import { equal } from "../../core/json/json";
import type { Plain } from "../../core/values/value";

/** Nanoseconds in each unit of time. */
const times: Readonly<Record<string, number>> = { d: 86_400e9, h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, micros: 1e3, nanos: 1 };
/** Bytes in each unit of size. */
const sizes: Readonly<Record<string, number>> = Object.fromEntries(["b", "kb", "mb", "gb", "tb", "pb"].map((unit, i) => [unit, 1024 ** i]));

const durationForm = /^(\d+)(d|h|m|s|ms|micros|nanos)$/;
const percentForm = /^(\d+(?:\.\d+)?)(%)$/;
const sizeForm = /^(\d+(?:\.\d+)?)(b|k|kb|m|mb|g|gb|t|tb|p|pb)$/;

/** The rule for a duration. `0` needs no unit. */
export const durationRule = {
  pattern: {
    matches: new RegExp(`${durationForm.source}|^0$`),
    reason: "expected a duration: a whole number with the unit d, h, m, s, ms, micros or nanos, for example 30d",
  },
};

/** The rule for a number of bytes. */
export const sizeRule = {
  pattern: {
    matches: new RegExp(`${sizeForm.source}|^0$`, "i"),
    reason: "expected a number of bytes with the unit b, kb, mb, gb, tb or pb, for example 50gb",
  },
};

/** Returns the rule for an optional value: a blank text counts as omitted. */
export function orBlank({ pattern }: Required<Pick<ValueRule, "pattern">>): ValueRule {
  const { source, flags } = pattern.matches;
  return { pattern: { ...pattern, matches: new RegExp(`${source}|^$`, flags) } };
}

/** Returns a duration in nanoseconds; undefined for a value of another form. */
export function nanosecondsOf(value: Plain | undefined): number | undefined {
  return amountOf(value, durationForm, times);
}

/** Returns whether two durations are equal: `1d` is `24h`. Values of another form are compared as they are. */
export function equalDurations(left: Plain, right: Plain): boolean {
  return equalAmounts(left, right, nanosecondsOf);
}

/** Returns whether two sizes are equal: `1gb` is `1024mb`. Values of another form are compared as they are. */
export function equalSizes(left: Plain, right: Plain): boolean {
  return equalAmounts(left, right, (value) => amountOf(value, sizeForm, sizes));
}

/** Returns whether two values of a setting are equal, whatever its type: durations, sizes and percentages by value. */
export function equalSettingTexts(left: string, right: string): boolean {
  return equalDurations(left, right) || equalSizes(left, right) || equalAmounts(left, right, percentOf);
}

function percentOf(value: Plain): number | undefined {
  return amountOf(value, percentForm, { "%": 1 });
}

function equalAmounts(left: Plain, right: Plain, amount: (value: Plain) => number | undefined): boolean {
  const expected = amount(left);
  return expected === undefined ? equal(left, right) : expected === amount(right);
}

/** The server reads `+07 D` as `7d`. */
function amountOf(value: Plain | undefined, form: RegExp, units: Readonly<Record<string, number>>): number | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/\s/g, "").toLowerCase().replace(/^\+/, "");
  if (/^0+$/.test(text)) return 0;
  const [, count, unit = ""] = form.exec(text) ?? [];
  const factor = units[unit] ?? units[`${unit}b`];
  return factor === undefined ? undefined : Number(count) * factor;
}
