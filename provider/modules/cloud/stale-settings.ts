// QUARTET_CREDENTIALS=environment: the settings in the state that are ignored because the environment has current keys. Pure.
// See docs/modules/cloud.md#credential-chain.
import { isBlank } from "../../core/values/records";
import { firstVariable } from "../../kit/variables";
import type { Environment } from "./env";
import { blockVariables, variables } from "./env";
import type { GivenSettings } from "./settings";

/**
 * Returns the settings without assertions, tokens and codes that the environment does not renew, if it contains keys: they were valid when the state was
 * written. Roles and sources that are renewed (instance, pod, token files) are kept.
 */
export function withoutStale(given: GivenSettings, env: Environment): GivenSettings {
  const has = (names: readonly string[]): boolean => firstVariable(names, env) !== undefined;
  if (!has(variables.secretId) || !has(variables.secretKey)) return given;
  const { assumeRole, assumeRoleWithSaml, assumeRoleWithWebIdentity, mfaCertification, ...rest } = given;
  const web = blockVariables.assumeRoleWithWebIdentity;
  const isFile = assumeRoleWithWebIdentity !== undefined && isBlank(assumeRoleWithWebIdentity.webIdentityToken);
  const { serialNumber: _device, tokenCode: _code, ...role } = assumeRole ?? {};
  return {
    ...rest,
    ...(assumeRole && { assumeRole: has(blockVariables.assumeRole.tokenCode) ? assumeRole : role }),
    ...(assumeRoleWithSaml && has(blockVariables.assumeRoleWithSaml.samlAssertion) && { assumeRoleWithSaml }),
    ...(assumeRoleWithWebIdentity && (isFile || has(web.webIdentityToken)) && { assumeRoleWithWebIdentity }),
    ...(mfaCertification && has(blockVariables.mfaCertification.tokenCode) && { mfaCertification }),
  };
}
