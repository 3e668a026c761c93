// What the schema cannot say about the settings of this module. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#settings. Pure. The environment's values are held to the same rules.
import type { Rules, ValueRule } from "../../core/rules";

/** The delegates of a chain may be given by this prefix and their email, too. */
export const accountPrefix = "projects/-/serviceAccounts/";

const account = /^[^\s/?#%:]*$/;
const accountText: ValueRule = { pattern: { matches: account, says: "expected the email of a service account" } };
const delegateText: ValueRule = {
  pattern: {
    matches: /^(?:projects\/-\/serviceAccounts\/)?[^\s/?#%:]+$/,
    says: `expected the email of a service account, alone or after ${accountPrefix}`,
  },
};
const headerWord: ValueRule = { pattern: { matches: /^[\x21-\x7e]*$/, says: "expected a project without blanks and line ends" } };
const address: ValueRule = { test: addressBreach };

/**
 * Rules of the provider's settings. Nothing is required here, for the environment may give it; credentials are judged at the first call that needs them, so that
 * users of other modules are not asked for good ones.
 */
export const settingRules: Rules = {
  emptyIsAbsent: true,
  properties: {
    googleImpersonateServiceAccount: accountText,
    googleImpersonateServiceAccountDelegates: delegateText,
    googleScopes: { pattern: { matches: /^\S+$/, says: "expected one scope without blanks" } },
    googleBillingProject: headerWord,
    googleAppendUserAgent: { pattern: { matches: /^[\x20-\x7e]*$/, says: "holds a line end or another character that no header takes" } },
    googleTokenUrl: address,
    googleIamCredentialsUrl: address,
    eventApiUrl: address,
  },
};

/** What is wrong with an address to which tokens or keys are sent, or nothing. An empty text counts as not given. */
export function addressBreach(value: unknown): string | undefined {
  const text = String(value).trim();
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return "expected an https URL";
  if (url.username !== "" || url.password !== "") return "must hold no user name and no password";
  if (url.search !== "" || url.hash !== "") return "must hold no query and no fragment";
  return url.protocol === "http:" && !isLoopback(url.hostname)
    ? "expected https; http is for addresses of this machine only (127.0.0.0/8, ::1, localhost)"
    : undefined;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
