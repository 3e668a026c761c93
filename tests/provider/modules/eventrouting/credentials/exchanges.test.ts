// The token requests of a service account, of a user and of an impersonation.
// See docs/modules/eventrouting.md#token-exchanges and docs/modules/eventrouting.md#impersonation.
import {
  account,
  acted,
  responseWith,
  claimsOf,
  cloudPlatform,
  expectFailure,
  start,
  text,
  tokenOf,
  user,
  fakeEnvironment,
} from "./support";

const googleTokenUrl = "http://127.0.0.1:9/token";
const expected = { value: "ya29.canary-1", expires: start + 3_599_000 };

test("a service account sends a signed assertion to the vendor's address, not token_uri, and no header names the library", async () => {
  const fake = fakeEnvironment({ googleCredentials: text(account), googleScopes: ["a", "b"] });
  expect(await fake.token()).toMatchObject(expected);
  const [{ method, url, headers, form }] = fake.requests as [(typeof fake.requests)[0]];
  expect([fake.requests.length, method, url]).toEqual([1, "POST", "https://oauth2.googleapis.com/token"]);
  expect(Object.keys(headers).sort()).toEqual(["accept", "content-type"]);
  expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  const { assertion = "", ...rest } = form;
  expect(rest).toEqual({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer" });
  expect(claimsOf(assertion)).toMatchObject({ iss: account.client_email, scope: "a b", aud: "https://oauth2.googleapis.com/token" });
});

test("a service account with an invalid key is reported without its value", async () => {
  const private_key = "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n";
  const fake = fakeEnvironment({ googleCredentials: text({ ...account, private_key }) });
  await expectFailure(tokenOf(fake), "failed_precondition", "invalid private_key");
});

test("a user sends a refresh token, without scopes", async () => {
  const fake = fakeEnvironment({ googleCredentials: text(user), googleTokenUrl });
  expect(await fake.token()).toMatchObject(expected);
  const { type: _type, ...client } = user;
  expect(fake.requests).toMatchObject([{ method: "POST", url: googleTokenUrl }]);
  expect(fake.requests[0]!.form).toEqual({ ...client, grant_type: "refresh_token" });
});

test("an external user at its own address, with the newest refresh token", async () => {
  const url = "https://sts.example/v1/oauthtoken";
  const fake = fakeEnvironment({ googleCredentials: text({ ...user, type: "external_account_authorized_user", token_url: url }) });
  fake.reply = () => responseWith(200, { access_token: "ya29.x", expires_in: 3600, refresh_token: "rotated" });
  const first = await fake.token();
  const authorization = `Basic ${Buffer.from("id.apps:canary-secret").toString("base64")}`;
  expect(fake.requests[0]).toMatchObject({ url, headers: { authorization } });
  expect(fake.requests[0]!.form).toEqual({ grant_type: "refresh_token", refresh_token: user.refresh_token });
  // An expiry is optional, and a response of another server must not affect later requests.
  const replies = [{ access_token: "ya29.y" }, {}, { access_token: "ya29.z" }];
  fake.reply = () => responseWith(200, replies.shift());
  const second = await fake.renew(first);
  await expect(fake.renew(second!)).rejects.toThrow("no usable access token");
  expect(await tokenOf(fake)).toBe("ya29.z");
  expect(fake.requests.slice(1).map(({ form }) => form["refresh_token"])).toEqual(["rotated", "rotated", "rotated"]);
});

describe("impersonation of an account", () => {
  const target = "run@demo-project.iam.gserviceaccount.com";
  const settings = {
    googleImpersonateServiceAccount: target,
    googleImpersonateServiceAccountDelegates: ["middle@x", "projects/-/serviceAccounts/last@x"],
    googleIamCredentialsUrl: "http://127.0.0.1:9/",
    googleScopes: ["only-this"],
  };

  test("the token of the source requests another one, which is bound to its account, with the quota project of the source", async () => {
    const fake = fakeEnvironment({ ...settings, googleCredentials: text({ ...account, quota_project_id: "payer" }) });
    const origin = `${target} through googleCredentials`;
    expect(await fake.token()).toMatchObject({ value: "ya29.acted-2", expires: start + 3_600_000, origin });
    const [first, second] = fake.requests;
    expect(claimsOf(first!.form["assertion"]!)["scope"]).toBe(cloudPlatform);
    const url = `http://127.0.0.1:9/v1/projects/-/serviceAccounts/${target}:generateAccessToken`;
    const headers = { authorization: "Bearer ya29.canary-1", "x-goog-user-project": "payer" };
    expect(second).toMatchObject({ method: "POST", url, headers });
    const delegates = ["projects/-/serviceAccounts/middle@x", "projects/-/serviceAccounts/last@x"];
    expect(second!.json).toEqual({ delegates, scope: ["only-this"], lifetime: "3600s" });
  });

  test("a rejection names the account and the role", async () => {
    const fake = fakeEnvironment({ ...settings, googleAccessToken: "ya29.canary-given" });
    const reason = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).";
    fake.reply = () => responseWith(403, { error: { code: 403, message: reason, status: "PERMISSION_DENIED" } });
    const { message } = await expectFailure(tokenOf(fake), "permission_denied", reason);
    const parts = [target, "googleAccessToken", "HTTP 403", "PERMISSION_DENIED", "Token Creator"];
    expect(parts.filter((part) => !message.includes(part))).toEqual([]);
  });

  test("JSON of an impersonated account: its source, its target, its delegates", async () => {
    const { googleIamCredentialsUrl, googleScopes } = settings;
    const json = {
      type: "impersonated_service_account",
      source_credentials: user,
      service_account_impersonation_url: `https://elsewhere.example/v1/projects/-/serviceAccounts/${target}:generateAccessToken`,
      delegates: ["d@x"],
    };
    const fake = fakeEnvironment({ googleCredentials: text(json), googleIamCredentialsUrl, googleScopes });
    expect(await tokenOf(fake)).toBe("ya29.acted-2");
    expect(fake.requests).toMatchObject([
      { form: { refresh_token: user.refresh_token } },
      {
        url: `http://127.0.0.1:9/v1/projects/-/serviceAccounts/${target}:generateAccessToken`,
        json: { delegates: ["projects/-/serviceAccounts/d@x"], scope: googleScopes },
      },
    ]);
    const lame = fakeEnvironment({ googleCredentials: text({ ...json, service_account_impersonation_url: "https://x.example/" }) });
    await expect(tokenOf(lame)).rejects.toThrow("service_account_impersonation_url");
  });
});

describe("failures of the token endpoint", () => {
  test.each([
    ["service_account", account, /create a new key/],
    ["authorized_user", user, /Log in again/],
  ])("invalid_grant of a %s", async (_type, json, advice) => {
    const fake = fakeEnvironment({ googleCredentials: text(json) });
    fake.reply = ({ form }) =>
      responseWith(400, { error: "invalid_grant", error_description: `Invalid: ${form["assertion"] ?? form["refresh_token"]}` });
    const { message } = await expectFailure(tokenOf(fake), "unauthenticated", advice);
    expect(fake.requests).toHaveLength(1);
    expect(message).toContain("googleCredentials: POST https://oauth2.googleapis.com/token: HTTP 400: invalid_grant: Invalid: [secret]");
    expect(message).not.toMatch(/ey[A-Za-z0-9]{10}/);
  });

  test("a temporary failure is retried three times", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user) });
    fake.reply = () => responseWith(503, "busy");
    await expectFailure(tokenOf(fake), "unavailable", "HTTP 503");
    expect(fake.waited).toEqual([100, 500, 1500]);
  });

  test("a text that is not JSON is not quoted, an invalid token is not used", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user) });
    fake.reply = () => responseWith(404, "<html>canary</html>");
    await expect(tokenOf(fake)).rejects.toThrow(/HTTP 404\.$/);
    for (const body of ["canary", {}, { access_token: "with blank" }]) {
      fake.reply = () => responseWith(200, body);
      await expectFailure(tokenOf(fake), "failed_precondition", "googleCredentials");
    }
  });

  test("an expiry without seconds, as text, and as a time", async () => {
    const fake = fakeEnvironment({ googleAccessToken: "t", googleImpersonateServiceAccount: "a@x" });
    fake.reply = () => acted(1, start - 1_000_000);
    expect((await fake.token()).expires).toBe(start + 2_600_000);
    const other = fakeEnvironment({ googleCredentials: text(user) });
    other.reply = () => responseWith(200, { access_token: "x", expires_in: "60" });
    expect((await other.token()).expires).toBe(start + 60_000);
  });
});
