// Whose keys these are: the check of the account before anything is done with it (cloud-lookups.md 4.4, step 12, and 4.5).
import { ProviderError } from "../../../core/errors";
import type { PlainMap } from "../../../core/value";
import type { CloudSettings } from "../settings";

type Lists = Pick<CloudSettings, "allowedAccountIds" | "forbiddenAccountIds">;

/** Whether the settings want to know the account at all. */
export function restrictsAccounts({ allowedAccountIds, forbiddenAccountIds }: Lists): boolean {
  return allowedAccountIds.length > 0 || forbiddenAccountIds.length > 0;
}

/** The number of the main account. Fails with `failed_precondition` when the service does not tell it. */
export function accountIdOf({ AccountId: account }: PlainMap): string {
  if ((typeof account === "string" && account !== "") || typeof account === "number") return String(account);
  throw new ProviderError(
    "failed_precondition",
    "sts GetCallerIdentity answered no AccountId, so allowedAccountIds and forbiddenAccountIds cannot be kept.",
  );
}

/** Fails with `permission_denied` when the account may not be used. */
export function requireAllowedAccount(id: string, { allowedAccountIds, forbiddenAccountIds }: Lists): void {
  const because = forbiddenAccountIds.includes(id)
    ? "it stands in forbiddenAccountIds"
    : allowedAccountIds.length > 0 && !allowedAccountIds.includes(id)
      ? "it does not stand in allowedAccountIds"
      : undefined;
  if (because === undefined) return;
  throw new ProviderError(
    "permission_denied",
    `account ID not allowed: ${id}. The credentials belong to this account, and ${because}; use others, or change the setting.`,
  );
}
