// What the schema cannot say about the settings of this module and their types (cloud-lookups.md 4.1, 4.2). Pure.
import type { Rules, ValueRule } from "../../core/rules";

const [saml, webIdentity, allowed, forbidden] = [
  "assumeRoleWithSaml",
  "assumeRoleWithWebIdentity",
  "allowedAccountIds",
  "forbiddenAccountIds",
] as const;

const host = /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Keys travel in headers; a line end that was pasted along is the usual fault. The text is never quoted. */
const keyText: ValueRule = {
  pattern: { matches: /^[\x21-\x7e]*$/, says: "holds a blank, a line end or another character that no key has" },
};

/** Rules of the provider's settings. Nothing is required here, for the environment may give it. */
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
    region: { pattern: { matches: /^[\w-]*$/, says: "expected the name of a region such as ap-guangzhou" } },
    protocol: { pattern: { matches: /^(?:HTTPS?)?$/, says: "expected HTTP or HTTPS, in capital letters" } },
    domain: { test: domainBreach },
  },
};

const sessionName: ValueRule = { test: (value) => lengthBreach(value) };
const sessionDuration: ValueRule = { whole: true, minimum: 0, maximum: 43_200 };

/** Rules of the types of the settings, by token. */
export const typeRules: Readonly<Record<string, Rules>> = {
  "quartet:cloud:AssumeRole": {
    emptyIsAbsent: true,
    properties: { sessionName, sessionDuration, externalId: { test: externalIdBreach } },
  },
  "quartet:cloud:AssumeRoleWithSaml": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:AssumeRoleWithWebIdentity": { emptyIsAbsent: true, properties: { sessionName, sessionDuration } },
  "quartet:cloud:MfaCertification": {
    emptyIsAbsent: true,
    properties: { durationSeconds: { whole: true, minimum: 0, maximum: 129_600 } },
  },
};

function domainBreach(value: unknown): string | undefined {
  const text = String(value).trim();
  if (text === "" || host.test(text)) return undefined;
  return "expected a host name such as tencentcloudapi.com, without a scheme, a slash or white space";
}

function lengthBreach(value: unknown): string | undefined {
  const { length } = String(value);
  return length === 0 || (length >= 2 && length <= 128) ? undefined : `expected 2 to 128 characters; got ${length}`;
}

function externalIdBreach(value: unknown): string | undefined {
  return /^[\w+=,.@:/-]*$/.test(String(value)) ? lengthBreach(value) : "expected letters, digits and the characters _+=,.@:/- only";
}
