// The code of a failure to fetch credentials. Pure.
import type { ErrorCode } from "../../core/errors/errors";

/** Codes that concern an object, not the credentials: a missing account does not mean that the object of the request is missing. */
const objectCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  not_found: "unauthenticated",
  already_exists: "failed_precondition",
  aborted: "failed_precondition",
  invalid_argument: "failed_precondition",
};

/** Returns the code of an operation whose request for credentials failed with this code. */
export function credentialCode(code: ErrorCode): ErrorCode {
  return objectCodes[code] ?? code;
}
