// Errors with a code. Modules choose the code, plugin/ maps it to a gRPC status; no code parses message texts. Pure.

/** The gRPC status code of an error, in lower case. See docs/protocol.md#status-codes. */
export type ErrorCode =
  | "invalid_argument" // inputs or settings of the program
  | "not_found" // the remote object does not exist
  | "already_exists" // a create found an object of that name
  | "unauthenticated" // credentials missing, wrong or expired
  | "permission_denied" // credentials without the permission
  | "resource_exhausted" // rate limit, after all retries
  | "failed_precondition" // not configured, server too old, or rejected by the service for another reason
  | "aborted" // the remote object is busy or in use
  | "cancelled"
  | "deadline_exceeded"
  | "unavailable" // the service is unreachable or failing
  | "unimplemented" // the provider does not implement the request
  | "internal"; // a defect of the provider

/** A failure of one property: its path, why it fails and what to do. An empty path means the whole object. */
export interface Failure {
  property: string;
  reason: string;
}

interface Details {
  cause?: unknown;
  /** The service may have carried out the request although its response was lost. */
  ambiguous?: boolean;
  /** The same request fails in the same way later, too. */
  permanent?: boolean;
  /** The last lines of the message: advice of {@link withHint}. */
  hint?: string;
}

/** An expected failure. The message is for the user and contains no secret: what failed, where, why, what to do. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  readonly ambiguous: boolean;
  /** Whether another attempt fails the same way, although the code names a reason that passes: no retry policy repeats the request. */
  readonly isPermanent: boolean;
  private readonly hint: string;
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "ProviderError";
    this.code = code;
    this.ambiguous = details.ambiguous ?? false;
    this.isPermanent = details.permanent ?? false;
    this.hint = details.hint ?? "";
  }

  /** The message without the hints of {@link withHint}. Derived from the message, because redaction replaces that. */
  get reason(): string {
    const suffix = `\n${this.hint}`;
    return this.hint !== "" && this.message.endsWith(suffix) ? this.message.slice(0, -suffix.length) : this.message;
  }
}

/** All failures of the inputs. Check and Invoke return them as a list, other verbs as one error. */
export class InvalidInputsError extends ProviderError {
  constructor(readonly failures: Failure[]) {
    super("invalid_argument", failures.map(formatFailure).join("\n"));
    this.name = "InvalidInputsError";
  }
}

/** Formats a failure with its path. Reasons of nested members already begin with it. */
export function formatFailure({ property, reason }: Failure): string {
  return property === "" || reason.startsWith(property) ? reason : `${property}: ${reason}`;
}

/** The object exists, but its create or update failed: the engine keeps the id and the state. See docs/protocol.md#partial-failures. */
export class ResourceInitFailedError<State> extends Error {
  constructor(
    readonly id: string,
    readonly state: State,
    readonly reasons: string[],
    options: { cause?: unknown } = {},
  ) {
    super(reasons.join("\n"), options);
    this.name = "ResourceInitFailedError";
  }
}

/** Returns the message of anything that was thrown, also of values that cannot be converted to text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "a thrown value without text";
  }
}

/** Converts anything that was thrown. Whatever is not a ProviderError is a defect of the provider. */
export function asProviderError(thrown: unknown): ProviderError {
  return thrown instanceof ProviderError ? thrown : internalError(messageOf(thrown), thrown);
}

/** Creates the error for a defect of the provider; `reason` is a clause without a period. */
export function internalError(reason: string, cause?: unknown): ProviderError {
  const message = `Internal error: ${reason}. This is a defect of the quartet provider, please report it.`;
  return new ProviderError("internal", message, { cause });
}

/** Creates the error for an ID that cannot be imported; `reason` says which form is expected. */
export function invalidImportId(id: string, reason: string): ProviderError {
  return new ProviderError("invalid_argument", `Invalid import ID "${id}": ${reason}`);
}

/** What {@link withHint} changes beside the message; the rest is that of the error. */
interface HintOptions {
  code?: ErrorCode;
  ambiguous?: boolean;
}

/** Returns the error with advice for the user on a line of its own. Anything that is not a ProviderError becomes one of code `internal`. */
export function withHint(thrown: unknown, hint: string, { code, ambiguous }: HintOptions = {}): ProviderError {
  const error = asProviderError(thrown);
  const details = { cause: thrown, ambiguous: ambiguous ?? error.ambiguous, permanent: error.isPermanent, hint };
  return new ProviderError(code ?? error.code, hint === "" ? error.message : `${error.message}\n${hint}`, details);
}

/** Returns whether this is a ProviderError with one of these codes. */
export function hasCode(thrown: unknown, ...codes: ErrorCode[]): boolean {
  return thrown instanceof ProviderError && codes.includes(thrown.code);
}
