// How failures of inputs are shown. Pure. See docs/protocol.md#failure-messages.
import type { Failure } from "../errors/errors";
import { formatFailure } from "../errors/errors";
import type { ValueMap } from "../values/value";
import { hasSecret } from "../values/value";

/** Returns the failures; a secret property is named in the reason only, so that the engine prints no value. */
export function hideSecretProperties(failures: readonly Failure[], isSecret: (property: string) => boolean): Failure[] {
  return failures.map((failure) => (isSecret(failure.property) ? withoutProperty(failure) : failure));
}

/**
 * Adapts the failures to the output of the engine, which prints the value of the property among the top-level inputs, `{<nil>}` if there is none.
 * So a failure names its property only if that is an input of the program and not secret. Every other path is at the beginning of the reason.
 */
export function shownFailures(failures: readonly Failure[], given: ValueMap): Failure[] {
  const isShown = (property: string): boolean =>
    Object.hasOwn(given, property) && (given[property] ?? null) !== null && !hasSecret(given[property]);
  return failures.map((failure) => (isShown(failure.property) ? failure : withoutProperty(failure)));
}

/** Returns the failure of the whole object, with the path at the beginning of the reason. */
function withoutProperty(failure: Failure): Failure {
  const { property, reason } = failure;
  return { property: "", reason: reason.includes(`'${property}'`) ? reason : formatFailure(failure) };
}
