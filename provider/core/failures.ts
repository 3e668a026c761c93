// Failures of a check as an engine may hear them: it tells the value of a top-level property beside the reason, in clear (protocol 2.11). Pure.
import type { Failure } from "./errors";
import { formatFailure } from "./errors";

/** The failures; a property whose value holds a secret is named in the reason alone, so that no value is looked up. */
export function hideSecretProperties(failures: readonly Failure[], isSecret: (property: string) => boolean): Failure[] {
  return failures.map((failure) => (isSecret(failure.property) ? { property: "", reason: formatFailure(failure) } : failure));
}
