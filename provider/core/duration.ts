// Time limits as users write them: `30s`, `2h45m`, `1.5h`. Pure. Law: search.md section 11.

/** Seconds in each unit; longer spellings first, so that `ms` is not read as `m`. */
const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

/** What a duration looks like, for messages. */
export const durationForm = "numbers with the units ns, us, ms, s, m or h, for example 30s or 2h45m";

/** The seconds that a text such as `1h30m` means, or nothing when it is no duration. */
export function parseDuration(text: string): number | undefined {
  let sum = 0;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (!match) return undefined;
    sum += Number(match[1]) * units[match[2]!]!;
  }
  return text === "" ? undefined : sum;
}

/** What is wrong with a text that should be a time limit, or nothing. */
export function durationViolation(text: unknown): string | undefined {
  const limit = typeof text === "string" ? parseDuration(text) : undefined;
  if (limit === undefined) return `not a time limit; expected ${durationForm}`;
  return limit > 0 ? undefined : "a time limit must be longer than 0";
}
