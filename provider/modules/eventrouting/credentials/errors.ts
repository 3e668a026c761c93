// Errors of token requests. They name the source of the credentials and a remedy, not the object of the operation. Pure.
import { asProviderError, ProviderError, messageOf, type ErrorCode } from "../../../core/errors/errors";
import { credentialCode } from "../../../http/credentials/failure-code";
import type { Source } from "./source";

/** Returns the failure with its source and advice, without a cause, whose text may contain a secret. */
export function withAdvice(thrown: unknown, source: Source, target: string | undefined): ProviderError {
  if (!(thrown instanceof ProviderError) && !isOfLibrary(thrown)) return asProviderError(thrown);
  const code = thrown instanceof ProviderError ? credentialCode(thrown.code) : "failed_precondition";
  const forTarget = target === undefined ? "" : ` for ${target}`;
  const advice = adviceFor(code, source, target);
  const words = messageOf(thrown).replace(/\.$/, "");
  return new ProviderError(code, `no access token${forTarget} could be fetched with ${source.origin}: ${words}.${advice && ` ${advice}`}`);
}

/** Returns whether the error is one of the library; by name, because the wrapper of the library is a separate bundle with its own copy of the class. */
function isOfLibrary(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "LibraryError";
}

function adviceFor(code: ErrorCode, source: Source, target: string | undefined): string {
  if (code === "permission_denied" && target !== undefined)
    return "Grant the source the role Service Account Token Creator on that account; with delegates, on the first one, and each delegate on the next account.";
  if (code !== "unauthenticated" || source.kind !== "json") return "";
  const { type } = source.json;
  if (type === "authorized_user") return "The login expired or was revoked. Log in again with `gcloud auth application-default login`.";
  if (type === "service_account")
    return "The key is invalid, deleted or disabled, or the clock of this machine is wrong. Check the clock, or create a new key of the account.";
  return "The credentials are invalid or expired. Create new ones.";
}
