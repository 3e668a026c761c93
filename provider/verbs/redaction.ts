// Hides secrets in everything that a request reports: errors, logs, status lines. See docs/protocol.md#secrets.
import type { RequestContext, RpcContext, Severity } from "../contract/context";
import { asProviderError, InvalidInputsError, messageOf, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { redactorOf, SecretIndex, type Redact } from "../core/secrets/redact";
import { hideSignatures } from "../core/secrets/signatures";
import type { Configuration } from "./configuration";

/** A request context whose messages are redacted, and the same redaction for errors. */
interface Redacted {
  context: RpcContext;
  redactError(thrown: unknown): Error;
}

/** Runs the work with a redacted context; what it throws is redacted as well. `secrets` are those of the request. */
export async function withRedaction<T>(
  configuration: Configuration,
  secrets: ReadonlySet<string>,
  context: RpcContext,
  work: (context: RpcContext) => Promise<T>,
): Promise<T> {
  const hide = redactorOf(indexesOf(configuration, secrets));
  try {
    return await work(redactContext(context, hide));
  } catch (error) {
    throw redactThrown(error, hide);
  }
}

/** Returns the context with the secrets of configuration and request hidden in its messages. */
export function redactedContext(configuration: Configuration, secrets: ReadonlySet<string>, context: RpcContext): Redacted {
  const hide = redactorOf(indexesOf(configuration, secrets));
  return { context: redactContext(context, hide), redactError: (thrown) => redactThrown(thrown, hide) };
}

function indexesOf(configuration: Configuration, secrets: ReadonlySet<string>): SecretIndex[] {
  return secrets.size === 0 ? [configuration.secrets] : [new SecretIndex(secrets), configuration.secrets];
}

function redactContext(context: RpcContext, hide: Redact | undefined): RpcContext {
  return hide ? new RedactedRpcContext(context, hide) : context;
}

function redactThrown(thrown: unknown, hide: Redact | undefined): Error {
  const error = thrown instanceof Error ? thrown : asProviderError(thrown);
  return redactError(error, (text) => hideSignatures(hide ? hide(text) : text));
}

/** Returns the error with redacted messages; one that cannot be altered, or has no text, is replaced by one with the same code, id and state. */
function redactError(error: Error, redact: Redact): Error {
  try {
    redactMessages(error, redact);
    return error;
  } catch {
    return redactedCopy(error, redact);
  }
}

function redactedCopy(error: Error, redact: Redact): Error {
  if (error instanceof ResourceInitFailedError)
    return new ResourceInitFailedError(error.id, error.state, error.reasons.map(redact), { cause: error.cause });
  if (error instanceof InvalidInputsError)
    return new InvalidInputsError(error.failures.map(({ property, reason }) => ({ property, reason: redact(reason) })));
  const text = redact(messageOf(error));
  return error instanceof ProviderError ? new ProviderError(error.code, text, { ambiguous: error.ambiguous }) : asProviderError(text);
}

function redactMessages(error: Error, redact: Redact): void {
  error.message = redact(error.message);
  const lists = error as { reasons?: string[]; failures?: { property: string; reason: string }[] };
  if (lists.reasons) lists.reasons.forEach((reason, i, reasons) => (reasons[i] = redact(reason)));
  for (const failure of lists.failures ?? []) failure.reason = redact(failure.reason);
}

/** Hides secrets in the messages of a request. The signal is created with its first use: most functions never use it. */
class RedactedContext implements RequestContext {
  constructor(
    private readonly inner: RequestContext,
    private readonly hide: Redact,
  ) {}

  get signal(): AbortSignal {
    return this.inner.signal;
  }

  status(message: string): void {
    this.inner.status(this.hide(message));
  }

  log(severity: Severity, message: string): void {
    this.inner.log(severity, this.hide(message));
  }

  redact(text: string): string {
    return this.hide(text);
  }

  recordWrite(): void {
    this.inner.recordWrite?.();
  }
}

class RedactedRpcContext extends RedactedContext implements RpcContext {
  constructor(
    private readonly rpc: RpcContext,
    private readonly redaction: Redact,
  ) {
    super(rpc, redaction);
  }

  limit(seconds: number, error: () => ProviderError): void {
    this.rpc.limit(seconds, error);
  }

  secondsLeft(): number {
    return this.rpc.secondsLeft();
  }

  get hasWritten(): boolean {
    return this.rpc.hasWritten;
  }

  detached(seconds: number): RequestContext {
    return new RedactedContext(this.rpc.detached(seconds), this.redaction);
  }
}
