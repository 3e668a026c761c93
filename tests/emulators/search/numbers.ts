/** Numbers that keep all their digits from the request to the response, as those of the real server do. */

/** A number that a double may not hold, exactly as it was written. The index signature makes it a JSON value for the compiler. */
export class LongNumber {
  [member: string]: string;
  constructor(readonly text: string) {}
}

/** Whether a double could lose digits of the number. */
export const isLong = (text: string): boolean =>
  text.length > 15 || !Number.isFinite(Number(text)) || (Number(text) === 0 && /[1-9].*e/i.test(text));

/** The JSON text of a value; long numbers as they were written. `JSON.stringify` has no way to do that. */
export const written = (value: unknown): string => {
  if (value instanceof LongNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => written(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(",")}}`;
};
