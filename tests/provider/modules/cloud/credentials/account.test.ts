// The check of the account, once, before the first call of another service. See docs/modules/cloud.md#credential-chain.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import type { Settings } from "../../../../../provider/core/gen/types";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { failure, keysOf, issued, pair, role, start, fakeEnvironment } from "./support";

const actions = ({ calls }: ReturnType<typeof fakeEnvironment>): string[] => calls.map(({ action }) => action);
const mine = "100000000001";

describe("accounts", () => {
  const rows: [string, Settings, RegExp | undefined][] = [
    ["allowed", { allowedAccountIds: ["1", mine] }, undefined],
    ["not forbidden", { forbiddenAccountIds: ["1"] }, undefined],
    ["not allowed", { allowedAccountIds: ["1"] }, /account ID not allowed: 100000000001.*is not in allowedAccountIds/],
    ["forbidden", { forbiddenAccountIds: ["1", mine] }, /account ID not allowed: 100000000001.*is in forbiddenAccountIds/],
    ["compared as texts", { allowedAccountIds: [`0${mine}`] }, /account ID not allowed/],
  ];
  test.each(rows)("%s", async (_, lists, expectedMessage) => {
    const environment = fakeEnvironment({ ...pair, ...lists, region: "ap-shanghai" });
    const found = keysOf(environment);
    if (expectedMessage === undefined) expect((await found).secretId).toBe("AKIDbase");
    else
      expect(await failure(found)).toMatchObject({ code: "permission_denied", message: expect.stringMatching(expectedMessage) as string });
    expect(environment.calls).toMatchObject([{ action: "GetCallerIdentity", params: {}, keys: pair, region: "ap-shanghai" }]);
  });

  test("no request is sent without a list, or with empty ones", async () => {
    const environment = fakeEnvironment({ ...pair, allowedAccountIds: [], forbiddenAccountIds: [] });
    await keysOf(environment);
    expect(environment.calls).toEqual([]);
  });
});

test("once, with the final keys, for all later calls", async () => {
  const environment = fakeEnvironment({ ...pair, assumeRole: role, allowedAccountIds: [mine] });
  await Promise.all([keysOf(environment), keysOf(environment)]);
  await keysOf(environment);
  environment.now = start + 7_000_000;
  await keysOf(environment);
  expect(actions(environment)).toEqual(["AssumeRole", "GetCallerIdentity", "AssumeRole"]);
  expect(environment.calls[1]!.keys?.secretId).toBe("AKIDtmp1");
});

test("the result is kept: no call gets keys of a wrong account, and one request is sent", async () => {
  const environment = fakeEnvironment({ ...pair, allowedAccountIds: ["1"] });
  expect((await failure(keysOf(environment))).code).toBe("permission_denied");
  expect((await failure(keysOf(environment))).code).toBe("permission_denied");
  expect(actions(environment)).toEqual(["GetCallerIdentity"]);
});

test.each([null, "", undefined])("no account (%j) is an error", async (account) => {
  const environment = fakeEnvironment({ ...pair, allowedAccountIds: [mine] });
  environment.respond = () => ({ AccountId: account }) as PlainMap;
  const { code: code, message } = await failure(keysOf(environment));
  expect([code, message]).toEqual(["failed_precondition", expect.stringMatching(/no AccountId/)]);
});

test("a failed request is repeated; keys of a one-time code are kept meanwhile", async () => {
  const environment = fakeEnvironment({ ...pair, mfaCertification: { serialNumber: "n", tokenCode: "523886" }, allowedAccountIds: [mine] });
  const down = new ProviderError("unavailable", `down canary-tmp-key-1`);
  environment.respond = ({ action }) => (action === "GetCallerIdentity" ? Promise.reject(down) : issued(1, start, 1800));
  const { code: code, message } = await failure(keysOf(environment));
  expect([code, message]).toEqual(["unavailable", "Authentication failed: the account of the keys cannot be checked: down [secret]"]);
  delete environment.respond;
  expect((await keysOf(environment)).secretId).toBe("AKIDtmp1");
  expect(actions(environment)).toEqual(["GetSessionToken", "GetCallerIdentity", "GetCallerIdentity"]);
});
