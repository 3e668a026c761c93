// Failures of secret properties. The engine prints the value of the top-level property that a failure names. Pure. See docs/protocol.md#check.
import type { Failure } from "./errors";
import { formatFailure } from "./errors";

/** Returns the failures; a secret property is named in the reason only, so that the engine prints no value. */
export function hideSecretProperties(failures: readonly Failure[], isSecret: (property: string) => boolean): Failure[] {
  return failures.map((failure) => (isSecret(failure.property) ? { property: "", reason: formatFailure(failure) } : failure));
}
