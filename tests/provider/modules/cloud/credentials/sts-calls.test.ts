// The requests to STS, and its responses and errors. See docs/modules/cloud.md#sts.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { Settings } from "../../../../../provider/core/gen/types";
import { encodeForm } from "../../../../../provider/modules/cloud/credentials/sts-calls";
import { deploy, failure, keysOf, issued, pair, role, start, fakeEnvironment } from "./support";

const session = { RoleArn: deploy, RoleSessionName: "quartet", DurationSeconds: 7200 };

describe("parameters", () => {
  const policy = '{"version":"2.0","statement":[{"effect":"allow","action":["vpc:Describe*"],"resource":"*"}]}';
  const encoded =
    "%7B%22version%22%3A%222.0%22%2C%22statement%22%3A%5B%7B%22effect%22%3A%22allow%22%2C%22action%22%3A%5B%22vpc%3ADescribe%2A%22%5D%2C%22resource%22%3A%22%2A%22%7D%5D%7D";
  const whole = {
    ...role,
    policy,
    externalId: "partner-42",
    sourceIdentity: "100000000002",
    serialNumber: "qcs::mfa",
    tokenCode: "523886",
  };
  const more = { Policy: encoded, ExternalId: "partner-42", SourceIdentity: "100000000002", SerialNumber: "qcs::mfa", TokenCode: "523886" };
  const saml = { ...role, samlAssertion: "PHNhbWw+", principalArn: "qcs::idp" };
  const rows: [string, Settings, object][] = [
    ["AssumeRole", { ...pair, assumeRole: role }, session],
    ["AssumeRole", { ...pair, assumeRole: whole }, { ...session, ...more }],
    ["AssumeRole", { ...pair, assumeRole: { ...role, sessionDuration: 60 } }, { ...session, DurationSeconds: 60 }],
    ["AssumeRole", { ...pair, assumeRole: { ...role, sessionDuration: 0 } }, { ...session, DurationSeconds: 0 }],
    ["AssumeRoleWithSAML", { assumeRoleWithSaml: saml }, { ...session, SAMLAssertion: "PHNhbWw+", PrincipalArn: "qcs::idp" }],
    [
      "AssumeRoleWithWebIdentity",
      { assumeRoleWithWebIdentity: { ...role, webIdentityToken: "t.t.t" } },
      { ...session, ProviderId: "OIDC", WebIdentityToken: "t.t.t" },
    ],
    [
      "AssumeRoleWithWebIdentity",
      {
        assumeRoleWithWebIdentity: {
          ...role,
          webIdentityToken: "t.t.t",
          providerId: "own",
          webIdentityTokenFile: "/no",
          roleArnFile: "/no",
        },
      },
      { ...session, ProviderId: "own", WebIdentityToken: "t.t.t" },
    ],
    [
      "GetSessionToken",
      { ...pair, mfaCertification: { serialNumber: "qcs::mfa", tokenCode: "523886" } },
      { SerialNumber: "qcs::mfa", TokenCode: "523886", DurationSeconds: 1800 },
    ],
    [
      "GetSessionToken",
      { ...pair, mfaCertification: { serialNumber: "qcs::mfa", tokenCode: "523886", durationSeconds: 0 } },
      { SerialNumber: "qcs::mfa", TokenCode: "523886", DurationSeconds: 0 },
    ],
  ];
  test.each(rows)("%s of %j", async (action, settings, params) => {
    const environment = fakeEnvironment(settings);
    await keysOf(environment);
    expect(environment.calls).toEqual([{ action, params, keys: environment.calls[0]!.keys, region: "ap-guangzhou" }]);
    expect(environment.calls[0]!.keys?.secretId).toBe(/SAML|Web/.test(action) ? undefined : "AKIDbase");
  });

  test("the role of the environment: its own options, no policy; 0 means 7200", async () => {
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
    const environment = fakeEnvironment(pair, env);
    await keysOf(environment);
    const { Policy: _, ...rest } = more;
    expect(environment.calls.map(({ params }) => params)).toEqual([{ ...session, ...rest }]);
    const web = fakeEnvironment({}, { ...env, [`${prefix}_WEB_IDENTITY_TOKEN`]: "t.t.t", [`${prefix}_PROVIDER_ID`]: "own" });
    await keysOf(web);
    expect(web.calls.map(({ params }) => params)).toEqual([{ ...session, ProviderId: "own", WebIdentityToken: "t.t.t" }]);
  });

  test("MFA of the environment lasts 1800 s without a number or with 0", async () => {
    const mfa = { TENCENTCLOUD_MFA_CERTIFICATION_SERIAL_NUMBER: "n", TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE: "523886" };
    for (const [seconds, sent] of [
      ["", 1800],
      ["0", 1800],
      ["900", 900],
    ] as const) {
      const environment = fakeEnvironment(pair, { ...mfa, TENCENTCLOUD_MFA_CERTIFICATION_DURATION_SECONDS: seconds });
      await keysOf(environment);
      expect(environment.calls[0]!.params["DurationSeconds"]).toBe(sent);
    }
  });

  test("a policy is form-encoded", () => {
    expect(encodeForm(policy)).toBe(encoded);
    expect(encodeForm("a b!'()*-_.~/ä")).toBe("a+b%21%27%28%29%2A-_.~%2F%C3%A4");
  });
});

describe("files of web identity", () => {
  const block = { sessionName: "quartet", webIdentityTokenFile: "/token", roleArnFile: "~/role" };
  const good = { "/token": '{"web_identity_token": "canary-token"}', "/home/me/role": `{"role_arn": "${deploy}"}` };

  test("contain token and role", async () => {
    const environment = fakeEnvironment({ assumeRoleWithWebIdentity: block }, {}, good);
    await keysOf(environment);
    expect(environment.calls[0]!.params).toEqual({ ...session, ProviderId: "OIDC", WebIdentityToken: "canary-token" });
  });

  const rows: [string, string | Error | undefined, RegExp][] = [
    ["a missing file", undefined, /\/token does not exist/],
    ["a file that cannot be read", Object.assign(new Error("canary"), { code: "EACCES" }), /\/token cannot be read \(EACCES\)/],
    ["no JSON", "canary-raw-token", /\/token is not JSON/],
    ["no object", '["canary"]', /\/token contains JSON that is not an object/],
    ["no token", '{"token": "canary"}', /\/token has no text "web_identity_token"/],
    ["an empty token", '{"web_identity_token": ""}', /\/token has no text "web_identity_token"/],
  ];
  test.each(rows)("%s is reported by its path, never by its content", async (_, content, expectedMessage) => {
    const files: Record<string, string | Error> = { ...good, "/token": content! };
    if (content === undefined) delete files["/token"];
    const { code: code, message } = await failure(keysOf(fakeEnvironment({ assumeRoleWithWebIdentity: block }, {}, files)));
    expect(code).toBe("failed_precondition");
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain("canary");
  });

  test("a missing role file is reported by its path with the home directory", async () => {
    const { message } = await failure(keysOf(fakeEnvironment({ assumeRoleWithWebIdentity: block }, {}, { "/token": good["/token"] })));
    expect(message).toMatch(/\/home\/me\/role does not exist/);
  });
});

describe("pod", () => {
  const env = { TKE_REGION: "ap-tokyo", TKE_WEB_IDENTITY_TOKEN_FILE: "/pod/token", TKE_PROVIDER_ID: "POD", TKE_ROLE_ARN: deploy };

  test("the whole file is the token, the region of the call is that of the pod", async () => {
    const environment = fakeEnvironment({ enablePodOidc: true, region: "ap-shanghai" }, env, { "/pod/token": " canary.t.t\n" });
    await keysOf(environment);
    const params = { ...session, ProviderId: "POD", WebIdentityToken: "canary.t.t", RoleSessionName: "quartet-1700000000000000" };
    expect(environment.calls).toEqual([{ action: "AssumeRoleWithWebIdentity", params, keys: undefined, region: "ap-tokyo" }]);
    expect(await environment.credentials.region()).toBe("ap-shanghai");
    expect(await fakeEnvironment({ enablePodOidc: true }, env).credentials.region()).toBe("ap-guangzhou");
  });

  test("an empty or missing file is reported by its path", async () => {
    expect((await failure(keysOf(fakeEnvironment({ enablePodOidc: true }, env, { "/pod/token": " \n" })))).message).toMatch(
      /\/pod\/token is empty/,
    );
    expect((await failure(keysOf(fakeEnvironment({ enablePodOidc: true }, env)))).message).toMatch(/\/pod\/token does not exist/);
  });
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
  const rows: [string, object, RegExp][] = [
    ["no Credentials", { ExpiredTime: whole.ExpiredTime }, /no Credentials/],
    ["null Credentials", { ...whole, Credentials: null }, /no Credentials/],
    ["no Token", { ...whole, Credentials: { ...whole.Credentials, Token: undefined } }, /no Token/],
    ["no TmpSecretId", { ...whole, Credentials: { ...whole.Credentials, TmpSecretId: "" } }, /no TmpSecretId/],
    ["no TmpSecretKey", { ...whole, Credentials: { ...whole.Credentials, TmpSecretKey: null } }, /no TmpSecretKey/],
    ["no ExpiredTime", { Credentials: whole.Credentials }, /no ExpiredTime/],
  ];
  test.each(rows)("%s is an error that quotes nothing", async (_, respond, expectedMessage) => {
    const environment = fakeEnvironment(settings);
    environment.respond = () => respond as ReturnType<typeof issued>;
    const { code: code, message } = await failure(keysOf(environment));
    expect(code).toBe("failed_precondition");
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain("canary");
  });

  test("an error names the source, hides secrets that it repeats, and names no object", async () => {
    const environment = fakeEnvironment(settings);
    const text = `sts AssumeRole failed: ResourceNotFound.RoleNotFound: 523886 ${pair.secretKey}`;
    environment.respond = () => Promise.reject(new ProviderError("not_found", text, { ambiguous: true }));
    const { code: code, message, ambiguous } = await failure(keysOf(environment));
    expect([code, ambiguous]).toEqual(["unauthenticated", false]);
    expect(message).toBe("Authentication failed: assumeRole: sts AssumeRole failed: ResourceNotFound.RoleNotFound: [secret] [secret]");
  });

  test.each(["SAML", "web"])("no message contains assertions and tokens (%s)", async (kind) => {
    const block = { ...role, samlAssertion: "canary+assertion/x=", principalArn: "p", webIdentityToken: "canary.web.token" };
    const environment = fakeEnvironment({ [kind === "SAML" ? "assumeRoleWithSaml" : "assumeRoleWithWebIdentity"]: block });
    environment.respond = ({ params }) => Promise.reject(new ProviderError("failed_precondition", `rejected: ${JSON.stringify(params)}`));
    expect((await failure(keysOf(environment))).message).not.toContain("canary");
  });

  test.each(["permission_denied", "resource_exhausted", "unavailable", "deadline_exceeded", "unauthenticated"] as const)(
    "the kind %s is kept",
    async (kind) => {
      const environment = fakeEnvironment(settings);
      environment.respond = () => Promise.reject(new ProviderError(kind, "no"));
      expect((await failure(keysOf(environment))).code).toBe(kind);
    },
  );
});
