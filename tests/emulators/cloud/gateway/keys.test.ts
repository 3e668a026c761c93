/** API keys: two kinds, switched on and off, listed. */
import type { JsonObject } from "../../exchange";
import type { Calls } from "./calling";
import { createCalls } from "./calling";

let calls: Calls;
beforeEach(() => {
  calls = createCalls();
});

const manual = { SecretName: "partner-b", AccessKeyType: "manual", AccessKeyId: "partner_b_key", AccessKeySecret: "b7d0f4c92e6a41f8" };
const create = (params: JsonObject = {}) => calls.result("CreateApiKey", { SecretName: "partner-a", ...params });
const list = (Name?: string, ...Values: string[]) => {
  const { TotalCount, ApiKeySet } = calls.result("DescribeApiKeysStatus", Name === undefined ? {} : { Filters: [{ Name, Values }] });
  expect(TotalCount).toBe((ApiKeySet as JsonObject[]).length);
  return ApiKeySet as JsonObject[];
};

test("an auto key gets an id and a secret, and is enabled", () => {
  const key = create();
  expect(key).toEqual({
    AccessKeyId: expect.stringMatching(/^AKID[0-9a-z]{32}$/),
    AccessKeySecret: expect.stringMatching(/^[0-9a-z]{32}$/),
    AccessKeyType: "auto",
    SecretName: "partner-a",
    CreatedTime: "2026-03-02T08:15:30Z",
    ModifiedTime: "2026-03-02T08:15:30Z",
    Status: 1,
  });
  expect(key.AccessKeySecret).not.toBe(create().AccessKeySecret);
  expect(list()[0]).toEqual(key);
});

test("a manual key keeps its values; its ID is unique", () => {
  expect(create(manual)).toMatchObject({ ...manual, Status: 1 });
  expect(calls.code("CreateApiKey", manual)).toBe("FailedOperation.AccessKeyExist");
});

test.each<[JsonObject, string]>([
  [{ AccessKeyId: "abc" }, "InvalidParameter.FormatError"],
  [{ AccessKeyId: "no-dashes" }, "InvalidParameter.FormatError"],
  [{ AccessKeySecret: "too_short" }, "InvalidParameter.FormatError"],
  [{ AccessKeySecret: null }, "InvalidParameter.FormatError"],
  [{ AccessKeyType: "auto" }, "InvalidParameter.FormatError"],
  [{ AccessKeyType: "own" }, "InvalidParameter.FormatError"],
  [{ SecretName: "" }, "InvalidParameter.FormatError"],
  [{ SecretName: null }, "MissingParameter"],
])("CreateApiKey rejects %j", (special, code) => {
  expect(calls.code("CreateApiKey", { ...manual, ...special })).toBe(code);
  expect(calls.gateway.keys.size).toBe(0);
});

test("UpdateApiKey: a manual key is set to the given secret, an auto key gets a new one", () => {
  const { AccessKeyId, AccessKeySecret } = create();
  const id = { AccessKeyId: String(AccessKeyId) };
  create(manual);
  calls.pass(60_000);
  const brought = { AccessKeyId: "partner_b_key", AccessKeySecret: "other_secret" };
  expect(calls.result("UpdateApiKey", brought)).toMatchObject({ ...brought, ModifiedTime: "2026-03-02T08:16:30Z" });
  expect(calls.code("UpdateApiKey", { AccessKeyId: "partner_b_key" })).toBe("InvalidParameter.FormatError");
  expect(calls.result("UpdateApiKey", id).AccessKeySecret).not.toBe(AccessKeySecret);
  expect(calls.code("UpdateApiKey", { ...id, AccessKeySecret: "other_secret" })).toBe("InvalidParameter.FormatError");
  expect(calls.code("UpdateApiKey", { AccessKeyId: "AKIDx" })).toBe("ResourceNotFound.InvalidAccessKeyId");
});

test("a key is switched off and on, each once, and deleted only when off and unbound", () => {
  const id = { AccessKeyId: String(create().AccessKeyId) };
  const plan = { UsagePlanId: String(calls.result("CreateUsagePlan", { UsagePlanName: "gold" }).UsagePlanId) };
  const again = "UnsupportedOperation.UnsupportedUpdateApiKey";
  calls.call("BindSecretIds", { ...plan, AccessKeyIds: [id.AccessKeyId] });
  expect(calls.code("DeleteApiKey", id)).toBe("UnsupportedOperation.InvalidStatus");
  expect(calls.code("EnableApiKey", id)).toBe(again);
  expect(calls.call("DisableApiKey", id)).toEqual({ Result: true });
  expect(list()[0]).toMatchObject({ Status: 0 });
  expect(calls.code("DisableApiKey", id)).toBe(again);
  expect(calls.code("DeleteApiKey", id)).toBe("UnsupportedOperation.ResourceIsInUse");
  calls.gateway.delays.unbind = 1000;
  calls.call("UnBindSecretIds", { ...plan, AccessKeyIds: [id.AccessKeyId] });
  expect(calls.code("DeleteApiKey", id)).toBe("UnsupportedOperation.ResourceIsInUse");
  calls.pass(1000);
  calls.call("EnableApiKey", id);
  calls.call("DisableApiKey", id);
  expect(calls.call("DeleteApiKey", id)).toEqual({ Result: true });
  for (const action of ["DeleteApiKey", "EnableApiKey", "DisableApiKey"])
    expect(calls.code(action, id)).toBe("ResourceNotFound.InvalidAccessKeyId");
});

test("keys are listed in order of creation; an unknown one gives an empty set", () => {
  const one = String(create().AccessKeyId);
  create(manual);
  calls.call("DisableApiKey", { AccessKeyId: "partner_b_key" });
  const UsagePlanId = String(calls.result("CreateUsagePlan", { UsagePlanName: "gold" }).UsagePlanId);
  calls.call("BindSecretIds", { UsagePlanId, AccessKeyIds: [one] });
  const ids = (...filter: Parameters<typeof list>) => list(...filter).map(({ AccessKeyId }) => AccessKeyId);
  expect(ids()).toEqual([one, "partner_b_key"]);
  expect(ids("AccessKeyId", one)).toEqual([one]);
  expect(ids("AccessKeyId", "AKIDx")).toEqual([]);
  expect(ids("AccessKeyId", "partner")).toEqual(["partner_b_key"]);
  expect(ids("SecretName", "partner-a", "partner-b")).toEqual([one, "partner_b_key"]);
  expect(ids("SecretName", "-b")).toEqual(["partner_b_key"]);
  expect(ids("AccessKeySecret", manual.AccessKeySecret)).toEqual(["partner_b_key"]);
  expect(ids("Status", "0")).toEqual(["partner_b_key"]);
  expect(ids("NotUsagePlanId", UsagePlanId)).toEqual(["partner_b_key"]);
  expect(ids("KeyWord", "partner-a")).toEqual([one]);
  expect(calls.result("DescribeApiKeysStatus", { Limit: 1, Offset: 1 })).toMatchObject({ TotalCount: 2, ApiKeySet: [manual] });
  const unknown = { Filters: [{ Name: "Type", Values: ["auto"] }] };
  expect(calls.code("DescribeApiKeysStatus", unknown)).toBe("InvalidParameterValue.InvalidFilterNotSupportedName");
});
