// Hides secrets in everything that a request reports: errors, logs, status lines. See docs/protocol.md#secrets.
import type { RpcContext } from "../contract/context";
import { InvalidInputsError, messageOf, ProviderError, ResourceInitFailedError } from "../core/errors/errors";
import { redactorOf, SecretIndex, type Redact } from "../core/secrets/redact";
import { hideSignatures } from "../core/secrets/signatures";
import type { Configuration } from "./configuration";

/** Runs the work; what the request reports from now on, and what the work throws, is redacted. `secrets` are those of the request. */
export async function withRedaction<T>(
  configuration: Configuration,
  secrets: ReadonlySet<string>,
  context: RpcContext,
  work: () => Promise<T>,
): Promise<T> {
  const redactError = hideSecrets(configuration, secrets, context);
  try {
    return await work();
  } catch (error) {
    throw redactError(error);
  }
}

/** Hides the secrets of configuration and request in what the request reports from now on. Returns a function that hides them in an error. */
export function hideSecrets(configuration: Configuration, secrets: ReadonlySet<string>, context: RpcContext): (thrown: unknown) => Error {
  const hide = redactorOf([new SecretIndex(secrets), configuration.secrets]);
  context.redact = hide;
  return (thrown) => redactedError(thrown, (text) => hideSignatures(hide(text)));
}

/** Returns an error with redacted messages, and the same code, ambiguity, id and state. */
function redactedError(thrown: unknown, redact: Redact): Error {
  if (thrown instanceof ResourceInitFailedError)
    return new ResourceInitFailedError(thrown.id, thrown.state, thrown.reasons.map(redact), { cause: thrown.cause });
  if (thrown instanceof InvalidInputsError) {
    const failures = thrown.failures.map(({ property, reason }) => ({ property, reason: redact(reason) }));
    return Object.assign(new InvalidInputsError(failures), { message: redact(thrown.message) });
  }
  const message = redact(messageOf(thrown));
  if (!(thrown instanceof ProviderError)) return new Error(message);
  return new ProviderError(thrown.code, message, { ambiguous: thrown.ambiguous });
}
