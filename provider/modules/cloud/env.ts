// The environment variables of the settings: tables, and the reader of one variable. Pure. See docs/modules/cloud.md#settings.
import { variableError, type Environment } from "../../core/schema/environment";
import type { ValueRule } from "../../contract/rules";
import { firstVariable, requireValid, type Variable } from "../../kit/variables";

export type { Environment };

/** Settings that are texts. */
export const textNames = [
  "secretId",
  "secretKey",
  "securityToken",
  "profile",
  "sharedCredentialsDir",
  "camRoleName",
  "region",
  "protocol",
  "domain",
  "cosDomain",
] as const;

/** The variables of settings, and of what the settings do not contain. */
export const variables = {
  secretId: ["TENCENTCLOUD_SECRET_ID"],
  secretKey: ["TENCENTCLOUD_SECRET_KEY"],
  securityToken: ["TENCENTCLOUD_SECURITY_TOKEN"],
  profile: ["TENCENTCLOUD_PROFILE"],
  sharedCredentialsDir: ["TENCENTCLOUD_SHARED_CREDENTIALS_DIR"],
  camRoleName: ["TENCENTCLOUD_CAM_ROLE_NAME"],
  region: ["TENCENTCLOUD_REGION"],
  protocol: ["TENCENTCLOUD_PROTOCOL"],
  domain: ["TENCENTCLOUD_DOMAIN"],
  cosDomain: ["TENCENTCLOUD_COS_DOMAIN"],
  apiGatewayRetired: ["TENCENTCLOUD_API_GATEWAY_RETIRED"],
  requestClient: ["TENCENTCLOUD_API_REQUEST_CLIENT"],
  metadataEndpoint: ["TENCENTCLOUD_METADATA_ENDPOINT"],
  readRetryTimeout: ["TENCENTCLOUD_READ_RETRY_TIMEOUT"],
  writeRetryTimeout: ["TENCENTCLOUD_WRITE_RETRY_TIMEOUT"],
} as const satisfies Record<(typeof textNames)[number], readonly string[]> & Record<string, readonly string[]>;

/** Settings that are objects whose members have variables. */
export const blockNames = ["assumeRole", "assumeRoleWithSaml", "assumeRoleWithWebIdentity", "mfaCertification"] as const;
/** The name of such a setting. */
export type BlockName = (typeof blockNames)[number];

const role = "TENCENTCLOUD_ASSUME_ROLE";
const session = {
  roleArn: [`${role}_ARN`],
  sessionName: [`${role}_SESSION_NAME`],
  sessionDuration: [`${role}_SESSION_DURATION`],
};

/** The variables of each member of a block; the first one that is set takes precedence. The vendor's own tools read the name with a double N. */
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

/** Returns the variables of a member of a block; none for a member without one. */
export function variablesOf(name: BlockName, member: string): readonly string[] {
  const members: Record<string, readonly string[]> = blockVariables[name];
  return members[member] ?? [];
}

/**
 * Returns the value of the first variable that is set; an empty text counts as absent. With a rule for whole numbers the value is a number, and 0 counts as
 * absent, too. Fails with `failed_precondition` and the name of the variable for an invalid value, which is not quoted.
 */
export function readVariable(env: Environment, names: readonly string[], rule: ValueRule = {}): string | number | undefined {
  const found = firstVariable(names, env);
  if (found === undefined || rule.whole !== true) return found && requireValid(found.name, found.text, rule);
  return requireValid(found.name, parseWholeNumber(found), rule) || undefined;
}

/** Returns the number in a variable. Fails as {@link readVariable} for anything but digits. */
export function parseWholeNumber({ name, text }: Variable): number {
  if (!/^\s*\d+\s*$/.test(text)) throw variableError(name, "expected a whole number");
  return Number(text);
}

/** Returns scheme and host of the instance metadata, without a slash at the end. */
export function metadataEndpoint(env: Environment): string {
  const { text } = firstVariable(variables.metadataEndpoint, env) ?? { text: "http://metadata.tencentyun.com" };
  return text.replace(/\/+$/, "");
}
