// Current credentials in the environment and expired ones in the state. See docs/modules/cloud.md#credential-chain.
import type { Settings } from "../../../../provider/core/gen/types";
import type { Environment } from "../../../../provider/modules/cloud/env";
import { effectiveSettings } from "../../../../provider/modules/cloud/settings";

const keys = { TENCENTCLOUD_SECRET_ID: "AKIDfresh", TENCENTCLOUD_SECRET_KEY: "fresh" };
const wins = { QUARTET_CREDENTIALS: "environment" };
const stale: Settings = { secretId: "AKIDstale", secretKey: "stale", securityToken: "staleToken", region: "ap-own" };
const role = { roleArn: "arn", sessionName: "name" };
const saml = { ...role, samlAssertion: "stale", principalArn: "own" };
const assertion = { TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION: "fresh", TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: "env" };
const web = { ...role, webIdentityToken: "t" };
const file = { ...role, webIdentityTokenFile: "/token" };
const mfa = { serialNumber: "n", tokenCode: "c" };

test.each<[string, Settings, Environment, Record<string, unknown>]>([
  [
    "the keys of the environment are used together, and nothing else of it takes precedence",
    stale,
    { ...keys, ...wins, TENCENTCLOUD_REGION: "ap-env" },
    { secretId: "AKIDfresh", secretKey: "fresh", securityToken: undefined, region: "ap-own" },
  ],
  ["without keys in the environment the settings stay", stale, wins, stale as Record<string, unknown>],
  [
    "with another value of QUARTET_CREDENTIALS the settings stay",
    stale,
    { ...keys, QUARTET_CREDENTIALS: "program" },
    { secretId: "AKIDstale" },
  ],
  [
    "short-lived values of a block come from the environment, the rest stays",
    { assumeRoleWithSaml: saml },
    { ...wins, ...assertion },
    { assumeRoleWithSaml: { ...saml, samlAssertion: "fresh" } },
  ],
  ["an assertion stays without QUARTET_CREDENTIALS", { assumeRoleWithSaml: saml }, { ...keys, ...assertion }, { assumeRoleWithSaml: saml }],
  ["an assertion stays without keys", { assumeRoleWithSaml: saml }, wins, { assumeRoleWithSaml: saml }],
  ["an assertion is ignored beside keys", { assumeRoleWithSaml: saml }, { ...keys, ...wins }, { assumeRoleWithSaml: undefined }],
  [
    "an assertion that the environment renews is used",
    { assumeRoleWithSaml: saml },
    { ...keys, ...wins, ...assertion },
    { assumeRoleWithSaml: { ...saml, samlAssertion: "fresh" } },
  ],
  ["a token is ignored beside keys", { assumeRoleWithWebIdentity: web }, { ...keys, ...wins }, { assumeRoleWithWebIdentity: undefined }],
  [
    "a token that the environment renews is used",
    { assumeRoleWithWebIdentity: web },
    { ...keys, ...wins, TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN: "fresh" },
    { assumeRoleWithWebIdentity: { ...web, webIdentityToken: "fresh" } },
  ],
  ["a token in a file stays", { assumeRoleWithWebIdentity: file }, { ...keys, ...wins }, { assumeRoleWithWebIdentity: file }],
  ["a code is ignored beside keys", { mfaCertification: mfa }, { ...keys, ...wins }, { mfaCertification: undefined }],
  [
    "a code that the environment renews is used",
    { mfaCertification: mfa },
    { ...keys, ...wins, TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "111111" },
    { mfaCertification: { ...mfa, tokenCode: "111111" } },
  ],
  ["a role to assume stays, without its old code", { assumeRole: { ...role, ...mfa } }, { ...keys, ...wins }, { assumeRole: role }],
])("%s", (_title, settings, env, expected) => {
  const found: Record<string, unknown> = { ...effectiveSettings(settings, env) };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))).toEqual(expected);
});
