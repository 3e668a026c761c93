// The settings of this module: their rules, and the effective ones, from settings, environment and defaults. See docs/modules/eventrouting.md#settings. Pure; reads no files.
import { prefersEnvironment, type Environment } from "../../core/schema/environment";
import type { Rules, ValueRule } from "../../contract/rules";
import type { Settings } from "../../core/gen/types";
import { omitUndefined, recordBy } from "../../core/values/records";
import { addressViolation } from "../../http/address";
import { booleanVariable, firstVariable, requireValid } from "../../kit/variables";
import { defaultFile, parseList, variables, type SettingName } from "./env";

/** The given settings of this module. */
export type EventSettings = Pick<Settings, SettingName | "googleScopes">;

/** The effective settings. URLs have no slash at their end, base URLs no version. Files are not read yet. */
export interface EffectiveSettings extends EventSettings {
  googleImpersonateServiceAccountDelegates: string[];
  googleScopes: string[];
  googleUserProjectOverride: boolean;
  googleTokenUrl: string;
  googleIamCredentialsUrl: string;
  eventApiUrl: string;
  /** The sources of the credential JSON and the token, for messages. */
  origins: { googleCredentials?: string; googleAccessToken?: string };
  /** Whether the address of the service is configured. */
  hasOwnApi: boolean;
}

/** The scope that covers every service; sources of an impersonation always request it. */
export const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";

const defaults = {
  googleTokenUrl: "https://oauth2.googleapis.com/token",
  googleIamCredentialsUrl: "https://iamcredentials.googleapis.com",
  eventApiUrl: "https://eventarc.googleapis.com",
} as const;

const texts = [
  "googleProject",
  "googleLocation",
  "googleImpersonateServiceAccount",
  "googleBillingProject",
  "googleAppendUserAgent",
] as const;
const expiringNames = ["googleCredentials", "googleAccessToken"] as const;

/**
 * Returns the settings of all requests, without a token. An explicit value takes precedence over the environment; empty values count as not set. Fails with
 * `failed_precondition` for a variable with an invalid value; the message does not contain the value.
 */
export function effectiveSettings(given: Settings, env: Environment): EffectiveSettings {
  const text = (name: (typeof texts)[number] | keyof typeof defaults): string | undefined => given[name] || variableText(name, env);
  const url = (name: keyof typeof defaults): string => {
    const end = name === "googleTokenUrl" ? /\/+$/ : /\/+(?:v1\/*)?$/;
    return text(name)?.trim().replace(end, "") || defaults[name];
  };
  const { googleUserProjectOverride = booleanVariable(variables.googleUserProjectOverride, env) ?? false, googleScopes = [] } = given;
  const delegates = given.googleImpersonateServiceAccountDelegates ?? [];
  return {
    ...omitUndefined(recordBy(texts, (name) => text(name)?.trim() || undefined)),
    ...credentialsOf(given, env),
    googleImpersonateServiceAccountDelegates: delegates.length > 0 ? delegates : delegatesIn(env),
    googleScopes: googleScopes.length > 0 ? googleScopes : [cloudPlatform],
    googleUserProjectOverride,
    googleTokenUrl: url("googleTokenUrl"),
    googleIamCredentialsUrl: url("googleIamCredentialsUrl"),
    eventApiUrl: url("eventApiUrl"),
    hasOwnApi: url("eventApiUrl") !== defaults.eventApiUrl,
  };
}

/**
 * Returns credential JSON and token. If the environment takes precedence (QUARTET_CREDENTIALS) and has credentials of any kind, both settings are ignored: a
 * stale token of the state would take precedence over the JSON of the environment.
 */
function credentialsOf(given: Settings, env: Environment): Pick<EffectiveSettings, (typeof expiringNames)[number] | "origins"> {
  const fresh = prefersEnvironment(env) && hasCredentials(env);
  const found = expiringNames.flatMap((name) => {
    const own = fresh ? undefined : given[name]?.trim();
    const fromVariable = firstVariable(variables[name], env);
    const value = own || fromVariable?.text.trim();
    return value ? [{ name, value, origin: own ? name : fromVariable!.name }] : [];
  });
  return {
    ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
    origins: Object.fromEntries(found.map(({ name, origin }) => [name, origin])),
  };
}

function hasCredentials(env: Environment): boolean {
  return defaultFile(env) !== undefined || expiringNames.some((name) => firstVariable(variables[name], env) !== undefined);
}

function variableText(name: SettingName, env: Environment): string | undefined {
  const found = firstVariable(variables[name], env);
  return found && requireValid(found.name, found.text.trim(), settingRules.properties?.[name]);
}

function delegatesIn(env: Environment): string[] {
  const name = "googleImpersonateServiceAccountDelegates";
  const found = firstVariable(variables[name], env);
  return found ? requireValid(found.name, parseList(found), settingRules.properties?.[name]) : [];
}

/** A delegate may be this prefix and an email. */
export const accountPrefix = "projects/-/serviceAccounts/";

const accountText: ValueRule = { pattern: { matches: /^[^\s/?#%:]*$/, reason: "expected the email of a service account" } };
const delegateText: ValueRule = {
  pattern: {
    matches: /^(?:projects\/-\/serviceAccounts\/)?[^\s/?#%:]+$/,
    reason: `expected the email of a service account, alone or after ${accountPrefix}`,
  },
};
const headerWord: ValueRule = { pattern: { matches: /^[\x21-\x7e]*$/, reason: "expected a project without spaces and line ends" } };
const addressRule: ValueRule = { test: tokenAddressViolation };

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
    googleTokenUrl: addressRule,
    googleIamCredentialsUrl: addressRule,
    eventApiUrl: addressRule,
  },
};

/** Returns why tokens or keys must not be sent to the address; undefined for a valid one. */
export function tokenAddressViolation(value: unknown): string | undefined {
  return addressViolation(value, { requiresTls: true });
}
