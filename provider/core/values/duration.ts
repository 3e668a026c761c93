// Time limits as users write them: `30s`, `2h45m`, `1.5h`. Pure. See docs/protocol.md#timeouts.

/** Seconds in each unit; longer spellings first, so that `ms` is not read as `m`. */
const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

/** The form of a duration, for messages. */
const durationForm = "numbers with the units ns, us, ms, s, m or h, for example 30s or 2h45m";

/** Returns the seconds of a text such as `1h30m`; undefined for other texts. */
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

/** Returns why the text is not a time limit; undefined for a valid one. */
export function durationViolation(text: unknown): string | undefined {
  const limit = typeof text === "string" ? parseDuration(text) : undefined;
  if (limit === undefined) return `expected a time limit: ${durationForm}`;
  return limit > 0 ? undefined : "expected a time limit longer than 0";
}
