// The sources of keys that the settings select, and their order. Pure. See docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../core/errors/errors";
import { isBlank } from "../../../core/values/records";
import type { Environment } from "../env";
import type { EffectiveSettings, EnvironmentRole } from "../settings";
import { assumeRole, assumeRoleWithSaml, assumeRoleWithWebIdentity, isSigned, podIdentity, sessionToken, type StsCall } from "./sts-calls";

/** The steps to the keys. */
export interface KeyPlan {
  /** Whether it starts with base keys: of the settings, the environment, a profile or the instance, and then the role of a profile that was read. */
  base: boolean;
  /** Each call is signed with the keys of the previous step. */
  calls: StsCall[];
}

/** Returns the plan for these settings; `now` is Unix time in ms. Fails with `failed_precondition` for a source with missing members. */
export function keyPlan(settings: EffectiveSettings, env: Environment, now: () => number): KeyPlan {
  if (settings.enablePodOidc) return { base: false, calls: [podIdentity(env, now)] };
  const { assumeRoleWithWebIdentity: web, assumeRoleWithSaml: saml } = settings;
  if (web) return { base: false, calls: [assumeRoleWithWebIdentity(web, "assumeRoleWithWebIdentity")] };
  if (saml) return { base: false, calls: [assumeRoleWithSaml(saml, "assumeRoleWithSaml")] };
  const role = roleCall(settings);
  const mfa = sessionCall(settings);
  return { base: role === undefined || isSigned(role), calls: [role, mfa].filter((call) => call !== undefined) };
}

/** Returns whether a profile file is read: only where neither settings nor environment contain a part of a key. */
export function readsProfile({ base }: KeyPlan, { secretId, secretKey, securityToken }: EffectiveSettings): boolean {
  return base && [secretId, secretKey, securityToken].every(isBlank);
}

function roleCall({ assumeRole: configured, environmentRole }: EffectiveSettings): StsCall | undefined {
  if (configured) return assumeRole(configured, "assumeRole");
  return environmentRole && environmentCall(environmentRole);
}

function sessionCall({ mfaCertification, environmentMfa }: EffectiveSettings): StsCall | undefined {
  if (mfaCertification) return sessionToken(mfaCertification, "mfaCertification");
  return environmentMfa && sessionToken(environmentMfa, "TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER");
}

const prefix = "TENCENTCLOUD_ASSUME_ROLE";
const assertionVariable = `${prefix}_SAML_ASSERTION`;
const principalVariable = `${prefix}_PRINCIPAL_ARN`;
const tokenVariable = `${prefix}_WEB_IDENTITY_TOKEN`;

/** Returns the call for the role of the environment; other variables select how it is assumed. */
function environmentCall(role: EnvironmentRole): StsCall {
  const source = `${prefix}_ARN`;
  const { samlAssertion: assertion, principalArn: principal, webIdentityToken: token } = role;
  if (assertion && principal && token)
    throw invalidRole(`${assertionVariable} and ${principalVariable} exclude ${tokenVariable}. Unset one of them`);
  if (token) return assumeRoleWithWebIdentity(role, source);
  if (assertion && principal) return assumeRoleWithSaml(role, source);
  if (assertion) throw invalidRole(`${assertionVariable} requires ${principalVariable}. Set both`);
  if (principal) throw invalidRole(`${principalVariable} requires ${assertionVariable}. Set both`);
  return assumeRole(role, source);
}

function invalidRole(reason: string): ProviderError {
  return new ProviderError("failed_precondition", `Authentication failed: the role of the environment (${prefix}_ARN): ${reason}.`);
}
