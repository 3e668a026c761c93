// Maps errors to gRPC statuses, and partial state to error details in the trailers. Pure. See docs/protocol.md#error-details.
import { Metadata } from "@grpc/grpc-js/build/src/metadata";
import type { ErrorCode } from "../core/errors/errors";
import { asProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { mapMembers, type ValueMap } from "../core/values/value";
import { encodeKnown } from "./codec";
import { Status } from "./gen/engine";
import { ErrorResourceInitFailed } from "./gen/provider";

/** The numbers of the gRPC codes. */
const codes: Record<ErrorCode, number> = {
  cancelled: 1,
  invalid_argument: 3,
  deadline_exceeded: 4,
  not_found: 5,
  already_exists: 6,
  permission_denied: 7,
  resource_exhausted: 8,
  failed_precondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
};

/** The error of a gRPC handler. */
interface StatusError {
  code: number;
  details: string;
  metadata?: Metadata;
}

/** The maximum length of a message in bytes: some clients hang on trailers of 64 KiB, and each byte may take three there. See docs/protocol.md#status-codes. */
const maximumBytes = 16_000;
const detailsKey = "grpc-status-details-bin";

/** Returns the status of any thrown value. */
export function toStatus(thrown: unknown): StatusError {
  const error = asProviderError(thrown instanceof ResourceInitFailedError ? thrown.cause : thrown);
  const code = codes[error.code];
  if (!(thrown instanceof ResourceInitFailedError)) return { code, details: sanitizeForTerminal(error.message) };
  const details = sanitizeForTerminal(thrown.message);
  return { code, details, metadata: failureMetadata(code, details, thrown) };
}

/** Returns the metadata with the state reached by an incomplete operation; code and message equal those of the status. */
function failureMetadata(code: number, message: string, { id, state, reasons }: ResourceInitFailedError<ValueMap>): Metadata {
  const failed = {
    id,
    properties: encodePossible(state),
    reasons: reasons.map(sanitizeForTerminal),
    inputs: undefined,
    refreshBeforeUpdate: false,
  };
  const detail = {
    typeUrl: "type.googleapis.com/pulumirpc.ErrorResourceInitFailed",
    value: ErrorResourceInitFailed.encode(failed).finish(),
  };
  const metadata = new Metadata();
  metadata.set(detailsKey, Buffer.from(Status.encode({ code, message, details: [detail] }).finish()));
  return metadata;
}

/** Encodes the state without the members that cannot be encoded, so that the ID always reaches the engine. */
function encodePossible(state: ValueMap): Buffer {
  try {
    return encodeKnown(state);
  } catch {
    return encodeKnown(mapMembers(state, (value, key) => (isEncodable({ [key]: value }) ? value : undefined)));
  }
}

function isEncodable(member: ValueMap): boolean {
  try {
    encodeKnown(member);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the byte continues a UTF-8 character, which must not be split. */
function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/**
 * Removes control characters, color directives of the engine and broken UTF-16 from a text, and shortens a long one.
 * See docs/protocol.md#display-rules and docs/protocol.md#case-146.
 */
export function sanitizeForTerminal(text: string): string {
  const visible = text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  const clean = visible.replaceAll("<{%", "< {%");
  const bytes = Buffer.from(clean);
  if (bytes.byteLength <= maximumBytes) return clean;
  let end = maximumBytes;
  while (isContinuation(bytes[end]!)) end -= 1;
  return `${bytes.toString("utf8", 0, end)} ... (cut)`;
}
