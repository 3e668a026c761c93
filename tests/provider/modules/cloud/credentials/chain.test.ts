// The sources of keys, their order, and the keys of each call. See docs/modules/cloud.md#credential-chain.
import type { Settings } from "../../../../../provider/core/gen/types";
import type { Environment } from "../../../../../provider/modules/cloud/env";
import { boundRole, deploy, failure, keysOf, pair, role, start, fakeEnvironment, type FakeEnvironment } from "./support";

const credentialFile = "/home/me/.tccli/default.credential";
const profile = { [credentialFile]: JSON.stringify({ secretId: "AKIDprofile", secretKey: "canary-profile-key" }) };
const withRole = {
  [credentialFile]: JSON.stringify({ secretId: "AKIDprofile", secretKey: "k", "role-arn": "qcs::profile", "role-session-name": "cli" }),
};
const envKeys = { TENCENTCLOUD_SECRET_ID: "AKIDenv", TENCENTCLOUD_SECRET_KEY: "env-key" };
const envRole = { TENCENTCLOUD_ASSUME_ROLE_ARN: "qcs::env", TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME: "env" };
const S = { TENCENTCLOUD_ASSUME_ROLE_SAML_ASSERTION: "PHNhbWw+" };
const P = { TENCENTCLOUD_ASSUME_ROLE_PRINCIPAL_ARN: "qcs::idp" };
const W = { TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN: "e30.e30.e30" };
const mfa = { serialNumber: "qcs::mfa", tokenCode: "523886" };
const envMfa = { TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: "qcs::envmfa", TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "111111" };
const saml = { ...role, samlAssertion: "PHNhbWw+", principalArn: "qcs::idp" };
const web = { ...role, webIdentityToken: "e30.e30.e30" };
const pod = { TKE_REGION: "ap-tokyo", TKE_WEB_IDENTITY_TOKEN_FILE: "/pod", TKE_PROVIDER_ID: "POD", TKE_ROLE_ARN: "qcs::pod" };

/** Returns each call as `action(role) by secret id`. */
function walk({ calls }: FakeEnvironment): string[] {
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
}

const cases: Record<string, Case> = {
  "1 explicit keys": { settings: pair, env: envKeys, files: profile, id: "AKIDbase" },
  "1 keys of the environment": { env: envKeys, files: profile, id: "AKIDenv" },
  "1 one key of each": { settings: { secretId: "AKIDenv" }, env: { TENCENTCLOUD_SECRET_KEY: "env-key" }, id: "AKIDenv" },
  "1 keys of the profile": { files: profile, id: "AKIDprofile" },
  "2 instance role": { settings: { camRoleName: "vm" }, id: "AKIDinstance" },
  "2 instance role over static keys": { settings: { ...pair, camRoleName: "vm" }, id: "AKIDinstance" },
  "3 role of the profile": { files: withRole, id: "AKIDtmp1", calls: ["AssumeRole(qcs::profile) by AKIDprofile"] },
  "3 not without reading the profile": { settings: pair, files: withRole, id: "AKIDbase" },
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
  "4 W, needs no keys": { env: { ...envRole, ...W }, id: "AKIDtmp1", calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys"] },
  "4 W and S": { env: { ...envRole, ...W, ...S }, id: "AKIDtmp1", calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys"] },
  "4 W and P": { env: { ...envRole, ...W, ...P }, id: "AKIDtmp1", calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys"] },
  "5 assumeRole, one call with the environment's role beside it": {
    settings: { ...pair, assumeRole: role },
    env: envRole,
    id: "AKIDtmp1",
    calls: [`AssumeRole(${deploy}) by AKIDbase`],
  },
  "5 by the instance's keys": {
    settings: { camRoleName: "vm", assumeRole: role },
    id: "AKIDtmp1",
    calls: [`AssumeRole(${deploy}) by AKIDinstance`],
  },
  "5 filled from the environment": {
    settings: { ...pair, assumeRole: {} },
    env: envRole,
    id: "AKIDtmp1",
    calls: ["AssumeRole(qcs::env) by AKIDbase"],
  },
  "6 SAML alone": {
    settings: { ...pair, assumeRole: role, assumeRoleWithSaml: saml, mfaCertification: mfa },
    files: withRole,
    id: "AKIDtmp1",
    calls: [`AssumeRoleWithSAML(${deploy}) by no keys`],
  },
  "7 web identity alone": {
    settings: { ...pair, assumeRole: role, assumeRoleWithWebIdentity: web, mfaCertification: mfa },
    id: "AKIDtmp1",
    calls: [`AssumeRoleWithWebIdentity(${deploy}) by no keys`],
  },
  "7 before 6": {
    settings: { assumeRoleWithSaml: saml, assumeRoleWithWebIdentity: web },
    id: "AKIDtmp1",
    calls: [`AssumeRoleWithWebIdentity(${deploy}) by no keys`],
  },
  "8 MFA of the environment": { settings: pair, env: envMfa, id: "AKIDtmp1", calls: ["GetSessionToken(qcs::envmfa) by AKIDbase"] },
  "8 after an unsigned role": {
    env: { ...envRole, ...W, ...envMfa },
    id: "AKIDtmp2",
    calls: ["AssumeRoleWithWebIdentity(qcs::env) by no keys", "GetSessionToken(qcs::envmfa) by AKIDtmp1"],
  },
  "9 MFA once, with the environment's beside it": {
    settings: { ...pair, mfaCertification: mfa },
    env: envMfa,
    id: "AKIDtmp1",
    calls: ["GetSessionToken(qcs::mfa) by AKIDbase"],
  },
  "9 after 5": {
    settings: { ...pair, assumeRole: role, mfaCertification: mfa },
    id: "AKIDtmp2",
    calls: [`AssumeRole(${deploy}) by AKIDbase`, "GetSessionToken(qcs::mfa) by AKIDtmp1"],
  },
  "10 pod alone": {
    settings: { ...pair, enablePodOidc: true, assumeRole: role, assumeRoleWithWebIdentity: web, camRoleName: "vm" },
    env: { ...pod, ...envRole },
    files: { ...withRole, "/pod": "t" },
    id: "AKIDtmp1",
    calls: ["AssumeRoleWithWebIdentity(qcs::pod) by no keys"],
  },
};

test.each(Object.entries(cases))("%s", async (_, { settings, env, files, id, calls = [] }) => {
  const environment = fakeEnvironment(settings, env, files);
  environment.page = () => boundRole(start);
  expect((await keysOf(environment)).secretId).toBe(id);
  expect(walk(environment)).toEqual(calls);
});

test.each<[source: string, Case]>([
  ["the setting secretId", { settings: pair, id: "AKIDbase" }],
  ["TENCENTCLOUD_SECRET_ID", { env: envKeys, id: "AKIDenv" }],
  [`the profile file ${credentialFile}`, { files: profile, id: "AKIDprofile" }],
  ["the role vm of this instance (camRoleName)", { settings: { camRoleName: "vm" }, id: "AKIDinstance" }],
  ["assumeRole", { settings: { ...pair, assumeRole: role }, id: "AKIDtmp1" }],
  [`the role of the profile file ${credentialFile}`, { files: withRole, id: "AKIDtmp1" }],
  ["mfaCertification", { settings: { ...pair, assumeRole: role, mfaCertification: mfa }, id: "AKIDtmp2" }],
])("keys tell that they are those of %s", async (source, { settings, env, files, id }) => {
  const environment = fakeEnvironment(settings, env, files);
  environment.page = () => boundRole(start);
  expect(await keysOf(environment)).toMatchObject({ secretId: id, source });
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

describe("rejected with failed_precondition, before any request", () => {
  const rows: [string, Settings, Environment, RegExp][] = [
    ["S, P and W", {}, { ...envRole, ...S, ...P, ...W }, /SAML_ASSERTION and .*PRINCIPAL_ARN exclude .*WEB_IDENTITY_TOKEN/],
    ["S without P", pair, { ...envRole, ...S }, /SAML_ASSERTION requires .*PRINCIPAL_ARN/],
    ["P without S", pair, { ...envRole, ...P }, /PRINCIPAL_ARN requires .*SAML_ASSERTION/],
    [
      "a role without its name",
      { ...pair, assumeRole: { sessionName: "quartet" } },
      {},
      /assumeRole\.roleArn \(TENCENTCLOUD_ASSUME_ROLE_ARN\)/,
    ],
    [
      "a role without its session",
      { ...pair, assumeRole: { roleArn: deploy } },
      {},
      /assumeRole\.sessionName \(TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME\)/,
    ],
    ["SAML of nothing", { assumeRoleWithSaml: {} }, {}, /samlAssertion .* and .*principalArn .* and .*roleArn .* and .*sessionName/],
    [
      "web identity without token",
      { assumeRoleWithWebIdentity: role },
      {},
      /webIdentityToken \(TENCENTCLOUD_ASSUME_ROLE_WEB_IDENTITY_TOKEN\)/,
    ],
    ["web identity without role", { assumeRoleWithWebIdentity: { webIdentityToken: "t", sessionName: "quartet" } }, {}, /roleArn/],
    [
      "MFA without code",
      { ...pair, mfaCertification: { serialNumber: "n" } },
      {},
      /tokenCode \(TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE\)/,
    ],
    [
      "a pod without variables",
      { enablePodOidc: true },
      {},
      /TKE_REGION, TKE_WEB_IDENTITY_TOKEN_FILE, TKE_PROVIDER_ID, TKE_ROLE_ARN are not set/,
    ],
    ["a pod without role", { enablePodOidc: true }, { ...pod, TKE_ROLE_ARN: "" }, /TKE_ROLE_ARN is not set/],
  ];
  test.each(rows)("%s", async (_, settings, env, expectedMessage) => {
    const environment = fakeEnvironment(settings, env);
    const { code: code, message } = await failure(keysOf(environment));
    expect(code).toBe("failed_precondition");
    expect(message).toMatch(expectedMessage);
    expect([environment.calls, message.includes("PHNhbWw+")]).toEqual([[], false]);
  });
});

describe("no keys at all", () => {
  test("every source that was tried is named, with a remedy", async () => {
    const { code: code, message } = await failure(keysOf(fakeEnvironment()));
    expect(code).toBe("unauthenticated");
    for (const name of [
      "quartet:secretId",
      "TENCENTCLOUD_SECRET_ID",
      "quartet:secretKey",
      "TENCENTCLOUD_SECRET_KEY",
      `${credentialFile} does not exist`,
    ])
      expect(message).toContain(name);
    for (const name of ["camRoleName", "TENCENTCLOUD_CAM_ROLE_NAME", "assumeRoleWithWebIdentity", "assumeRoleWithSaml", "enablePodOidc"])
      expect(message).toContain(name);
    expect(message).toContain("pulumi config set --secret quartet:secretKey");
  });

  const rows: [string, Settings, Environment, Record<string, string>, RegExp][] = [
    ["half a pair", { secretId: "AKIDbase" }, {}, profile, /SECRET_ID: set\n.*SECRET_KEY: not set\n.*not read/],
    ["a token alone", { securityToken: "canary-token" }, {}, profile, /not read/],
    ["a profile without keys", {}, {}, { [credentialFile]: "{}" }, /default\.credential contains no pair/],
    ["a role without keys", { assumeRole: role }, {}, {}, /assumeRole needs keys/],
    ["a role of the environment without keys", {}, envRole, {}, /TENCENTCLOUD_ASSUME_ROLE_ARN needs keys/],
    ["MFA without keys", { mfaCertification: mfa }, {}, {}, /mfaCertification needs keys/],
  ];
  test.each(rows)("%s", async (...[, settings, env, files, expectedMessage]) => {
    const environment = fakeEnvironment(settings, env, files);
    const { code: code, message } = await failure(keysOf(environment));
    expect(code).toBe("unauthenticated");
    expect(message).toMatch(expectedMessage);
    expect(message).not.toMatch(/canary|523886/);
    expect(environment.calls).toEqual([]);
  });
});
