/** What the service makes up: times with nanoseconds, uids, etags and ids; the same in every run of a test. */
import { createHash } from "node:crypto";

/** Creates the source of marks, each of which is other than all before. */
export const createMarks = (now: () => Date) => {
  let count = 0;
  const digest = (): Buffer => {
    count += 1;
    return createHash("sha256").update(`mark ${count}`).digest();
  };
  /** So many hexadecimal digits (at most 64). */
  const hex = (digits: number) => digest().toString("hex").slice(0, digits);
  /** Letters and digits of a secret (at most 43). */
  const secret = (length: number) => digest().toString("base64url").replaceAll(/[-_]/g, "x").slice(0, length);
  return {
    now,
    hex,
    secret,
    /** The time of now in RFC 3339, UTC, nine fractional digits; later than any before while the clock goes on. */
    stamp() {
      count += 1;
      const nanos = String((count * 2 + 1) % 1_000_000).padStart(6, "0"); // odd: printed with all nine digits
      return now().toISOString().replace("Z", `${nanos}Z`);
    },
    /** A UUID. */
    uid: () => hex(32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5"),
    /** An etag of a thing, with the quotes that belong to it. */
    etag: () => `"1-${secret(22)}"`,
  };
};

export type Marks = ReturnType<typeof createMarks>;
