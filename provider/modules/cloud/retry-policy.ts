// Which outcomes of an action are repeated, and when. Pure but for the clock. See docs/modules/cloud.md#retries.
import type { HttpResponse } from "../../contract/http";
import type { RetryPolicy } from "../../http/retry";
import { byCode, familyOf, isInUse, type VendorError } from "./errors";

/** `creation` is repeated only if the request was not sent. `removal` waits for a while when the object is in use. */
export type CallMode = "read" | "write" | "creation" | "removal";

/** How long reads and writes are repeated, in ms. */
export interface RetryBudgets {
  read: number;
  write: number;
}

/** Options of {@link createRetryPolicy}. */
interface RetryOptions {
  mode: CallMode;
  budgets: RetryBudgets;
  /** The maximum number of attempts that end in an internal error of the service. If omitted, only the time is limited. */
  attempts?: number | undefined;
  now: () => number;
  /** Returns the error in a response. */
  errorOf(response: HttpResponse): VendorError | undefined;
}

/** How long a delete is repeated while the object is in use: an unbinding takes effect with a delay. See docs/modules/cloud.md#gone. */
const inUseLimitMs = 60_000;
const serverErrors = Array.from({ length: 100 }, (_, i) => 500 + i);

/** Returns the policy of one call. */
export function createRetryPolicy({ mode, budgets, attempts = Infinity, now, errorOf }: RetryOptions): RetryPolicy {
  const start = now();
  let internalErrors = 0;
  const reasonToRetry = (response: HttpResponse): string | undefined => {
    const code = response.status === 200 ? errorOf(response)?.code : undefined;
    if (code === undefined) return undefined;
    if (familyOf(code) === "InternalError" && ++internalErrors >= attempts) return undefined;
    if (mode === "removal" && isInUse(code) && now() - start < inUseLimitMs) return "the object is still in use";
    return retryReason(code, mode === "read");
  };
  return {
    service: "Tencent Cloud",
    write: mode !== "read",
    attempts: Infinity,
    within: mode === "read" ? budgets.read : budgets.write,
    statuses: mode === "creation" ? [429] : [429, ...serverErrors],
    retryReason: reasonToRetry,
    phases: mode === "creation" ? ["connect"] : ["connect", "sent", "body"],
    retriesAmbiguous: mode !== "creation",
    pauses: [500, 1000, 2000, 4000, 8000, 10_000],
    jitter: "fifth",
  };
}

/** Repeated for reads and writes, because the action was rejected: whole codes, and families with all their members. */
const rejectedReasons: Readonly<Record<string, string>> = {
  RequestLimitExceeded: "rate limited by Tencent Cloud",
  "LimitExceeded.RequestLimitExceeded": "rate limited by Tencent Cloud",
  ResourceInUse: "the resource is in use",
  ResourceUnavailable: "the resource is not available yet",
  ResourceBusy: "the resource is busy",
  "UnsupportedOperation.UnsupportedDeleteService": "the service is still in use",
  "FailedOperation.ServiceInOperation": "the service is busy with another change",
  "FailedOperation.ApiInOperation": "the API is busy with another change",
  "FailedOperation.TaskAlreadyExist": "another task is running",
};

/** Repeated for reads only, because a write may have been carried out: whole codes, and families with all their members. */
const ambiguousReasons: Readonly<Record<string, string>> = {
  InternalError: "Tencent Cloud has an internal error",
  ServiceUnavailable: "Tencent Cloud is not available",
  "InvalidParameter.ActionInProgress": "another action is in progress",
  "OperationDenied.InstanceStatusLimitError": "the instance is busy",
  "FailedOperation.ListenerHasTask": "the listener is busy with another task",
};

function retryReason(code: string, isRead: boolean): string | undefined {
  return byCode(rejectedReasons, code) ?? (isRead ? byCode(ambiguousReasons, code) : undefined);
}

/** Codes after which temporary keys are fetched again, once. */
export const invalidKeyCodes: readonly string[] = ["AuthFailure.TokenFailure", "AuthFailure.SecretIdNotFound"];
