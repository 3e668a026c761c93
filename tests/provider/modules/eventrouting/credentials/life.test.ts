// The lifetime of tokens, and the quota project. See docs/modules/eventrouting.md#quota-project and docs/modules/eventrouting.md#token-renewal: one exchange for all calls, renewal before expiry and after a rejection, and no renewal of a configured token.
import { acted, responseWith, calm, failure, minted, start, text, tokenOf, user, fakeEnvironment } from "./support";

const of = (more: object = {}): ReturnType<typeof fakeEnvironment> => fakeEnvironment({ googleCredentials: text({ ...user, ...more }) });

describe("the lifetime of a token", () => {
  test("nothing is loaded or requested before the first call", async () => {
    const made = of();
    await Promise.resolve();
    expect([made.requests, made.looked, made.loads]).toEqual([[], [], 0]);
  });

  test("calls at the same time share one exchange, impersonation included", async () => {
    const made = fakeEnvironment({ googleCredentials: text(user), googleImpersonateServiceAccount: "a@x" });
    expect(new Set(await Promise.all([tokenOf(made), tokenOf(made), tokenOf(made)]))).toEqual(new Set(["ya29.acted-2"]));
    expect(await tokenOf(made)).toBe("ya29.acted-2");
    expect([made.requests.length, made.loads]).toEqual([2, 1]);
  });

  test("is renewed when less than five minutes remain", async () => {
    const made = of();
    await tokenOf(made);
    made.now = start + 3_299_000;
    expect(await tokenOf(made)).toBe("ya29.canary-1");
    made.now += 1;
    expect(await tokenOf(made)).toBe("ya29.canary-2");
  });

  test("one that is always shorter than five minutes is fetched for each call", async () => {
    const made = of({ quota_project_id: "payer" });
    made.reply = () => minted(made.requests.length, 299);
    for (const expected of ["ya29.canary-1", "ya29.canary-2"]) {
      expect(await tokenOf(made)).toBe(expected);
      expect(await made.credentials.quotaProject("p", calm())).toBe("payer");
    }
    expect(made.requests).toHaveLength(2);
  });

  test("a failed renewal is ignored while the token is valid, and not kept", async () => {
    const made = of();
    await tokenOf(made);
    made.now = start + 3_400_000;
    made.reply = () => responseWith(400, { error: "invalid_grant" });
    expect(await tokenOf(made)).toBe("ya29.canary-1");
    made.now = start + 3_600_000;
    expect((await failure(tokenOf(made))).code).toBe("unauthenticated");
    made.reply = () => minted(5);
    expect(await tokenOf(made)).toBe("ya29.canary-5");
  });

  test("after a rejection another one is fetched, once for all rejected calls", async () => {
    const made = of();
    const former = await made.credentials.token(calm());
    const [one, other] = await Promise.all([made.credentials.renewed(former, calm()), made.credentials.renewed(former, calm())]);
    expect([one?.value, other?.value]).toEqual(["ya29.canary-2", "ya29.canary-2"]);
    expect((await made.credentials.renewed(former, calm()))?.value).toBe("ya29.canary-2");
    expect(made.requests).toHaveLength(2);
  });

  test("a given token is never renewed, an impersonated one is", async () => {
    const given = fakeEnvironment({ googleAccessToken: "ya29.given" });
    expect(await given.credentials.renewed(await given.credentials.token(calm()), calm())).toBeUndefined();
    given.now += 1e12;
    expect(await given.credentials.token(calm())).toEqual({ value: "ya29.given", origin: "googleAccessToken" });
    const made = fakeEnvironment({ googleAccessToken: "ya29.given", googleImpersonateServiceAccount: "a@x" });
    expect((await made.credentials.renewed(await made.credentials.token(calm()), calm()))?.value).toBe("ya29.acted-2");
  });

  test("a cancelled caller affects no other", async () => {
    const made = of();
    let release = (): void => undefined;
    made.reply = () => new Promise((resolve) => (release = () => resolve(minted(3))));
    const leaving = new AbortController();
    const left = made.credentials.token(leaving.signal);
    const stays = made.credentials.token(calm());
    left.catch(() => undefined);
    const reason = new Error("gone");
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    while (made.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await stays).value).toBe("ya29.canary-3");
    await expect(made.credentials.token(AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("files are read again with each token", async () => {
    const made = fakeEnvironment({ googleCredentials: "/key.json" }, {}, { "/key.json": text(user) });
    const former = await made.credentials.token(calm());
    made.files["/key.json"] = text({ ...user, refresh_token: "later" });
    await made.credentials.renewed(former, calm());
    expect(made.requests.map(({ form }) => form["refresh_token"])).toEqual([user.refresh_token, "later"]);
  });
});

describe("the quota project", () => {
  const credentials = text({ ...user, quota_project_id: "of-json" });
  const env = { GOOGLE_CLOUD_QUOTA_PROJECT: "of-env" };
  const quota = (made: ReturnType<typeof fakeEnvironment>): Promise<string | undefined> => made.credentials.quotaProject("of-call", calm());

  test("the override takes precedence, with the billing project first, and sends no request", async () => {
    const own = { googleCredentials: credentials, googleUserProjectOverride: true };
    const made = fakeEnvironment({ ...own, googleBillingProject: "billing" }, env);
    expect(await quota(made)).toBe("billing");
    expect(await quota(fakeEnvironment(own, env))).toBe("of-call");
    expect(made.requests).toEqual([]);
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
    const made = fakeEnvironment({ googleCredentials: credentials, googleImpersonateServiceAccount: "a@x" });
    made.reply = ({ url }) => (url.includes("generateAccessToken") ? acted(1, start) : minted(1));
    expect(await quota(made)).toBe("of-json");
  });
});
