// Errors of token requests: they name the source of the credentials and what to do, not the object of the operation. Pure.
import { asProviderError, ProviderError, messageOf, type ErrorCode } from "../../../core/errors";
import type { Source } from "./source";

/** That object is not missing because an account is, and nothing was done to it. */
const kinds: Partial<Record<ErrorCode, ErrorCode>> = {
  not_found: "unauthenticated",
  already_exists: "failed_precondition",
  aborted: "failed_precondition",
  invalid_argument: "failed_precondition",
};

/** The failure with its source and advice. No cause is kept, for its text may hold a secret. */
export function advised(thrown: unknown, source: Source, target: string | undefined): ProviderError {
  if (!(thrown instanceof ProviderError) && !isOfLibrary(thrown)) return asProviderError(thrown);
  const kind = thrown instanceof ProviderError ? (kinds[thrown.code] ?? thrown.code) : "failed_precondition";
  const whom = target === undefined ? "" : ` for ${target}`;
  const advice = adviceFor(kind, source, target);
  const words = messageOf(thrown).replace(/\.$/, "");
  return new ProviderError(kind, `no access token${whom} could be fetched with ${source.origin}: ${words}.${advice && ` ${advice}`}`);
}

/** By name: the library's wrapper is loaded from a bundle of its own, with classes of its own. */
function isOfLibrary(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "LibraryError";
}

function adviceFor(kind: ErrorCode, source: Source, target: string | undefined): string {
  if (kind === "permission_denied" && target !== undefined)
    return "The source needs the role Service Account Token Creator on that account, or on the first delegate, and so on down the chain.";
  if (kind !== "unauthenticated" || source.kind !== "json") return "";
  const { type } = source.json;
  if (type === "authorized_user") return "The login has ended or was revoked: log in again with `gcloud auth application-default login`.";
  if (type === "service_account")
    return "The key is wrong, deleted or disabled, or the clock of this machine is wrong: make a new key of the account.";
  return "The credentials are wrong or have ended: create new ones.";
}
