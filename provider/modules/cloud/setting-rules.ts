// Rules for the settings and their types that the schema cannot state. Pure. See docs/modules/cloud.md#settings.
import type { Rules, ValueRule } from "../../contract/rules";

const [saml, webIdentity, allowed, forbidden] = [
  "assumeRoleWithSaml",
  "assumeRoleWithWebIdentity",
  "allowedAccountIds",
  "forbiddenAccountIds",
] as const;

const host = /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Keys are sent in headers; a pasted line break is a common mistake. The text is not quoted. */
const keyText: ValueRule = {
  pattern: {
    matches: /^[\x21-\x7e]*$/,
    reason: "Contains a blank, a line break or another character that keys do not have. Copy the key again.",
  },
};

/** Rules for the settings of the provider. Nothing is required: the environment can contain it. */
export const settingRules: Rules = {
  emptyIsAbsent: true,
  properties: {
    secretId: keyText,
    secretKey: keyText,
    securityToken: keyText,
    [saml]: { excludes: [webIdentity, allowed, forbidden] },
    [webIdentity]: { excludes: [saml, allowed, forbidden] },
    [allowed]: { excludes: [forbidden, saml, webIdentity] },
    [forbidden]: { excludes: [allowed, saml, webIdentity] },
    region: { pattern: { matches: /^[\w-]*$/, reason: "expected the name of a region. Use a name such as ap-guangzhou." } },
    protocol: { pattern: { matches: /^(?:HTTPS?)?$/, reason: "expected HTTP or HTTPS, in capital letters." } },
    domain: { test: domainViolation },
  },
};

const sessionName: ValueRule = { test: lengthViolation };
const sessionDuration: ValueRule = { whole: true, minimum: 0, maximum: 43_200 };

/** Rules for the types of the settings, by token. */
export const typeRules: Readonly<Record<string, Rules>> = {
  "quartet:cloud:AssumeRole": {
    emptyIsAbsent: true,
    properties: { sessionName, sessionDuration, externalId: { test: externalIdViolation }, policy: { json: "objectOrBlank" } },
  },
  "quartet:cloud:AssumeRoleWithSaml": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:AssumeRoleWithWebIdentity": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:MfaCertification": {
    emptyIsAbsent: true,
    properties: { durationSeconds: { whole: true, minimum: 0, maximum: 129_600 } },
  },
};

function domainViolation(value: unknown): string | undefined {
  const text = String(value).trim();
  if (text === "" || host.test(text)) return undefined;
  return "expected a host name without scheme, slash and white space. Use a name such as tencentcloudapi.com.";
}

function lengthViolation(value: unknown): string | undefined {
  const { length } = String(value);
  return length === 0 || (length >= 2 && length <= 128) ? undefined : `expected 2 to 128 characters; got ${length}.`;
}

function externalIdViolation(value: unknown): string | undefined {
  return /^[\w+=,.@:/-]*$/.test(String(value)) ? lengthViolation(value) : "expected letters, digits and the characters _+=,.@:/- only.";
}
