// Which sources of keys are asked, and in which order (cloud-lookups.md 4.4, the product's rules). Pure: nothing is asked here.
import { ProviderError } from "../../../core/errors";
import { isSet, type Environment } from "../env";
import type { CloudSettings, EnvironmentRole } from "../settings";
import { assumeRole, assumeRoleWithSaml, assumeRoleWithWebIdentity, isSigned, podIdentity, sessionToken, type StsCall } from "./sts-calls";

/** The way to the keys. */
export interface Plan {
  /** Whether it begins with keys of the settings, the environment, a profile or the instance; and with the role of the profile, when that was read. */
  base: boolean;
  /** Each call is made with the keys of the one before. */
  calls: StsCall[];
}

/** The plan for these settings; `now` is Unix time in ms. Fails with `failed_precondition` when a source is described in part. */
export function planKeys(settings: CloudSettings, env: Environment, now: () => number): Plan {
  if (settings.enablePodOidc) return { base: false, calls: [podIdentity(env, now)] };
  const { assumeRoleWithWebIdentity: web, assumeRoleWithSaml: saml } = settings;
  if (web) return { base: false, calls: [assumeRoleWithWebIdentity(web, "assumeRoleWithWebIdentity")] };
  if (saml) return { base: false, calls: [assumeRoleWithSaml(saml, "assumeRoleWithSaml")] };
  const role = roleCall(settings);
  const mfa = sessionCall(settings);
  return { base: role === undefined || isSigned(role), calls: [role, mfa].filter((call) => call !== undefined) };
}

/** Whether a profile file is read at all: only where neither settings nor environment hold a part of a key (4.3). */
export function readsProfile({ base }: Plan, { secretId, secretKey, securityToken }: CloudSettings): boolean {
  return base && ![secretId, secretKey, securityToken].some(isSet);
}

function roleCall({ assumeRole: configured, environmentRole }: CloudSettings): StsCall | undefined {
  if (configured) return assumeRole(configured, "assumeRole");
  return environmentRole && environmentCall(environmentRole);
}

function sessionCall({ mfaCertification, environmentMfa }: CloudSettings): StsCall | undefined {
  if (mfaCertification) return sessionToken(mfaCertification, "mfaCertification");
  return environmentMfa && sessionToken(environmentMfa, "TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER");
}

const prefix = "TENCENTCLOUD_ASSUME_ROLE";
const [assertion, principal, token] = [`${prefix}_SAML_ASSERTION`, `${prefix}_PRINCIPAL_ARN`, `${prefix}_WEB_IDENTITY_TOKEN`];

/** The role of the environment: what else it names decides how the role is assumed (4.4, step 4). */
function environmentCall(role: EnvironmentRole): StsCall {
  const source = `${prefix}_ARN`;
  const { samlAssertion: s, principalArn: p, webIdentityToken: w } = role;
  if (s && p && w) throw clash(`${assertion} and ${principal} exclude ${token}; unset one or the other.`);
  if (w) return assumeRoleWithWebIdentity(role, source);
  if (s && p) return assumeRoleWithSaml(role, source);
  if (s || p) throw clash(`${s ? assertion : principal} needs ${s ? principal : assertion} beside it.`);
  return assumeRole(role, source);
}

function clash(reason: string): ProviderError {
  return new ProviderError("failed_precondition", `the role of the environment (${prefix}_ARN) cannot be assumed: ${reason}`);
}
