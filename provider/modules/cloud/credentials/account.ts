// The account of the keys, checked before the first other call. See docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../core/errors/errors";
import type { PlainMap } from "../../../core/values/value";
import type { EffectiveSettings } from "../settings";

type AccountLists = Pick<EffectiveSettings, "allowedAccountIds" | "forbiddenAccountIds">;

/** Returns whether the settings restrict the accounts. */
export function restrictsAccounts({ allowedAccountIds, forbiddenAccountIds }: AccountLists): boolean {
  return allowedAccountIds.length > 0 || forbiddenAccountIds.length > 0;
}

/** Returns the ID of the account in a response of GetCallerIdentity. Fails with `failed_precondition` when there is none. */
export function accountIdOf({ AccountId: account }: PlainMap): string {
  if ((typeof account === "string" && account !== "") || typeof account === "number") return String(account);
  throw new ProviderError(
    "failed_precondition",
    "sts GetCallerIdentity: no AccountId in the response, so allowedAccountIds and forbiddenAccountIds cannot be checked.",
  );
}

/** Fails with `permission_denied` for an account that the settings exclude. */
export function requireAllowedAccount(id: string, { allowedAccountIds, forbiddenAccountIds }: AccountLists): void {
  const isForbidden = forbiddenAccountIds.includes(id);
  if (!isForbidden && (allowedAccountIds.length === 0 || allowedAccountIds.includes(id))) return;
  const reason = isForbidden ? "it is in forbiddenAccountIds" : "it is not in allowedAccountIds";
  throw new ProviderError(
    "permission_denied",
    `Authentication failed: account ID not allowed: ${id}. The keys belong to this account, and ${reason}. Use other keys, or change the setting.`,
  );
}
