// The settings in force: sources, and invalid variables; variables.test.ts has the order of sources. See docs/modules/cloud.md#settings.
import type { Settings } from "../../../../provider/core/gen/types";
import type { Environment } from "../../../../provider/modules/cloud/env";
import { effectiveSettings, type EffectiveSettings } from "../../../../provider/modules/cloud/settings";

type Plain = Record<string, unknown>;

const of = (settings: Plain = {}, env: Environment = {}) => effectiveSettings(settings as Settings, env);
const role = "TENCENTCLOUD_ASSUME_ROLE";

test("a domain is trimmed", () =>
  expect([of({ domain: " internal.example " }), of({ domain: "  " })].map(({ domain }) => domain)).toEqual([
    "internal.example",
    "tencentcloudapi.com",
  ]));

test("other settings have no variable; addresses and budgets have no setting", () => {
  expect(of()).toEqual({
    profile: "default",
    protocol: "HTTPS",
    domain: "tencentcloudapi.com",
    enablePodOidc: false,
    allowedAccountIds: [],
    forbiddenAccountIds: [],
    metadataEndpoint: "http://metadata.tencentyun.com",
    budgets: { read: 180_000, write: 300_000 },
  });
  const lists = { enablePodOidc: true, allowedAccountIds: ["1"], forbiddenAccountIds: ["2"] };
  const env = {
    TENCENTCLOUD_METADATA_ENDPOINT: "http://127.0.0.1:1/",
    TENCENTCLOUD_READ_RETRY_TIMEOUT: "1",
    TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "10",
  };
  expect(of(lists, env)).toMatchObject({ ...lists, metadataEndpoint: "http://127.0.0.1:1", budgets: { read: 60_000, write: 600_000 } });
});

test.each([
  [{ secretId: "AKIDown", secretKey: "own" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, undefined],
  [{ secretId: "AKIDown", securityToken: "own" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, "own"],
  [{ secretId: "AKIDenv" }, { TENCENTCLOUD_SECRET_ID: "AKIDenv" }, "env"],
  [{ secretId: "AKIDown" }, {}, "env"],
])("the environment's token stays with the environment's key: %j, %j", (settings, env, token) => {
  expect(of(settings, { ...env, TENCENTCLOUD_SECURITY_TOKEN: "env" }).securityToken).toBe(token);
});

test.each<[string, keyof EffectiveSettings, Plain, Environment, object | undefined]>([
  ["a variable fills a gap", "assumeRole", { sessionName: "" }, { [`${role}_SESSION_NAME`]: "other" }, { sessionName: "other" }],
  ["a setting takes precedence", "assumeRole", { tokenCode: "own" }, { [`${role}_TOKEN_CODE`]: "other" }, { tokenCode: "own" }],
  [
    "the double N takes precedence",
    "assumeRoleWithWebIdentity",
    {},
    { [`${role}_ARNN_FILE`]: "/nn", [`${role}_ARN_FILE`]: "/n" },
    { roleArnFile: "/nn" },
  ],
  [
    "an explicit file takes precedence over the inline value of the environment",
    "assumeRoleWithWebIdentity",
    { webIdentityTokenFile: "/token", roleArnFile: "/role" },
    { [`${role}_WEB_IDENTITY_TOKEN`]: "t", [`${role}_ARN`]: "arn" },
    { webIdentityTokenFile: "/token", roleArnFile: "/role" },
  ],
  ["a configured 0 stays", "assumeRole", { sessionDuration: 0 }, { [`${role}_SESSION_DURATION`]: "60" }, { sessionDuration: 0 }],
  [
    "a variable without an effect may be invalid",
    "assumeRole",
    { sessionDuration: 60 },
    { [`${role}_SESSION_DURATION`]: "2h" },
    { sessionDuration: 60 },
  ],
])("a member of a block: %s", (...[, block, own, env, expected]) => expect(of({ [block]: own }, env)[block]).toEqual(expected));

test.each([
  ["TENCENTCLOUD_SECRET_KEY", "canary-key\n", {}, "line break"],
  [`${role}_SESSION_DURATION`, "2h", { assumeRole: {} }, "whole number"],
  [`${role}_SESSION_NAME`, "x", { assumeRole: {} }, "2 to 128 characters"],
  ["TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS", "129601", { mfaCertification: {} }, "from 0 to 129600"],
  ["TENCENTCLOUD_WRITE_RETRY_TIMEOUT", "1.5", {}, "whole number"],
])("%s=%j cannot be used, and is not quoted", (variable, value, settings, reason) => {
  const message = expect.stringMatching(`^(?!.*canary).*${variable}.*${reason}`);
  expect(() => of(settings, { [variable]: value })).toThrow(expect.objectContaining({ code: "failed_precondition", message }));
});

// Current credentials in the environment and expired ones in the state. See docs/modules/cloud.md#credential-chain.
const keys = { TENCENTCLOUD_SECRET_ID: "AKIDfresh", TENCENTCLOUD_SECRET_KEY: "fresh" };
const wins = { QUARTET_CREDENTIALS: "environment" };
const stale = { secretId: "AKIDstale", secretKey: "stale", securityToken: "staleToken", region: "ap-own" };
const assumed = { roleArn: "arn", sessionName: "name" };
const saml = { ...assumed, samlAssertion: "stale", principalArn: "own" };
const web = { ...assumed, webIdentityToken: "stale" };
const file = { ...assumed, webIdentityTokenFile: "/token" };
const mfa = { serialNumber: "n", tokenCode: "stale" };
/** Blocks with values that expire. */
const blocks = { assumeRoleWithSaml: saml, assumeRoleWithWebIdentity: web, mfaCertification: mfa, assumeRole: { ...assumed, ...mfa } };
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
const ignored = { assumeRoleWithSaml: undefined, assumeRoleWithWebIdentity: undefined, mfaCertification: undefined, assumeRole: assumed };

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
  const found: Record<string, unknown> = { ...of(settings, env) };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))).toEqual(expected);
});
