// What snapshots, and what policies take, have to satisfy. See docs/modules/search-access.md#single-snapshots. Pure.
import type { ValueRule } from "../../../../contract/rules";
import { contentOf } from "../../json/fields";

const maximumMetadataBytes = 1024;

/** The rule for the metadata of a snapshot. */
export const snapshotMetadataRule = { json: "object", test: sizeViolation } as const;

/** The rule for the name of a snapshot. */
export const snapshotNameRule: ValueRule = {
  pattern: {
    matches: /^[^\s,"*\\<>|?/#A-Z_-][^\s,"*\\<>|?/#A-Z]*$/,
    reason: 'must be in lower case, and must not begin with _ or - or contain whitespace, comma, " * \\ < > | ? / or #',
  },
};

/** The rule for names and patterns of indices. */
export const indexPatternRule: ValueRule = { minLength: 1 };

function sizeViolation(value: unknown): string | undefined {
  const size = Buffer.byteLength(JSON.stringify(contentOf(String(value))));
  return size < maximumMetadataBytes ? undefined : `must have less than ${maximumMetadataBytes} bytes; got ${size}`;
}
