// Timestamps of the server: milliseconds since 1970, or, in connectors, ISO texts of several spellings. See docs/modules/search.md#getsearchconnector. Pure.
import type { Plain } from "../../core/values/value";

/** Day, time, seconds, fraction, zone; the connector service also writes a space instead of T, and no zone for UTC. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Returns the time as `YYYY-MM-DDTHH:mm:ss.SSSZ`; `undefined` for null, 0 and invalid values. */
export function utcTime(value: Plain | undefined): string | undefined {
  const milliseconds = typeof value === "string" ? parseTime(value) : value;
  const time = new Date(typeof milliseconds === "number" && milliseconds !== 0 ? milliseconds : NaN);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined;
}

/** Returns a number of milliseconds since 1970 in the same form; `undefined` for a value of another type. */
export function timeOf(value: Plain | undefined): string | undefined {
  return typeof value === "number" ? utcTime(value) : undefined;
}

/** Returns such a number in the same form where the server returns -1 or 0 for a time that is not set; `undefined` for these. */
export function timeIfSet(value: Plain | undefined): string | undefined {
  return typeof value === "number" && value > 0 ? utcTime(value) : undefined;
}

function parseTime(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : parseIsoTime(text.trim());
}

function parseIsoTime(text: string): number {
  const [, day, minutes = "00:00", seconds = "00", fraction = "", zone = "Z"] = isoForm.exec(text) ?? [];
  if (day === undefined) return NaN;
  const digits = zone.replace(/[^\d]/g, "").padEnd(4, "0");
  const offset = /z/i.test(zone) ? "Z" : `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
  return Date.parse(`${day}T${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}`);
}
