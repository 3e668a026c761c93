// When keys are renewed, which cannot be, and the check of their account; http/credentials/renewal.test.ts has the rules of every module.
// See docs/modules/cloud.md#credential-renewal and docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { boundRole, expectFailure, keysOf, pair, pod, role, start, fakeEnvironment, type FakeEnvironment } from "./support";

const seconds = (environment: FakeEnvironment, after: number) => void (environment.now = start + after * 1000);
const mfa = { serialNumber: "qcs::mfa", tokenCode: "canary" };

test.each([
  [7200, "300 s before the end", 6900],
  [600, "in the last tenth of a short life", 540],
])("keys of a role for %d s are renewed %s", async (sessionDuration, _when, due) => {
  const environment = fakeEnvironment({ ...pair, assumeRole: { ...role, sessionDuration } });
  const first = await keysOf(environment);
  seconds(environment, due - 1);
  expect(await keysOf(environment)).toBe(first);
  seconds(environment, due);
  expect(await keysOf(environment)).not.toBe(first);
});

test("a renewal fetches the whole chain from its base, and files again", async () => {
  const environment = fakeEnvironment({ camRoleName: "vm", assumeRole: role });
  environment.page = () => boundRole(environment.now, { TmpSecretId: `AKID${environment.now}` });
  await keysOf(environment);
  seconds(environment, 7000);
  const rejected = await keysOf(environment);
  expect(environment.calls.map(({ keys }) => keys?.secretId)).toEqual([`AKID${start}`, `AKID${start + 7_000_000}`]);
  expect(await environment.renew(rejected)).toHaveProperty("secretId", "AKIDtmp3");
  const web = fakeEnvironment({ enablePodOidc: true }, pod, { "/pod": "first" });
  await keysOf(web);
  web.files["/pod"] = "second";
  seconds(web, 7000);
  await keysOf(web);
  expect(web.calls.map(({ params }) => params["WebIdentityToken"])).toEqual(["first", "second"]);
});

test("static keys are neither renewed nor replaced", async () => {
  const environment = fakeEnvironment(pair);
  const first = await keysOf(environment);
  seconds(environment, 1_000_000);
  expect(await keysOf(environment)).toBe(first);
  expect(await environment.renew(first)).toBeUndefined();
});

test.each([
  [
    "mfaCertification",
    { ...pair, mfaCertification: mfa },
    1800,
    /Set a new code as mfaCertification\.tokenCode \(TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE\) and run again/,
  ],
  [
    "a role with a code",
    { ...pair, assumeRole: { ...role, ...mfa } },
    7200,
    /Set a new code as assumeRole\.tokenCode \(TENCENTCLOUD_ASSUME_ROLE_TOKEN_CODE\)/,
  ],
])("%s is used until it expires, then the error has a remedy", async (_, settings, life, remedy) => {
  const environment = fakeEnvironment(settings);
  const first = await keysOf(environment);
  seconds(environment, life - 1);
  expect(await keysOf(environment)).toBe(first);
  expect(await environment.renew(first)).toBeUndefined();
  seconds(environment, life);
  for (const ended of [keysOf(environment), environment.renew(first)]) {
    const { message } = await expectFailure(ended, "unauthenticated", remedy);
    expect(message).toContain(new Date(start + life * 1000).toISOString());
  }
  expect(environment.calls).toHaveLength(1);
});

describe("the account", () => {
  const mine = "100000000001";

  test.each([
    ["not forbidden", { forbiddenAccountIds: ["1"] }, undefined],
    ["not allowed", { allowedAccountIds: [`0${mine}`] }, /account ID not allowed: 100000000001.*is not in allowedAccountIds/],
    ["forbidden", { forbiddenAccountIds: ["1", mine] }, /account ID not allowed: 100000000001.*is in forbiddenAccountIds/],
  ])("%s: one request, whose result is kept", async (_, lists, reason) => {
    const environment = fakeEnvironment({ ...pair, ...lists, region: "ap-shanghai" });
    for (const found of [keysOf(environment), keysOf(environment)])
      if (reason === undefined) expect((await found).secretId).toBe("AKIDbase");
      else await expectFailure(found, "permission_denied", reason);
    expect(environment.calls).toMatchObject([{ action: "GetCallerIdentity", params: {}, keys: pair, region: "ap-shanghai" }]);
  });

  test("is that of the final keys", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role, allowedAccountIds: [mine] });
    await keysOf(environment);
    expect(environment.calls[1]).toMatchObject({ action: "GetCallerIdentity", keys: { secretId: "AKIDtmp1" } });
  });

  test("an empty one is an error", async () => {
    const environment = fakeEnvironment({ ...pair, allowedAccountIds: [mine] });
    environment.respond = () => ({ AccountId: "" });
    await expectFailure(keysOf(environment), "failed_precondition", /no AccountId/);
  });

  test("a failed request is an error without the keys", async () => {
    const environment = fakeEnvironment({ ...pair, allowedAccountIds: [mine] });
    environment.respond = () => Promise.reject(new ProviderError("unavailable", `down ${pair.secretKey}`));
    const message = "Authentication failed: the account of the keys cannot be checked: down [secret]";
    await expectFailure(keysOf(environment), "unavailable", message);
  });
});
