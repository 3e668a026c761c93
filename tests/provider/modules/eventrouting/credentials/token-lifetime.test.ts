// The lifetime of tokens, and the quota project. See docs/modules/eventrouting.md#quota-project and docs/modules/eventrouting.md#token-renewal: one exchange for all calls, renewal before expiry and after a rejection, and no renewal of a configured token.
import type { EventSettings } from "../../../../../provider/modules/eventrouting/settings";
import { tokenResponse, start, text, tokenOf, user, fakeEnvironment } from "./support";

const of = (more: object = {}) => fakeEnvironment({ googleCredentials: text({ ...user, ...more }) });
const given = { googleAccessToken: "ya29.given" };

describe("the lifetime of a token", () => {
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
      expect(await fake.quotaProject("p")).toBe("payer");
    }
    expect(fake.requests).toHaveLength(2);
  });

  test("after a rejection another one is fetched, and files are read again", async () => {
    const fake = fakeEnvironment({ googleCredentials: "/key.json" }, {}, { "/key.json": text(user) });
    const former = await fake.token();
    fake.files["/key.json"] = text({ ...user, refresh_token: "later" });
    expect((await fake.renew(former))?.value).toBe("ya29.canary-2");
    expect(fake.requests.map(({ form }) => form["refresh_token"])).toEqual([user.refresh_token, "later"]);
  });

  test("a given token is never renewed, an impersonated one is", async () => {
    const fake = fakeEnvironment(given);
    const former = await fake.token();
    expect(await fake.renew(former)).toBeUndefined();
    fake.now += 1e12;
    expect(await fake.token()).toEqual({ value: "ya29.given", origin: "googleAccessToken" });
    const impersonated = fakeEnvironment({ ...given, googleImpersonateServiceAccount: "a@x" });
    expect((await impersonated.renew(await impersonated.token()))?.value).toBe("ya29.acted-2");
  });
});

const own = { googleCredentials: text({ ...user, quota_project_id: "of-json" }) };
const override = { ...own, googleUserProjectOverride: true };
const env = { GOOGLE_CLOUD_QUOTA_PROJECT: "of-env" };
const adc = { GOOGLE_APPLICATION_CREDENTIALS: "/adc.json" };

test.each<[settings: EventSettings, env: Record<string, string>, expected: string | undefined]>([
  // The override takes precedence, with the billing project first.
  [{ ...override, googleBillingProject: "billing" }, env, "billing"],
  [override, env, "of-call"],
  [{ googleCredentials: text(user), googleBillingProject: "billing" }, {}, undefined],
  // The variable applies to default credentials only, and before the JSON.
  [{}, { ...adc, ...env }, "of-env"],
  [{}, adc, "of-json"],
  [own, env, "of-json"],
  [given, env, undefined],
  [{ googleCredentials: text({ ...user, quota_project_id: "a\nb" }) }, {}, undefined],
  [{ ...own, googleImpersonateServiceAccount: "a@x" }, {}, "of-json"],
])("the quota project of %j, %j", async (settings, env, expected) => {
  const fake = fakeEnvironment(settings, env, { "/adc.json": own.googleCredentials });
  expect(await fake.quotaProject("of-call")).toBe(expected);
  if (settings.googleUserProjectOverride) expect(fake.requests).toEqual([]);
});
