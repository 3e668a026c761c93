// The sources of keys, their order, and the keys of each call. See docs/modules/cloud.md#credential-chain.
import type { Settings } from "../../../../../provider/core/gen/types";
import type { Environment } from "../../../../../provider/modules/cloud/env";
import { boundRole, deploy, expectFailure, keysOf, pair, pod, role, saml, start, fakeEnvironment, type FakeEnvironment } from "./support";

const credentialFile = "/home/me/.tccli/default.credential";
const profile = { [credentialFile]: JSON.stringify({ secretId: "AKIDprofile", secretKey: "canary-profile-key" }) };
const withRole = {
  [credentialFile]: JSON.stringify({ secretId: "AKIDprofile", secretKey: "k", "role-arn": "qcs::profile", "role-session-name": "cli" }),
};
const envKeys = { TENCENTCLOUD_SECRET_ID: "AKIDenv", TENCENTCLOUD_SECRET_KEY: "env-key" };
const envRole = { TENCENTCLOUD_ASSUME_ROLE_ARN: "qcs::env", TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME: "env" };
const S = { TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION: "canary" };
const P = { TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: "qcs::idp" };
const W = { TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN: "e30.e30.e30" };
const mfa = { serialNumber: "qcs::mfa", tokenCode: "canary" };
const envMfa = { TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: "qcs::envmfa", TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "111111" };
const web = { ...role, webIdentityToken: "e30.e30.e30" };

/** Returns each call as `action(role) by secret id`. */
function walk({ calls }: FakeEnvironment) {
  return calls.map(
    ({ action, params, keys }) => `${action}(${String(params["RoleArn"] ?? params["SerialNumber"])}) by ${keys?.secretId ?? "no keys"}`,
  );
}

interface Case {
  settings?: Settings;
  env?: Environment;
  files?: Record<string, string>;
  id: string;
  calls?: string[];
  /** What the keys name as their source. */
  source?: string;
}

const cases: Record<string, Case> = {
  "1 explicit keys": { settings: pair, env: envKeys, files: profile, id: "AKIDbase", source: "the setting secretId" },
  "1 keys of the environment": { env: envKeys, files: profile, id: "AKIDenv", source: "TENCENTCLOUD_SECRET_ID" },
  "1 one key of each": { settings: { secretId: "AKIDenv" }, env: { TENCENTCLOUD_SECRET_KEY: "env-key" }, id: "AKIDenv" },
  "1 keys of the profile": { files: profile, id: "AKIDprofile", source: `the profile file ${credentialFile}` },
  "2 instance role over static keys": {
    settings: { ...pair, camRoleName: "vm" },
    id: "AKIDinstance",
    source: "the role vm of this instance (camRoleName)",
  },
  "3 role of the profile": {
    files: withRole,
    id: "AKIDtmp1",
    calls: ["AssumeRole(qcs::profile) by AKIDprofile"],
    source: `the role of the profile file ${credentialFile}`,
  },
  "3 role of the profile by the instance's keys": {
    settings: { camRoleName: "vm" },
    files: withRole,
    id: "AKIDtmp1",
    calls: ["AssumeRole(qcs::profile) by AKIDinstance"],
  },
  "3 then 5": {
    settings: { assumeRole: role },
    files: withRole,
    id: "AKIDtmp2",
    calls: ["AssumeRole(qcs::profile) by AKIDprofile", `AssumeRole(${deploy}) by AKIDtmp1`],
  },
  "4 role of the environment": { settings: pair, env: envRole, id: "AKIDtmp1", calls: ["AssumeRole(qcs::env) by AKIDbase"] },
  "4 not without its session": { settings: pair, env: { TENCENTCLOUD_ASSUME_ROLE_ARN: "qcs::env" }, id: "AKIDbase" },
  "4 S and P, needs no keys": { env: { ...envRole, ...S, ...P }, id: "AKIDtmp1", calls: ["AssumeRoleWithSAML(qcs::env) by no keys"] },
  "4 W and P, needs no keys": {
    env: { ...envRole, ...W, ...P },
    id: "AKIDtmp1",
    calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys"],
  },
  "5 assumeRole, one call with the environment's role beside it": {
    settings: { ...pair, assumeRole: role },
    env: envRole,
    id: "AKIDtmp1",
    calls: [`AssumeRole(${deploy}) by AKIDbase`],
    source: "assumeRole",
  },
  "6 SAML alone": {
    settings: { ...pair, assumeRole: role, assumeRoleWithSaml: saml, mfaCertification: mfa },
    files: withRole,
    id: "AKIDtmp1",
    calls: [`AssumeRoleWithSAML(${deploy}) by no keys`],
  },
  "7 web identity alone, before 6": {
    settings: { ...pair, assumeRole: role, assumeRoleWithSaml: saml, assumeRoleWithWebIdentity: web, mfaCertification: mfa },
    id: "AKIDtmp1",
    calls: [`AssumeRoleWithWebIdentity(${deploy}) by no keys`],
  },
  "8 MFA of the environment": { settings: pair, env: envMfa, id: "AKIDtmp1", calls: ["GetSessionToken(qcs::envmfa) by AKIDbase"] },
  "8 after an unsigned role": {
    env: { ...envRole, ...W, ...envMfa },
    id: "AKIDtmp2",
    calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys", "GetSessionToken(qcs::envmfa) by AKIDtmp1"],
  },
  "9 after 5, with the environment's beside it": {
    settings: { ...pair, assumeRole: role, mfaCertification: mfa },
    env: envMfa,
    id: "AKIDtmp2",
    calls: [`AssumeRole(${deploy}) by AKIDbase`, "GetSessionToken(qcs::mfa) by AKIDtmp1"],
    source: "mfaCertification",
  },
  "10 pod alone": {
    settings: { ...pair, enablePodOidc: true, assumeRole: role, assumeRoleWithWebIdentity: web, camRoleName: "vm" },
    env: { ...pod, ...envRole },
    files: { ...withRole, "/pod": "t" },
    id: "AKIDtmp1",
    calls: ["AssumeRoleWithWebIdentity(qcs::pod) by no keys"],
  },
};

test.each(Object.entries(cases))("%s", async (_, { settings, env, files, id, calls = [], source }) => {
  const environment = fakeEnvironment(settings, env, files);
  environment.page = () => boundRole(start);
  const found = await keysOf(environment);
  expect(found.secretId).toBe(id);
  if (source !== undefined) expect(found).toMatchObject({ source });
  expect(walk(environment)).toEqual(calls);
});

test("nothing is read or requested before the first call, nor by skipped sources", async () => {
  const environment = fakeEnvironment({ ...pair, assumeRoleWithWebIdentity: web }, {}, withRole);
  expect([environment.reads, environment.calls]).toEqual([[], []]);
  await keysOf(environment);
  expect(environment.reads).toEqual([]);
});

test("a static token is used with its keys", async () => {
  const environment = fakeEnvironment({ ...pair, securityToken: "canary-static", assumeRole: role });
  await keysOf(environment);
  expect(environment.calls[0]!.keys).toMatchObject({ ...pair, token: "canary-static" });
});

test.each([
  ["S, P and W", {}, { ...envRole, ...S, ...P, ...W }, /SAML_ASSERTION and .*PRINCIPAL_ARN exclude .*WEB_IDENTITY_TOKEN/],
  ["S without P", pair, { ...envRole, ...S }, /SAML_ASSERTION requires .*PRINCIPAL_ARN/],
  ["P without S", pair, { ...envRole, ...P }, /PRINCIPAL_ARN requires .*SAML_ASSERTION/],
  ["a role without its name", { assumeRole: { sessionName: "quartet" } }, {}, /\.roleArn \(TENCENTCLOUD_ASSUME_ROLE_ARN\) is missing/],
  ["SAML of nothing", { assumeRoleWithSaml: {} }, {}, /samlAssertion .* and .*principalArn .* and .*roleArn .* and .*sessionName .* are/],
  ["web identity without token", { assumeRoleWithWebIdentity: role }, {}, /Token \(TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN\)/],
  ["MFA without code", { mfaCertification: { serialNumber: "n" } }, {}, /tokenCode \(TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE\)/],
  ["a pod without variables", { enablePodOidc: true }, {}, /TKE_REGION, .*TOKEN_FILE, TKE_PROVIDER_ID, TKE_ROLE_ARN are not set/],
  ["a pod without role", { enablePodOidc: true }, { ...pod, TKE_ROLE_ARN: "" }, /TKE_ROLE_ARN is not set/],
  [
    "no keys from any source, each of which is named",
    {},
    {},
    /quartet:secretId.*TENCENTCLOUD_SECRET_ID: not set\n.*default\.credential does not exist\n.*camRoleName.*assumeRoleWithSaml.*enablePodOidc.*pulumi config set --secret quartet:secretKey/s,
    {},
  ],
  ["half a pair", { secretId: "AKIDbase" }, {}, /SECRET_ID: set\n.*SECRET_KEY: not set\n.*not read/, profile],
  ["a token alone", { securityToken: "canary-token" }, {}, /not read/, profile],
  ["a profile without keys", {}, {}, /default\.credential contains no pair/, { [credentialFile]: "{}" }],
  ["a role without keys", { assumeRole: role }, {}, /assumeRole needs keys/, {}],
  ["a role of the environment without keys", {}, envRole, /TENCENTCLOUD_ASSUME_ROLE_ARN needs keys/, {}],
])("%s: rejected before any request", async (...[, settings, env, reason, files]) => {
  const environment = fakeEnvironment(settings, env, files);
  await expectFailure(keysOf(environment), files ? "unauthenticated" : "failed_precondition", reason);
  expect(environment.calls).toEqual([]);
});
