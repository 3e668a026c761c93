// The variables of the environment that stand in for settings of this module (cloud-lookups.md 4.1, 4.2). Tables, and how one variable is read. Pure.
import { ProviderError } from "../../core/errors";
import { validateValue } from "../../core/value-rules";
import type { ValueRule } from "../../core/rules";

/** The environment as it was when the provider was configured. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable of each setting that is a text and has one. */
export const variables = {
  secretId: "TENCENTCLOUD_SECRET_ID",
  secretKey: "TENCENTCLOUD_SECRET_KEY",
  securityToken: "TENCENTCLOUD_SECURITY_TOKEN",
  profile: "TENCENTCLOUD_PROFILE",
  sharedCredentialsDir: "TENCENTCLOUD_SHARED_CREDENTIALS_DIR",
  camRoleName: "TENCENTCLOUD_CAM_ROLE_NAME",
  region: "TENCENTCLOUD_REGION",
  protocol: "TENCENTCLOUD_PROTOCOL",
  domain: "TENCENTCLOUD_DOMAIN",
  cosDomain: "TENCENTCLOUD_COS_DOMAIN",
} as const;

/** The settings that are objects and have members in the environment. */
export type BlockName = "assumeRole" | "assumeRoleWithSaml" | "assumeRoleWithWebIdentity" | "mfaCertification";

const role = "TENCENTCLOUD_ASSUME_ROLE";
const session = {
  roleArn: [`${role}_ARN`],
  sessionName: [`${role}_SESSION_NAME`],
  sessionDuration: [`${role}_SESSION_DURATION`],
};

/** The variables of each member of a block, the stronger first. The name with a double N is the one that the vendor's own tools read. */
export const blockVariables = {
  assumeRole: {
    ...session,
    policy: [],
    externalId: [`${role}_EXTERNAL_ID`],
    sourceIdentity: [`${role}_SOURCE_IDENTITY`],
    serialNumber: [`${role}_SERIAL_NUMBER`],
    tokenCode: [`${role}_TOKEN_CODE`],
  },
  assumeRoleWithSaml: { samlAssertion: [`${role}_SAML_ASSERTION`], principalArn: [`${role}_PRINCIPAL_ARN`], ...session },
  assumeRoleWithWebIdentity: {
    providerId: [`${role}_PROVIDER_ID`],
    webIdentityToken: [`${role}_WEB_IDENTITY_TOKEN`],
    webIdentityTokenFile: [`${role}_WEB_IDENTITY_TOKEN_FILE`],
    ...session,
    roleArnFile: [`${role}_ARNN_FILE`, `${role}_ARN_FILE`],
  },
  mfaCertification: {
    serialNumber: ["TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER"],
    tokenCode: ["TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE"],
    durationSeconds: ["TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS"],
  },
} satisfies Record<BlockName, Record<string, readonly string[]>>;

/**
 * What the first set variable of these holds; an empty text counts as not set. With a rule for whole numbers it is a number, and 0 counts as not set, too
 * (4.4). Fails with `failed_precondition` and the name of the variable when the value breaks the rule; the value itself is not told.
 */
export function fromEnvironment(env: Environment, names: readonly string[], rule: ValueRule = {}): string | number | undefined {
  const name = names.find((each) => isSet(env[each]));
  if (name === undefined) return undefined;
  const text = env[name]!;
  if (rule.whole !== true) return checked(name, text, rule);
  const number = checked(name, wholeNumber(name, text), rule);
  return number === 0 ? undefined : number;
}

/** The number that a variable holds. Fails as {@link fromEnvironment} does when it holds anything but digits. */
export function wholeNumber(name: string, text: string): number {
  if (!/^\s*\d+\s*$/.test(text)) throw wrong(name, "expected a whole number");
  return Number(text);
}

/** Whether a text is given: an empty one counts as not given. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function checked<T extends string | number>(name: string, value: T, rule: ValueRule): T {
  const breach = validateValue(rule, value)[0];
  if (breach) throw wrong(name, breach.reason);
  return value;
}

function wrong(name: string, reason: string): ProviderError {
  return new ProviderError("failed_precondition", `the environment variable ${name}: ${reason}`);
}
