// When keys are renewed, which cannot be, and the check of their account; http/credentials/renewal.test.ts has the rules of every module.
// See docs/modules/cloud.md#credential-renewal and docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { Settings } from "../../../../../provider/core/gen/types";
import type { PlainMap } from "../../../../../provider/core/values/value";
import {
  boundRole,
  withoutAbort,
  failure,
  keysOf,
  issued,
  pair,
  pod,
  role,
  saml,
  start,
  fakeEnvironment,
  type FakeEnvironment,
} from "./support";

const seconds = (environment: FakeEnvironment, after: number): void => void (environment.now = start + after * 1000);
const mfa = { serialNumber: "qcs::mfa", tokenCode: "523886" };

describe("renewed early", () => {
  test.each<[string, Settings, number]>([
    ["AssumeRole: 300 s before the end", { ...pair, assumeRole: role }, 6900],
    ["AssumeRole: the last tenth of a short life", { ...pair, assumeRole: { ...role, sessionDuration: 600 } }, 540],
    ["SAML", { assumeRoleWithSaml: saml }, 6900],
    ["web identity", { assumeRoleWithWebIdentity: { ...role, webIdentityToken: "t" } }, 6900],
    ["metadata", { camRoleName: "vm" }, 6900],
  ])("%s", async (_, settings, due) => {
    const environment = fakeEnvironment(settings);
    environment.page = () => boundRole(environment.now);
    const first = await keysOf(environment);
    seconds(environment, due - 1);
    expect(await keysOf(environment)).toBe(first);
    seconds(environment, due);
    expect(await keysOf(environment)).not.toBe(first);
  });

  test("the whole chain from its base, and files again", async () => {
    const environment = fakeEnvironment({ camRoleName: "vm", assumeRole: role });
    environment.page = () => boundRole(environment.now, { TmpSecretId: `AKID${environment.now}` });
    await keysOf(environment);
    seconds(environment, 7000);
    await keysOf(environment);
    expect(environment.calls.map(({ keys }) => keys?.secretId)).toEqual([`AKID${start}`, `AKID${start + 7_000_000}`]);
    const web = fakeEnvironment({ enablePodOidc: true }, pod, { "/pod": "first" });
    await keysOf(web);
    web.files["/pod"] = "second";
    seconds(web, 7000);
    await keysOf(web);
    expect(web.calls.map(({ params }) => params["WebIdentityToken"])).toEqual(["first", "second"]);
  });
});

test("static keys are neither renewed nor replaced", async () => {
  const environment = fakeEnvironment({ ...pair, securityToken: "t" });
  const first = await keysOf(environment);
  seconds(environment, 1_000_000);
  expect(await keysOf(environment)).toBe(first);
  expect(await environment.credentials.renew(first, withoutAbort())).toBeUndefined();
});

test.each<[string, Settings, number, RegExp]>([
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
  expect(await environment.credentials.renew(first, withoutAbort())).toBeUndefined();
  seconds(environment, life);
  for (const { code, message } of [
    await failure(keysOf(environment)),
    await failure(environment.credentials.renew(first, withoutAbort())),
  ]) {
    expect(code).toBe("unauthenticated");
    expect(message).toContain(new Date(start + life * 1000).toISOString());
    expect(message).toMatch(remedy);
    expect(message).not.toMatch(/523886|canary/);
  }
  expect(environment.calls).toHaveLength(1);
});

test("keys that the service rejects are fetched again once, for all callers, and not used when that fails", async () => {
  const environment = fakeEnvironment({ ...pair, assumeRole: role });
  const first = await keysOf(environment);
  const renew = async (): Promise<string | undefined> => (await environment.credentials.renew(first, withoutAbort()))?.secretId;
  environment.respond = () => Promise.reject(new ProviderError("permission_denied", "no"));
  expect((await failure(renew())).code).toBe("permission_denied");
  expect((await failure(keysOf(environment))).code).toBe("permission_denied");
  delete environment.respond;
  expect(await Promise.all([renew(), renew()])).toEqual(["AKIDtmp2", "AKIDtmp2"]);
  expect(await renew()).toBe("AKIDtmp2");
  expect(environment.calls).toHaveLength(4);
});

describe("the account", () => {
  const mine = "100000000001";
  const actions = ({ calls }: FakeEnvironment): string[] => calls.map(({ action }) => action);

  test.each<[string, Settings, RegExp | undefined]>([
    ["allowed", { allowedAccountIds: ["1", mine] }, undefined],
    ["not forbidden", { forbiddenAccountIds: ["1"] }, undefined],
    ["not allowed", { allowedAccountIds: [`0${mine}`] }, /account ID not allowed: 100000000001.*is not in allowedAccountIds/],
    ["forbidden", { forbiddenAccountIds: ["1", mine] }, /account ID not allowed: 100000000001.*is in forbiddenAccountIds/],
  ])("%s: one request, whose result is kept", async (_, lists, reason) => {
    const environment = fakeEnvironment({ ...pair, ...lists, region: "ap-shanghai" });
    for (const found of [keysOf(environment), keysOf(environment)])
      if (reason === undefined) expect((await found).secretId).toBe("AKIDbase");
      else expect(await failure(found)).toMatchObject({ code: "permission_denied", message: expect.stringMatching(reason) as string });
    expect(environment.calls).toMatchObject([{ action: "GetCallerIdentity", params: {}, keys: pair, region: "ap-shanghai" }]);
  });

  test("is not checked with empty lists", async () => {
    const environment = fakeEnvironment({ ...pair, allowedAccountIds: [], forbiddenAccountIds: [] });
    await keysOf(environment);
    expect(environment.calls).toEqual([]);
  });

  test("is checked once, with the final keys", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role, allowedAccountIds: [mine] });
    await Promise.all([keysOf(environment), keysOf(environment)]);
    seconds(environment, 7000);
    await keysOf(environment);
    expect(actions(environment)).toEqual(["AssumeRole", "GetCallerIdentity", "AssumeRole"]);
    expect(environment.calls[1]!.keys?.secretId).toBe("AKIDtmp1");
  });

  test.each([null, "", undefined])("%j is an error", async (account) => {
    const environment = fakeEnvironment({ ...pair, allowedAccountIds: [mine] });
    environment.respond = () => ({ AccountId: account }) as PlainMap;
    expect(await failure(keysOf(environment))).toMatchObject({
      code: "failed_precondition",
      message: expect.stringMatching(/no AccountId/) as string,
    });
  });

  test("a failed request is repeated; keys of a one-time code are kept meanwhile", async () => {
    const environment = fakeEnvironment({ ...pair, mfaCertification: mfa, allowedAccountIds: [mine] });
    const down = new ProviderError("unavailable", `down canary-tmp-key-1`);
    environment.respond = ({ action }) => (action === "GetCallerIdentity" ? Promise.reject(down) : issued(1, start, 1800));
    expect(await failure(keysOf(environment))).toMatchObject({
      code: "unavailable",
      message: "Authentication failed: the account of the keys cannot be checked: down [secret]",
    });
    delete environment.respond;
    expect((await keysOf(environment)).secretId).toBe("AKIDtmp1");
    expect(actions(environment)).toEqual(["GetSessionToken", "GetCallerIdentity", "GetCallerIdentity"]);
  });
});
