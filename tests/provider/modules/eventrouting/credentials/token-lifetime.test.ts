// The lifetime of tokens, and the quota project. See docs/modules/eventrouting.md#quota-project and docs/modules/eventrouting.md#token-renewal: one exchange for all calls, renewal before expiry and after a rejection, and no renewal of a configured token.
import { acted, responseWith, withoutAbort, failure, tokenResponse, start, text, tokenOf, user, fakeEnvironment } from "./support";

const of = (more: object = {}): ReturnType<typeof fakeEnvironment> => fakeEnvironment({ googleCredentials: text({ ...user, ...more }) });

describe("the lifetime of a token", () => {
  test("nothing is loaded or requested before the first call", async () => {
    const fake = of();
    await Promise.resolve();
    expect([fake.requests, fake.reads, fake.loads]).toEqual([[], [], 0]);
  });

  test("calls at the same time share one exchange, impersonation included", async () => {
    const fake = fakeEnvironment({ googleCredentials: text(user), googleImpersonateServiceAccount: "a@x" });
    expect(new Set(await Promise.all([tokenOf(fake), tokenOf(fake), tokenOf(fake)]))).toEqual(new Set(["ya29.acted-2"]));
    expect(await tokenOf(fake)).toBe("ya29.acted-2");
    expect([fake.requests.length, fake.loads]).toEqual([2, 1]);
  });

  test("is renewed when less than five minutes remain", async () => {
    const fake = of();
    await tokenOf(fake);
    fake.now = start + 3_299_000;
    expect(await tokenOf(fake)).toBe("ya29.canary-1");
    fake.now += 1;
    expect(await tokenOf(fake)).toBe("ya29.canary-2");
  });

  test("one that is always shorter than five minutes is fetched for each call", async () => {
    const fake = of({ quota_project_id: "payer" });
    fake.reply = () => tokenResponse(fake.requests.length, 299);
    for (const expected of ["ya29.canary-1", "ya29.canary-2"]) {
      expect(await tokenOf(fake)).toBe(expected);
      expect(await fake.credentials.quotaProject("p", withoutAbort())).toBe("payer");
    }
    expect(fake.requests).toHaveLength(2);
  });

  test("a failed renewal is ignored while the token is valid, and not kept", async () => {
    const fake = of();
    await tokenOf(fake);
    fake.now = start + 3_400_000;
    fake.reply = () => responseWith(400, { error: "invalid_grant" });
    expect(await tokenOf(fake)).toBe("ya29.canary-1");
    fake.now = start + 3_600_000;
    expect((await failure(tokenOf(fake))).code).toBe("unauthenticated");
    fake.reply = () => tokenResponse(5);
    expect(await tokenOf(fake)).toBe("ya29.canary-5");
  });

  test("after a rejection another one is fetched, once for all rejected calls", async () => {
    const fake = of();
    const former = await fake.credentials.token(withoutAbort());
    const [one, other] = await Promise.all([
      fake.credentials.renew(former, withoutAbort()),
      fake.credentials.renew(former, withoutAbort()),
    ]);
    expect([one?.value, other?.value]).toEqual(["ya29.canary-2", "ya29.canary-2"]);
    expect((await fake.credentials.renew(former, withoutAbort()))?.value).toBe("ya29.canary-2");
    expect(fake.requests).toHaveLength(2);
  });

  test("a given token is never renewed, an impersonated one is", async () => {
    const given = fakeEnvironment({ googleAccessToken: "ya29.given" });
    expect(await given.credentials.renew(await given.credentials.token(withoutAbort()), withoutAbort())).toBeUndefined();
    given.now += 1e12;
    expect(await given.credentials.token(withoutAbort())).toEqual({ value: "ya29.given", origin: "googleAccessToken" });
    const fake = fakeEnvironment({ googleAccessToken: "ya29.given", googleImpersonateServiceAccount: "a@x" });
    expect((await fake.credentials.renew(await fake.credentials.token(withoutAbort()), withoutAbort()))?.value).toBe("ya29.acted-2");
  });

  test("a cancelled caller affects no other", async () => {
    const fake = of();
    let release = (): void => undefined;
    fake.reply = () => new Promise((resolve) => (release = () => resolve(tokenResponse(3))));
    const leaving = new AbortController();
    const left = fake.credentials.token(leaving.signal);
    const stays = fake.credentials.token(withoutAbort());
    left.catch(() => undefined);
    const reason = new Error("gone");
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    while (fake.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await stays).value).toBe("ya29.canary-3");
    await expect(fake.credentials.token(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("files are read again with each token", async () => {
    const fake = fakeEnvironment({ googleCredentials: "/key.json" }, {}, { "/key.json": text(user) });
    const former = await fake.credentials.token(withoutAbort());
    fake.files["/key.json"] = text({ ...user, refresh_token: "later" });
    await fake.credentials.renew(former, withoutAbort());
    expect(fake.requests.map(({ form }) => form["refresh_token"])).toEqual([user.refresh_token, "later"]);
  });
});

describe("the quota project", () => {
  const credentials = text({ ...user, quota_project_id: "of-json" });
  const env = { GOOGLE_CLOUD_QUOTA_PROJECT: "of-env" };
  const quota = (fake: ReturnType<typeof fakeEnvironment>): Promise<string | undefined> =>
    fake.credentials.quotaProject("of-call", withoutAbort());

  test("the override takes precedence, with the billing project first, and sends no request", async () => {
    const own = { googleCredentials: credentials, googleUserProjectOverride: true };
    const fake = fakeEnvironment({ ...own, googleBillingProject: "billing" }, env);
    expect(await quota(fake)).toBe("billing");
    expect(await quota(fakeEnvironment(own, env))).toBe("of-call");
    expect(fake.requests).toEqual([]);
  });

  test("a billing project without the override is ignored", async () => {
    expect(await quota(fakeEnvironment({ googleCredentials: text(user), googleBillingProject: "billing" }))).toBeUndefined();
  });

  test("the variable applies to default credentials only, and before the JSON", async () => {
    const files = { "/adc.json": credentials };
    const adc = { GOOGLE_APPLICATION_CREDENTIALS: "/adc.json" };
    expect(await quota(fakeEnvironment({}, { ...adc, ...env }, files))).toBe("of-env");
    expect(await quota(fakeEnvironment({}, adc, files))).toBe("of-json");
    expect(await quota(fakeEnvironment({ googleCredentials: credentials }, env))).toBe("of-json");
    expect(await quota(fakeEnvironment({ googleAccessToken: "t" }, env))).toBeUndefined();
  });

  test("a text that is invalid in a header is not a project", async () => {
    expect(await quota(of({ quota_project_id: "a\nb" }))).toBeUndefined();
    expect(await quota(of())).toBeUndefined();
  });

  test("an impersonated token keeps the project of its JSON", async () => {
    const fake = fakeEnvironment({ googleCredentials: credentials, googleImpersonateServiceAccount: "a@x" });
    fake.reply = ({ url }) => (url.includes("generateAccessToken") ? acted(1, start) : tokenResponse(1));
    expect(await quota(fake)).toBe("of-json");
  });
});
