// What snapshots, and what policies take, have to satisfy. See docs/modules/search-access.md#snapshot-lifecycle-policies. Pure.
import { contentOf } from "../../json/fields";

const maximumMetadataBytes = 1024;

/** The rule for the metadata of a snapshot. */
export const snapshotMetadataRule = { json: "object", test: sizeViolation } as const;

function sizeViolation(value: unknown): string | undefined {
  const size = Buffer.byteLength(JSON.stringify(contentOf(String(value))));
  return size < maximumMetadataBytes ? undefined : `must have less than ${maximumMetadataBytes} bytes; got ${size}`;
}
