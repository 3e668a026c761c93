// Timestamps of the connector API: ISO texts of several spellings, or milliseconds since 1970. See docs/modules/search.md#getsearchconnector. Pure.
import type { Plain } from "../../../core/values/value";

/** Day, time, seconds, fraction, zone; the connector service also writes a space instead of T, and no zone for UTC. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Returns the time as `YYYY-MM-DDTHH:mm:ss.SSSZ`; `undefined` for null, 0 and invalid values. */
export function utcTime(value: Plain | undefined): string | undefined {
  const milliseconds = typeof value === "string" ? parseTime(value) : value;
  const time = new Date(typeof milliseconds === "number" && milliseconds !== 0 ? milliseconds : NaN);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined;
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
