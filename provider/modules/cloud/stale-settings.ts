// QUARTET_CREDENTIALS=environment: what of the settings in the state is passed over when the environment has fresh keys (protocol 5.4). Pure.
import type { Environment } from "./env";
import { blockVariables, isSet, variables } from "./env";
import type { GivenSettings } from "./settings";

/**
 * With keys in the environment, an assertion, token or code of the settings that the environment does not renew is passed over: it was good once, when the
 * state was written. Roles to assume and sources that renew themselves (instance, pod, token files) stay.
 */
export function withoutStale(given: GivenSettings, env: Environment): GivenSettings {
  const has = (...names: readonly string[]): boolean => names.some((name) => isSet(env[name]));
  if (!has(variables.secretId) || !has(variables.secretKey)) return given;
  const { assumeRole, assumeRoleWithSaml, assumeRoleWithWebIdentity, mfaCertification, ...rest } = given;
  const web = blockVariables.assumeRoleWithWebIdentity;
  const isFile = assumeRoleWithWebIdentity !== undefined && !isSet(assumeRoleWithWebIdentity.webIdentityToken);
  const { serialNumber: _device, tokenCode: _code, ...role } = assumeRole ?? {};
  return {
    ...rest,
    ...(assumeRole && { assumeRole: has(...blockVariables.assumeRole.tokenCode) ? assumeRole : role }),
    ...(assumeRoleWithSaml && has(...blockVariables.assumeRoleWithSaml.samlAssertion) && { assumeRoleWithSaml }),
    ...(assumeRoleWithWebIdentity && (isFile || has(...web.webIdentityToken)) && { assumeRoleWithWebIdentity }),
    ...(mfaCertification && has(...blockVariables.mfaCertification.tokenCode) && { mfaCertification }),
  };
}
