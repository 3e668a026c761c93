// When keys are renewed, and which cannot be. See docs/modules/cloud.md#credential-renewal.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { Settings } from "../../../../../provider/core/gen/types";
import { boundRole, withoutAbort, failure, keysOf, issued, pair, role, start, fakeEnvironment, type FakeEnvironment } from "./support";

const seconds = (environment: FakeEnvironment, after: number): void => void (environment.now = start + after * 1000);
const saml = { ...role, samlAssertion: "PHNhbWw+", principalArn: "p" };
const mfa = { serialNumber: "qcs::mfa", tokenCode: "523886" };
const pod = { TKE_REGION: "ap-tokyo", TKE_WEB_IDENTITY_TOKEN_FILE: "/pod", TKE_PROVIDER_ID: "POD", TKE_ROLE_ARN: "qcs::pod" };

describe("renewed early", () => {
  const rows: [string, Settings, number][] = [
    ["AssumeRole: 300 s before the end", { ...pair, assumeRole: role }, 6900],
    ["AssumeRole: the last tenth of a short life", { ...pair, assumeRole: { ...role, sessionDuration: 600 } }, 540],
    ["SAML", { assumeRoleWithSaml: saml }, 6900],
    ["web identity", { assumeRoleWithWebIdentity: { ...role, webIdentityToken: "t" } }, 6900],
    ["pod", { enablePodOidc: true }, 6900],
  ];
  test.each(rows)("%s", async (_, settings, due) => {
    const environment = fakeEnvironment(settings, pod, { "/pod": "t" });
    const first = await keysOf(environment);
    seconds(environment, due - 1);
    expect(await keysOf(environment)).toBe(first);
    seconds(environment, due);
    expect((await keysOf(environment)).secretId).toBe("AKIDtmp2");
    expect(environment.calls).toHaveLength(2);
  });

  test("metadata", async () => {
    const environment = fakeEnvironment({ camRoleName: "vm" });
    environment.page = () => boundRole(environment.now);
    const first = await keysOf(environment);
    seconds(environment, 6899);
    expect(await keysOf(environment)).toBe(first);
    seconds(environment, 6900);
    expect((await keysOf(environment)).expires).toBe(start + 6_900_000 + 7_200_000);
  });

  test("the whole chain from its base, and files again", async () => {
    const settings = { camRoleName: "vm", assumeRole: role };
    const environment = fakeEnvironment(settings);
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

  test("static keys are not renewed", async () => {
    const environment = fakeEnvironment({ ...pair, securityToken: "t" });
    const first = await keysOf(environment);
    seconds(environment, 1_000_000);
    expect(await keysOf(environment)).toBe(first);
    expect(await environment.credentials.renew(first, withoutAbort())).toBeUndefined();
  });
});

describe("one-time codes", () => {
  const rows: [string, Settings, number, RegExp][] = [
    [
      "GetSessionToken",
      { ...pair, mfaCertification: mfa },
      1800,
      /mfaCertification\.tokenCode \(TENCENTCLOUD_MFA_CERTIFICATION_TOKEN_CODE\)/,
    ],
    [
      "AssumeRole with a code",
      { ...pair, assumeRole: { ...role, ...mfa } },
      7200,
      /assumeRole\.tokenCode \(TENCENTCLOUD_ASSUME_ROLE_TOKEN_CODE\)/,
    ],
  ];
  test.each(rows)("%s is used until it expires, then the error has a remedy", async (_, settings, life, expectedMessage) => {
    const environment = fakeEnvironment(settings);
    const first = await keysOf(environment);
    seconds(environment, life - 1);
    expect(await keysOf(environment)).toBe(first);
    expect(await environment.credentials.renew(first, withoutAbort())).toBeUndefined();
    seconds(environment, life);
    const ends = [await failure(keysOf(environment)), await failure(environment.credentials.renew(first, withoutAbort()))];
    for (const { code, message } of ends) {
      expect(code).toBe("unauthenticated");
      expect(message).toContain(new Date(start + life * 1000).toISOString());
      expect(message).toMatch(expectedMessage);
      expect(message).not.toMatch(/523886|canary/);
    }
    expect(environment.calls).toHaveLength(1);
  });
});

describe("one fetch for all callers", () => {
  test("at the first call and at each renewal", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    const firsts = await Promise.all(Array.from({ length: 20 }, () => keysOf(environment)));
    expect(new Set(firsts).size).toBe(1);
    seconds(environment, 7000);
    const seconded = await Promise.all(Array.from({ length: 20 }, () => keysOf(environment)));
    expect(new Set(seconded.map(({ secretId }) => secretId))).toEqual(new Set(["AKIDtmp2"]));
    expect(environment.calls).toHaveLength(2);
  });

  test("a cancelled caller affects no other, the first one included", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    let respond = (): void => {};
    environment.respond = () => new Promise((resolve) => (respond = () => resolve(issued(1, start))));
    const leaver = new AbortController();
    const left = failure(environment.credentials.current(leaver.signal));
    const stays = keysOf(environment);
    leaver.abort(new ProviderError("cancelled", "enough"));
    expect((await left).message).toBe("enough");
    await settled();
    respond();
    expect((await stays).secretId).toBe("AKIDtmp1");
    expect(environment.calls).toHaveLength(1);
  });

  test("a cancelled caller sends no request", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    const gone = AbortSignal.abort(new ProviderError("cancelled", "enough"));
    expect((await failure(environment.credentials.current(gone))).code).toBe("cancelled");
    expect(environment.calls).toEqual([]);
    await keysOf(environment);
    expect((await failure(environment.credentials.current(gone))).code).toBe("cancelled");
  });
});

describe("failures", () => {
  const rejectAction = (): Promise<never> => Promise.reject(new ProviderError("unavailable", "down"));

  test("are reported to all callers, and not kept", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    environment.respond = rejectAction;
    const failed = await Promise.all([failure(keysOf(environment)), failure(keysOf(environment))]);
    expect(failed.map(({ code: kind }) => kind)).toEqual(["unavailable", "unavailable"]);
    expect(environment.calls).toHaveLength(1);
    delete environment.respond;
    expect((await keysOf(environment)).secretId).toBe("AKIDtmp1");
  });

  test("keep valid keys in use, and are reported when these have expired", async () => {
    const environment = fakeEnvironment({ assumeRoleWithSaml: saml });
    const first = await keysOf(environment);
    environment.respond = rejectAction;
    seconds(environment, 7199);
    expect(await keysOf(environment)).toBe(first);
    seconds(environment, 7200);
    expect((await failure(keysOf(environment))).message).toMatch(/assumeRoleWithSaml: down/);
    delete environment.respond;
    expect((await keysOf(environment)).secretId).toBe("AKIDtmp2");
  });
});

describe("keys that the service rejects", () => {
  test("are fetched again once, for all rejected calls", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    const first = await keysOf(environment);
    const found = await Promise.all([
      environment.credentials.renew(first, withoutAbort()),
      environment.credentials.renew(first, withoutAbort()),
    ]);
    expect(found.map((keys) => keys?.secretId)).toEqual(["AKIDtmp2", "AKIDtmp2"]);
    expect((await environment.credentials.renew(first, withoutAbort()))?.secretId).toBe("AKIDtmp2");
    expect(environment.calls).toHaveLength(2);
  });

  test("are not used again when that fails", async () => {
    const environment = fakeEnvironment({ ...pair, assumeRole: role });
    const first = await keysOf(environment);
    environment.respond = () => Promise.reject(new ProviderError("permission_denied", "no"));
    expect((await failure(environment.credentials.renew(first, withoutAbort()))).code).toBe("permission_denied");
    expect((await failure(keysOf(environment))).code).toBe("permission_denied");
    delete environment.respond;
    expect((await keysOf(environment)).secretId).toBe("AKIDtmp2");
  });
});

/** Runs pending microtasks. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
