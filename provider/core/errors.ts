// Kinds of failure. Modules choose a kind, the plugin turns it into a gRPC status; nobody reads message texts. Pure.

/** What went wrong, for whom: the plugin's table maps each kind to one gRPC status (protocol 2.22). */
export type ErrorCode =
  | "invalid_argument" // the caller's data
  | "not_found" // the remote object does not exist
  | "already_exists" // a create meets an object of that name
  | "unauthenticated" // credentials missing, wrong or expired
  | "permission_denied" // credentials known, right lacking
  | "resource_exhausted" // rate limit, after all retries
  | "failed_precondition" // not configured, server too old, or refused by the service for a reason of its own
  | "aborted" // the remote object is busy or in use
  | "cancelled"
  | "deadline_exceeded"
  | "unavailable" // remote not reachable or failing
  | "unimplemented" // the provider has no such verb
  | "internal"; // our own defect

/** One wrong property: its path and what to do about it. An empty path means the whole. */
export interface Failure {
  property: string;
  reason: string;
}

interface Details {
  cause?: unknown;
  /** The remote may have done what was asked although the answer was lost. */
  ambiguous?: boolean;
}

/** Every failure that the provider foresees. The message is one or more whole sentences for the user and holds no secret. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  readonly ambiguous: boolean;
  constructor(kind: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "ProviderError";
    this.code = kind;
    this.ambiguous = details.ambiguous ?? false;
  }
}

/** Inputs that are wrong, all of them at once; Check and Invoke answer them as failures, other verbs as one error. */
export class InvalidInputsError extends ProviderError {
  constructor(readonly failures: Failure[]) {
    super("invalid_argument", failures.map(formatFailure).join("\n"));
    this.name = "InvalidInputs";
  }
}

/** A failure in one sentence. Reasons about nested members begin with their path already. */
export function formatFailure({ property, reason }: Failure): string {
  return property === "" || reason.startsWith(property) ? reason : `${property}: ${reason}`;
}

/** The remote object exists but is not as wished: the engine must keep its id and the state reached so far (protocol 2.23). */
export class ResourceInitFailedError<State> extends Error {
  constructor(
    readonly id: string,
    readonly state: State,
    readonly reasons: string[],
    options: { cause?: unknown } = {},
  ) {
    super(reasons.join("\n"), options);
    this.name = "Unfinished";
  }
}

/** What was thrown, in words; anything can be thrown, also what no text can be made of. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "a thrown value without words";
  }
}

/** The error as one of ours: what was thrown by somebody else is a defect of this provider. */
export function asProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown;
  return new ProviderError(
    "internal",
    `internal error: ${messageOf(thrown)}. This is a defect of the quartet provider, please report it.`,
    {
      cause: thrown,
    },
  );
}

/** What {@link withHint} changes beside the message; the rest is that of the error. */
export interface HintOptions {
  code?: ErrorCode;
  ambiguous?: boolean;
}

/** Returns the error with advice for the user on a line of its own. Anything that is not a ProviderError becomes one of code `internal`. */
export function withHint(thrown: unknown, hint: string, { code, ambiguous }: HintOptions = {}): ProviderError {
  const error = asProviderError(thrown);
  const details = { cause: thrown, ambiguous: ambiguous ?? error.ambiguous };
  return new ProviderError(code ?? error.code, hint === "" ? error.message : `${error.message}\n${hint}`, details);
}

/** Whether the error is one of ours, and of that kind. */
export function hasCode(thrown: unknown, ...kinds: ErrorCode[]): boolean {
  return thrown instanceof ProviderError && kinds.includes(thrown.code);
}
