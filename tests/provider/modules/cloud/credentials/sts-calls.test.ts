// The requests to STS, and its responses and errors. See docs/modules/cloud.md#sts.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { encodeForm } from "../../../../../provider/modules/cloud/credentials/sts-calls";
import { deploy, expectFailure, keysOf, issued, pair, pod, role, saml, start, fakeEnvironment } from "./support";

const session = { RoleArn: deploy, RoleSessionName: "quartet", DurationSeconds: 7200 };

describe("parameters", () => {
  const policy = '{"version":"2.0","statement":[{"effect":"allow","action":["vpc:Describe*"],"resource":"*"}]}';
  const encoded =
    "%7B%22version%22%3A%222.0%22%2C%22statement%22%3A%5B%7B%22effect%22%3A%22allow%22%2C%22action%22%3A%5B%22vpc%3ADescribe%2A%22%5D%2C%22resource%22%3A%22%2A%22%7D%5D%7D";
  const options = { externalId: "partner-42", sourceIdentity: "100000000002", serialNumber: "qcs::mfa", tokenCode: "523886" };
  const more = { ExternalId: "partner-42", SourceIdentity: "100000000002", SerialNumber: "qcs::mfa", TokenCode: "523886" };
  const web = { ...role, webIdentityToken: "t.t.t", webIdentityTokenFile: "/no", roleArnFile: "/no" };
  const prefix = "TENCENTCLOUD_ASSUME_ROLE";
  const env = {
    [`${prefix}_ARN`]: deploy,
    [`${prefix}_SESSION_NAME`]: "quartet",
    [`${prefix}_SESSION_DURATION`]: "0",
    [`${prefix}_EXTERNAL_ID`]: "partner-42",
    [`${prefix}_SOURCE_IDENTITY`]: "100000000002",
    [`${prefix}_SERIAL_NUMBER`]: "qcs::mfa",
    [`${prefix}_TOKEN_CODE`]: "523886",
    [`${prefix}_WEB_IDENTITY_TOKEN_FILE`]: "/no",
  };
  const mfa = { serialNumber: "qcs::mfa", tokenCode: "523886" };
  const envMfa = { TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: "qcs::mfa", TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "523886" };
  const code = { SerialNumber: "qcs::mfa", TokenCode: "523886" };
  const seconds = "TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS";

  test.each([
    ["AssumeRole", { ...pair, assumeRole: { ...role, ...options, policy } }, {}, { ...session, ...more, Policy: encoded }],
    ["AssumeRole", { ...pair, assumeRole: { ...role, sessionDuration: 0 } }, {}, { ...session, DurationSeconds: 0 }],
    ["AssumeRole", pair, { ...env, [`${prefix}_POLICY`]: policy }, { ...session, ...more }],
    ["AssumeRoleWithSAML", { assumeRoleWithSaml: saml }, {}, { ...session, SAMLAssertion: "PHNhbWw+", PrincipalArn: "qcs::idp" }],
    ["AssumeRoleWithWebIdentity", { assumeRoleWithWebIdentity: web }, {}, { ...session, ProviderId: "OIDC", WebIdentityToken: "t.t.t" }],
    [
      "AssumeRoleWithWebIdentity",
      {},
      { ...env, [`${prefix}_WEB_IDENTITY_TOKEN`]: "t.t.t", [`${prefix}_PROVIDER_ID`]: "own" },
      { ...session, ProviderId: "own", WebIdentityToken: "t.t.t" },
    ],
    ["GetSessionToken", { ...pair, mfaCertification: mfa }, {}, { ...code, DurationSeconds: 1800 }],
    ["GetSessionToken", { ...pair, mfaCertification: { ...mfa, durationSeconds: 0 } }, {}, { ...code, DurationSeconds: 0 }],
    ["GetSessionToken", pair, { ...envMfa, [seconds]: "0" }, { ...code, DurationSeconds: 1800 }],
    ["GetSessionToken", pair, { ...envMfa, [seconds]: "900" }, { ...code, DurationSeconds: 900 }],
  ])("%s of %j, %j", async (action, settings, variables, params) => {
    const environment = fakeEnvironment(settings, variables);
    await keysOf(environment);
    const isSigned = !/SAML|Web/.test(action);
    expect(environment.calls).toEqual([
      { action, params, keys: isSigned ? expect.objectContaining(pair) : undefined, region: "ap-guangzhou" },
    ]);
  });

  test("a policy is form-encoded", () => {
    expect(encodeForm("a b!'()*-_.~/ä")).toBe("a+b%21%27%28%29%2A-_.~%2F%C3%A4");
  });
});

const block = { sessionName: "quartet", webIdentityTokenFile: "/token", roleArnFile: "~/role" };
const good = { "/token": '{"web_identity_token": "canary-token"}', "/home/me/role": `{"role_arn": "${deploy}"}` };

test("files of web identity: contain token and role", async () => {
  const environment = fakeEnvironment({ assumeRoleWithWebIdentity: block }, {}, good);
  await keysOf(environment);
  expect(environment.calls[0]!.params).toEqual({ ...session, ProviderId: "OIDC", WebIdentityToken: "canary-token" });
});

test.each([
  [{ "/token": good["/token"] }, "/home/me/role does not exist"],
  [{ ...good, "/token": '{"web_identity_token": "", "x": "canary"}' }, '/token has no text "web_identity_token"'],
])("files of web identity: %j is reported by its path, never by its content", async (files, reason) => {
  await expectFailure(keysOf(fakeEnvironment({ assumeRoleWithWebIdentity: block }, {}, files)), "failed_precondition", reason);
});

test("pod: the whole file is the token, the region of the call is that of the pod", async () => {
  const environment = fakeEnvironment({ enablePodOidc: true, region: "ap-shanghai" }, pod, { "/pod": " canary.t.t\n" });
  await keysOf(environment);
  const params = {
    ...session,
    RoleArn: "qcs::pod",
    ProviderId: "POD",
    WebIdentityToken: "canary.t.t",
    RoleSessionName: "quartet-1700000000000000",
  };
  expect(environment.calls).toEqual([{ action: "AssumeRoleWithWebIdentity", params, keys: undefined, region: "ap-tokyo" }]);
  expect(await environment.region()).toBe("ap-shanghai");
  expect(await fakeEnvironment({ enablePodOidc: true }, pod).region()).toBe("ap-guangzhou");
});

test("pod: an empty or missing file is reported by its path", async () => {
  const fails = async (files: Record<string, string>, reason: string) =>
    expectFailure(keysOf(fakeEnvironment({ enablePodOidc: true }, pod, files)), "failed_precondition", reason);
  await fails({ "/pod": " \n" }, "/pod is empty");
  await fails({}, "/pod does not exist");
});

describe("responses", () => {
  const settings = { ...pair, assumeRole: { ...role, serialNumber: "qcs::mfa", tokenCode: "523886" } };

  test("contain keys with their expiry", async () => {
    expect(await keysOf(fakeEnvironment(settings))).toMatchObject({
      secretId: "AKIDtmp1",
      secretKey: "canary-tmp-key-1",
      token: "canary-token-1",
      expires: start + 7_200_000,
    });
  });

  const whole = issued(1, start) as { Credentials: Record<string, string>; ExpiredTime: number };
  test.each([
    ["Credentials", { ...whole, Credentials: null }],
    ["Token", { ...whole, Credentials: { ...whole.Credentials, Token: undefined } }],
    ["TmpSecretKey", { ...whole, Credentials: { ...whole.Credentials, TmpSecretKey: null } }],
    ["ExpiredTime", { Credentials: whole.Credentials }],
  ])("no %s is an error that quotes nothing", async (member, response) => {
    const environment = fakeEnvironment(settings);
    environment.respond = () => response as typeof whole;
    await expectFailure(keysOf(environment), "failed_precondition", `no ${member} `);
  });

  test("an error names the source, hides secrets that it repeats, and names no object", async () => {
    const environment = fakeEnvironment(settings);
    const text = `sts AssumeRole failed: ResourceNotFound.RoleNotFound: 523886 ${pair.secretKey}`;
    environment.respond = () => Promise.reject(new ProviderError("not_found", text, { ambiguous: true }));
    const message = "Authentication failed: assumeRole: sts AssumeRole failed: ResourceNotFound.RoleNotFound: [secret] [secret]";
    expect(await expectFailure(keysOf(environment), "unauthenticated", message)).toHaveProperty("ambiguous", false);
  });

  test.each(["assumeRoleWithSaml", "assumeRoleWithWebIdentity"])("no message contains assertions and tokens (%s)", async (name) => {
    const block = { ...role, samlAssertion: "canary+assertion/x=", principalArn: "p", webIdentityToken: "canary.web.token" };
    const environment = fakeEnvironment({ [name]: block });
    environment.respond = ({ params }) => Promise.reject(new ProviderError("resource_exhausted", `rejected: ${JSON.stringify(params)}`));
    await expectFailure(keysOf(environment), "resource_exhausted", "rejected: ");
  });
});
