// Current credentials in the environment and expired ones in the state. See docs/modules/cloud.md#credential-chain.
import type { Settings } from "../../../../provider/core/gen/types";
import { effectiveSettings } from "../../../../provider/modules/cloud/settings";

const keys = { TENCENTCLOUD_SECRET_ID: "AKIDfresh", TENCENTCLOUD_SECRET_KEY: "fresh" };
const wins = { QUARTET_CREDENTIALS: "environment" };
const stale: Settings = { secretId: "AKIDstale", secretKey: "stale", securityToken: "staleToken", region: "ap-own" };
const role = { roleArn: "arn", sessionName: "name" };
const saml = { ...role, samlAssertion: "stale", principalArn: "own" };
const web = { ...role, webIdentityToken: "stale" };
const file = { ...role, webIdentityTokenFile: "/token" };
const mfa = { serialNumber: "n", tokenCode: "stale" };
/** Blocks with values that expire. */
const blocks = { assumeRoleWithSaml: saml, assumeRoleWithWebIdentity: web, mfaCertification: mfa, assumeRole: { ...role, ...mfa } };
const renewing = {
  TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION: "fresh",
  TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: "env",
  TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN: "fresh",
  TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "fresh",
};
const renewed = {
  assumeRoleWithSaml: { ...saml, samlAssertion: "fresh" },
  assumeRoleWithWebIdentity: { ...web, webIdentityToken: "fresh" },
  mfaCertification: { ...mfa, tokenCode: "fresh" },
};
const ignored = { assumeRoleWithSaml: undefined, assumeRoleWithWebIdentity: undefined, mfaCertification: undefined, assumeRole: role };

test.each([
  [
    "the keys of the environment are used together, and nothing else of it takes precedence",
    stale,
    { ...keys, ...wins, TENCENTCLOUD_REGION: "ap-env" },
    { secretId: "AKIDfresh", secretKey: "fresh", securityToken: undefined, region: "ap-own" },
  ],
  ["without keys in the environment the settings stay", { ...stale, ...blocks }, wins, { ...stale, ...blocks }],
  [
    "with another value of QUARTET_CREDENTIALS the settings stay",
    { ...stale, ...blocks },
    { ...keys, ...renewing, QUARTET_CREDENTIALS: "program" },
    { ...stale, ...blocks },
  ],
  ["short-lived values come from the environment, the rest stays", blocks, { ...wins, ...renewing }, renewed],
  ["short-lived values are ignored beside keys, and a role to assume stays, without its old code", blocks, { ...keys, ...wins }, ignored],
  ["short-lived values that the environment renews are used beside keys", blocks, { ...keys, ...wins, ...renewing }, renewed],
  ["a token in a file stays", { assumeRoleWithWebIdentity: file }, { ...keys, ...wins }, { assumeRoleWithWebIdentity: file }],
])("%s", (_title, settings, env, expected) => {
  const found: Record<string, unknown> = { ...effectiveSettings(settings, env) };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))).toEqual(expected);
});
