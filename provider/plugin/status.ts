// Failures to gRPC statuses, and partial state to the details that travel in the trailers (protocol 2.22). Pure.
import type { MetadataValue } from "@grpc/grpc-js";
import { Metadata } from "@grpc/grpc-js/build/src/metadata";
import type { ErrorCode } from "../core/errors";
import { asProviderError, ResourceInitFailedError } from "../core/errors";
import { mapMembers, type ValueMap } from "../core/value";
import { encodeKnown } from "./codec";
import { Status } from "./gen/engine";
import { ErrorResourceInitFailed } from "./gen/provider";

/** gRPC codes, by kind of failure. */
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

/** How a handler of the gRPC server ends without an answer. */
export interface StatusError {
  code: number;
  details: string;
  metadata?: Metadata;
}

/** Longer messages, in bytes, are cut: some clients hang on trailers of 64 KiB, and each byte may take three there (protocol 2.22). */
const longestMessage = 16_000;
const detailsKey = "grpc-status-details-bin";

/** The status of anything thrown. */
export function toStatus(thrown: unknown): StatusError {
  const error = asProviderError(thrown instanceof ResourceInitFailedError ? thrown.cause : thrown);
  const code = codes[error.code];
  if (!(thrown instanceof ResourceInitFailedError)) return { code, details: sanitizeForTerminal(error.message) };
  const details = sanitizeForTerminal(thrown.message);
  return { code, details, metadata: partialState(code, details, thrown as ResourceInitFailedError<ValueMap>) };
}

/** The state reached by a half-done operation; code and message are those of the status itself. */
function partialState(code: number, message: string, { id, state, reasons }: ResourceInitFailedError<ValueMap>): Metadata {
  const failed = {
    id,
    properties: encodable(state),
    reasons: reasons.map(sanitizeForTerminal),
    inputs: undefined,
    refreshBeforeUpdate: false,
  };
  const detail = {
    typeUrl: "type.googleapis.com/pulumirpc.ErrorResourceInitFailed",
    value: ErrorResourceInitFailed.encode(failed).finish(),
  };
  const metadata = new Metadata();
  metadata.set(detailsKey, Buffer.from(Status.encode({ code, message, details: [detail] }).finish()) as MetadataValue);
  return metadata;
}

/** The state without what cannot be sent: whatever it holds, the id has to reach the engine. */
function encodable(state: ValueMap): Buffer {
  try {
    return encodeKnown(state);
  } catch {
    const sound = mapMembers(state, (value, key) => (canBeSent({ [key]: value }) ? value : undefined));
    return encodeKnown(sound);
  }
}

function canBeSent(member: ValueMap): boolean {
  try {
    encodeKnown(member);
    return true;
  } catch {
    return false;
  }
}

/** Whether the byte continues a character of UTF-8, which must not be cut in two. */
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
  if (bytes.byteLength <= longestMessage) return clean;
  let end = longestMessage;
  while (isContinuation(bytes[end]!)) end -= 1;
  return `${bytes.toString("utf8", 0, end)} ... (cut)`;
}
