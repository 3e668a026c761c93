// The token requests of a service account, of a user and of an impersonation.
// See docs/modules/eventrouting.md#token-exchanges and docs/modules/eventrouting.md#impersonation.
import { verify } from "node:crypto";
import {
  account,
  acted,
  responseWith,
  withoutAbort,
  claims,
  cloudPlatform,
  failure,
  tokenResponse,
  publicKey,
  start,
  text,
  tokenOf,
  user,
  fakeEnvironment,
} from "./support";

describe("service account", () => {
  test("a signed assertion goes to googleTokenUrl", async () => {
    const fake = fakeEnvironment({
      googleCredentials: text(account),
      googleTokenUrl: "http://127.0.0.1:9/token",
      googleScopes: ["a", "b"],
    });
    expect(await fake.credentials.token(withoutAbort())).toMatchObject({ value: "ya29.canary-1", expires: start + 3_599_000 });
    const [{ method, url, headers, form }] = fake.requests as [(typeof fake.requests)[0]];
    expect([method, url]).toEqual(["POST", "http://127.0.0.1:9/token"]);
    expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.keys(form).sort()).toEqual(["assertion", "grant_type"]);
    expect(form["grant_type"]).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const { header, payload, signed, signature } = claims(form["assertion"]!);
    expect(header).toEqual({ alg: "RS256" });
    expect(payload).toMatchObject({ iss: account.client_email, scope: "a b", aud: "https://oauth2.googleapis.com/token" });
    expect(Number(payload["exp"]) - Number(payload["iat"])).toBe(3600);
    expect(verify("RSA-SHA256", Buffer.from(signed), publicKey, signature)).toBe(true);
    expect(fake.requests).toHaveLength(1);
  });

  test("the default address is the vendor's, token_uri is ignored, and no header names the library", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(account) });
    await tokenOf(fake);
    expect(fake.requests.map(({ url }) => url)).toEqual(["https://oauth2.googleapis.com/token"]);
    expect(Object.keys(fake.requests[0]!.headers).sort()).toEqual(["accept", "content-type"]);
  });

  test("an invalid key is reported without its value", async () => {
    const fake = fakeEnvironment({
      googleCredentials: text({ ...account, private_key: "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n" }),
    });
    const { code, message } = await failure(tokenOf(fake));
    expect([code, message]).toEqual(["failed_precondition", expect.stringContaining("invalid private_key")]);
    expect(message).not.toContain("canary");
  });
});

describe("users", () => {
  test("a refresh token, without scopes", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user), googleTokenUrl: "http://127.0.0.1:9/token" });
    expect(await fake.credentials.token(withoutAbort())).toMatchObject({ value: "ya29.canary-1", expires: start + 3_599_000 });
    expect(fake.requests[0]).toMatchObject({ method: "POST", url: "http://127.0.0.1:9/token" });
    expect(fake.requests[0]!.form).toEqual({
      refresh_token: user.refresh_token,
      client_id: user.client_id,
      client_secret: user.client_secret,
      grant_type: "refresh_token",
    });
  });

  test("an external user at its own address, with the newest refresh token", async () => {
    const external = { ...user, type: "external_account_authorized_user", token_url: "https://sts.example/v1/oauthtoken" };
    const fake = fakeEnvironment({ googleCredentials: text(external) });
    fake.reply = () => responseWith(200, { access_token: "ya29.x", expires_in: 3600, refresh_token: "rotated" });
    const first = await fake.credentials.token(withoutAbort());
    expect(fake.requests[0]!.url).toBe("https://sts.example/v1/oauthtoken");
    expect(fake.requests[0]!.headers["authorization"]).toBe(`Basic ${Buffer.from("id.apps:canary-secret").toString("base64")}`);
    expect(fake.requests[0]!.form).toEqual({ grant_type: "refresh_token", refresh_token: user.refresh_token });
    await fake.credentials.renew(first, withoutAbort());
    expect(fake.requests[1]!.form["refresh_token"]).toBe("rotated");
  });
});

describe("impersonation of an account", () => {
  const target = "run@demo-project.iam.gserviceaccount.com";
  const settings = {
    googleImpersonateServiceAccount: target,
    googleImpersonateServiceAccountDelegates: ["middle@x", "projects/-/serviceAccounts/last@x"],
    googleIamCredentialsUrl: "http://127.0.0.1:9/",
    googleScopes: ["only-this"],
  };

  test("the token of the source requests another one", async () => {
    const fake = fakeEnvironment({ ...settings, googleCredentials: text(account) });
    expect(await fake.credentials.token(withoutAbort())).toMatchObject({ value: "ya29.acted-2", expires: start + 3_600_000 });
    const [first, second] = fake.requests;
    expect(claims(first!.form["assertion"]!).payload["scope"]).toBe(cloudPlatform);
    expect([second!.method, second!.url]).toEqual([
      "POST",
      `http://127.0.0.1:9/v1/projects/-/serviceAccounts/${target}:generateAccessToken`,
    ]);
    expect(second!.headers["authorization"]).toBe("Bearer ya29.canary-1");
    expect(second!.json).toEqual({
      delegates: ["projects/-/serviceAccounts/middle@x", "projects/-/serviceAccounts/last@x"],
      scope: ["only-this"],
      lifetime: "3600s",
    });
  });

  test("the token is bound to its account", async () => {
    const fake = fakeEnvironment({ ...settings, googleCredentials: text(user) });
    expect((await fake.credentials.token(withoutAbort())).origin).toBe(`${target} through googleCredentials`);
  });

  test("a given token is the source; without delegates the list is empty", async () => {
    const fake = fakeEnvironment({ googleImpersonateServiceAccount: target, googleAccessToken: "ya29.given" });
    expect(await tokenOf(fake)).toBe("ya29.acted-1");
    expect(fake.requests[0]!.headers["authorization"]).toBe("Bearer ya29.given");
    expect(fake.requests[0]!.json).toEqual({ delegates: [], scope: [cloudPlatform], lifetime: "3600s" });
  });

  test("the quota project of the source is sent", async () => {
    const fake = fakeEnvironment({
      googleImpersonateServiceAccount: target,
      googleCredentials: text({ ...user, quota_project_id: "payer" }),
    });
    await tokenOf(fake);
    expect(fake.requests[1]!.headers["x-goog-user-project"]).toBe("payer");
  });

  test("a rejection names the account and the role", async () => {
    const fake = fakeEnvironment({ ...settings, googleAccessToken: "ya29.canary-given" });
    const message = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).";
    fake.reply = () => responseWith(403, { error: { code: 403, message, status: "PERMISSION_DENIED" } });
    const { code, message: text } = await failure(tokenOf(fake));
    expect(code).toBe("permission_denied");
    for (const part of [
      target,
      "googleAccessToken",
      "HTTP 403",
      "PERMISSION_DENIED",
      "iam.serviceAccounts.getAccessToken",
      "Token Creator",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("canary");
  });

  test("JSON of an impersonated account: its source, its target, its delegates", async () => {
    const url = `https://elsewhere.example/v1/projects/-/serviceAccounts/${target}:generateAccessToken`;
    const json = {
      type: "impersonated_service_account",
      source_credentials: user,
      service_account_impersonation_url: url,
      delegates: ["d@x"],
    };
    const fake = fakeEnvironment({ googleCredentials: text(json), googleIamCredentialsUrl: "http://127.0.0.1:9", googleScopes: ["s"] });
    expect(await tokenOf(fake)).toBe("ya29.acted-2");
    expect(fake.requests[0]!.form["refresh_token"]).toBe(user.refresh_token);
    expect(fake.requests[1]!.url).toBe(`http://127.0.0.1:9/v1/projects/-/serviceAccounts/${target}:generateAccessToken`);
    expect(fake.requests[1]!.json).toMatchObject({ delegates: ["projects/-/serviceAccounts/d@x"], scope: ["s"] });
    const lame = fakeEnvironment({ googleCredentials: text({ ...json, service_account_impersonation_url: "https://x.example/" }) });
    expect((await failure(tokenOf(lame))).message).toContain("service_account_impersonation_url");
  });
});

describe("failures of the token endpoint", () => {
  test.each([
    [account, "service_account", /create a new key/],
    [user, "authorized_user", /Log in again/],
  ])("invalid_grant", async (json, _type, advice) => {
    const fake = fakeEnvironment({ googleCredentials: text(json) });
    fake.reply = ({ form }) =>
      responseWith(400, { error: "invalid_grant", error_description: `Invalid: ${form["assertion"] ?? form["refresh_token"]}` });
    const { code, message } = await failure(tokenOf(fake));
    expect(code).toBe("unauthenticated");
    expect(message).toMatch(advice);
    expect(message).toContain("googleCredentials: POST https://oauth2.googleapis.com/token: HTTP 400: invalid_grant: Invalid: [secret]");
    expect(message).not.toMatch(/canary|ey[A-Za-z0-9]{10}/);
    expect(fake.requests).toHaveLength(1);
  });

  test("a temporary failure is retried three times", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user) });
    fake.reply = () => responseWith(503, "busy");
    expect((await failure(tokenOf(fake))).code).toBe("unavailable");
    expect(fake.waited).toEqual([100, 500, 1500]);
    fake.reply = () => tokenResponse(7);
    expect(await tokenOf(fake)).toBe("ya29.canary-7");
  });

  test("a text that is not JSON is not quoted, an invalid token is not used", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user) });
    fake.reply = () => responseWith(404, "<html>canary</html>");
    expect((await failure(tokenOf(fake))).message).toMatch(/HTTP 404\.$/);
    for (const body of ["canary", {}, { access_token: "with blank" }]) {
      fake.reply = () => responseWith(200, body);
      expect(await failure(tokenOf(fake))).toMatchObject({ code: "failed_precondition" });
    }
  });

  test("an expiry without seconds, as text, and as a time", async () => {
    const fake = fakeEnvironment({ googleAccessToken: "t", googleImpersonateServiceAccount: "a@x" });
    fake.reply = () => acted(1, start - 1_000_000);
    expect((await fake.credentials.token(withoutAbort())).expires).toBe(start + 2_600_000);
    const other = fakeEnvironment({ googleCredentials: text(user) });
    other.reply = () => responseWith(200, { access_token: "x", expires_in: "60" });
    expect((await other.credentials.token(withoutAbort())).expires).toBe(start + 60_000);
  });
});
