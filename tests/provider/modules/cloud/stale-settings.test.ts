// Current credentials in the environment and expired ones in the state. See docs/modules/cloud.md#credential-chain.
import type { Settings } from "../../../../provider/core/gen/types";
import { effectiveSettings } from "../../../../provider/modules/cloud/settings";

const keys = { TENCENTCLOUD_SECRET_ID: "AKIDfresh", TENCENTCLOUD_SECRET_KEY: "fresh" };
const wins = { QUARTET_CREDENTIALS: "environment" };
const stale: Settings = { secretId: "AKIDstale", secretKey: "stale", securityToken: "staleToken", region: "ap-own" };
const role = { roleArn: "arn", sessionName: "name" };
const assertion = "TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION";
const token = "TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN";
const code = "TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE";

describe("QUARTET_CREDENTIALS=environment", () => {
  test("the keys of the environment are used together, and nothing else of it takes precedence", () => {
    const found = effectiveSettings(stale, { ...keys, ...wins, TENCENTCLOUD_REGION: "ap-env" });
    expect(found).toMatchObject({ secretId: "AKIDfresh", secretKey: "fresh", region: "ap-own" });
    expect(found.securityToken).toBeUndefined();
  });

  test("keeps the settings where the environment has no keys", () =>
    expect(effectiveSettings(stale, wins)).toMatchObject({ secretId: "AKIDstale", securityToken: "staleToken" }));

  test("with any other value the explicit setting takes precedence", () =>
    expect(effectiveSettings(stale, { ...keys, QUARTET_CREDENTIALS: "program" }).secretId).toBe("AKIDstale"));

  test("short-lived values of a block come from the environment, the rest stays", () => {
    const settings = { assumeRoleWithSaml: { ...role, samlAssertion: "stale", principalArn: "own" } };
    const env = { ...wins, [assertion]: "fresh", TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: "env" };
    expect(effectiveSettings(settings, env).assumeRoleWithSaml).toEqual({ ...role, samlAssertion: "fresh", principalArn: "own" });
    expect(effectiveSettings(settings, { ...env, QUARTET_CREDENTIALS: "" }).assumeRoleWithSaml?.samlAssertion).toBe("stale");
  });

  const blocks: [string, Settings, string][] = [
    ["assumeRoleWithSaml", { assumeRoleWithSaml: { ...role, samlAssertion: "s", principalArn: "p" } }, assertion],
    ["assumeRoleWithWebIdentity", { assumeRoleWithWebIdentity: { ...role, webIdentityToken: "t" } }, token],
    ["mfaCertification", { mfaCertification: { serialNumber: "n", tokenCode: "c" } }, code],
  ];

  test.each(blocks)("ignores %s of the state, unless the environment renews it", (name, settings, variable) => {
    const key = name as "assumeRoleWithSaml";
    expect(effectiveSettings(settings, { ...keys, ...wins })[key]).toBeUndefined();
    expect(effectiveSettings(settings, { ...keys, ...wins, [variable]: "fresh" })[key]).toBeDefined();
    expect(effectiveSettings(settings, wins)[key]).toBeDefined();
    expect(effectiveSettings(settings, keys)[key]).toBeDefined();
  });

  test("a role to assume stays, without its old code; so does a token in a file", () => {
    const assumeRole = { ...role, serialNumber: "n", tokenCode: "c" };
    expect(effectiveSettings({ assumeRole }, { ...keys, ...wins }).assumeRole).toEqual(role);
    const assumeRoleWithWebIdentity = { ...role, webIdentityTokenFile: "/token" };
    const found = effectiveSettings({ assumeRoleWithWebIdentity }, { ...keys, ...wins });
    expect(found.assumeRoleWithWebIdentity).toEqual(assumeRoleWithWebIdentity);
  });
});
