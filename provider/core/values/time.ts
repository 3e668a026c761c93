// Times that programs give as texts. Pure.

/** Returns whether a text of the form `YYYY-MM-DDTHH:MM:SSZ`, with or without a fraction, is a time of the calendar. `Date` also accepts February 30 and 24:00. */
export function isCalendarTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
}
