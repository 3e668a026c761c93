/** What the service makes up: times with nanoseconds, uids, etags and ids; the same in every run of a test. */
import { createHash } from "node:crypto";

/** Gives out marks; each is other than all before. */
export interface Marks {
  now: () => Date;
  /** The time of now in RFC 3339, UTC, nine fractional digits; later than any before while the clock goes on. */
  stamp(): string;
  /** A UUID. */
  uid(): string;
  /** An etag of a thing, with the quotes that belong to it. */
  etag(): string;
  /** So many hexadecimal digits (at most 64). */
  hex(digits: number): string;
  /** Letters and digits of a secret (at most 43). */
  secret(length: number): string;
}

/** Marks by a clock. */
export const createMarks = (now: () => Date): Marks => {
  let count = 0;
  const digest = (): Buffer => {
    count += 1;
    return createHash("sha256").update(`mark ${count}`).digest();
  };
  const hex = (digits: number): string => digest().toString("hex").slice(0, digits);
  const secret = (length: number): string => digest().toString("base64url").replaceAll(/[-_]/g, "x").slice(0, length);
  return {
    now,
    hex,
    secret,
    stamp() {
      count += 1;
      const nanos = String((count * 2 + 1) % 1_000_000).padStart(6, "0"); // odd: printed with all nine digits
      return now().toISOString().replace("Z", `${nanos}Z`);
    },
    uid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5"),
    etag: () => `"1-${secret(22)}"`,
  };
};
