// Rules of the settings of this module that the schema cannot state. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#settings. Pure. They apply to values of the environment as well.
import { addressViolation } from "../../http/address";
import type { Rules, ValueRule } from "../../contract/rules";

/** A delegate may be this prefix and an email. */
export const accountPrefix = "projects/-/serviceAccounts/";

const account = /^[^\s/?#%:]*$/;
const accountText: ValueRule = { pattern: { matches: account, reason: "expected the email of a service account" } };
const delegateText: ValueRule = {
  pattern: {
    matches: /^(?:projects\/-\/serviceAccounts\/)?[^\s/?#%:]+$/,
    reason: `expected the email of a service account, alone or after ${accountPrefix}`,
  },
};
const headerWord: ValueRule = { pattern: { matches: /^[\x21-\x7e]*$/, reason: "expected a project without spaces and line ends" } };
const address: ValueRule = { test: tokenAddressViolation };

/**
 * Rules of the provider's settings. Nothing is required here, because the environment may contain it; credentials are validated at the first call that needs them,
 * so that users of other modules need none.
 */
export const settingRules: Rules = {
  emptyIsAbsent: true,
  properties: {
    googleImpersonateServiceAccount: accountText,
    googleImpersonateServiceAccountDelegates: delegateText,
    googleScopes: { pattern: { matches: /^\S+$/, reason: "expected one scope without blanks" } },
    googleBillingProject: headerWord,
    googleAppendUserAgent: {
      pattern: { matches: /^[\x20-\x7e]*$/, reason: "must not contain line ends or other characters that are not valid in a header" },
    },
    googleTokenUrl: address,
    googleIamCredentialsUrl: address,
    eventApiUrl: address,
  },
};

/** Returns why tokens or keys must not be sent to the address; undefined for a valid one. */
export function tokenAddressViolation(value: unknown): string | undefined {
  return addressViolation(value, { requiresTls: true });
}
