// Keys of the role of the instance. See docs/modules/cloud.md#instance-metadata.
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { boundRole, expectFailure, failure, keysOf, start, fakeEnvironment, type FakeEnvironment } from "./support";

const page = (status: number, body: string) => ({ status, body });
const instance = (respond: FakeEnvironment["page"], role = "vm", env = {}) =>
  Object.assign(fakeEnvironment({ camRoleName: role }, env), { page: respond });

/** Returns the requests to the metadata server; the recorded list contains files, too. */
const pages = ({ reads }: FakeEnvironment) => reads.filter((each) => each.startsWith("http"));

test.each([
  ["vm", {}, "http://metadata.tencentyun.com/latest/meta-data/cam/security-credentials/vm"],
  ["a/b", { TENCENTCLOUD_METADATA_ENDPOINT: "http://127.0.0.1:9" }, "http://127.0.0.1:9/latest/meta-data/cam/security-credentials/a%2Fb"],
])("one GET returns the keys of the role %s with their expiry", async (role, env, address) => {
  const environment = instance(() => boundRole(start), role, env);
  expect(await keysOf(environment)).toMatchObject({
    secretId: "AKIDinstance",
    secretKey: "canary-tmp-key-0",
    token: "canary-token-0",
    expires: start + 7_200_000,
  });
  expect(pages(environment)).toEqual([address]);
});

test("three attempts, with pauses between them", async () => {
  let n = 0;
  const environment = instance(() => ((n += 1) < 3 ? page(500, "") : boundRole(start)));
  expect((await keysOf(environment)).secretId).toBe("AKIDinstance");
  expect([pages(environment).length, environment.waited]).toEqual([3, [250, 500]]);
});

test("an attempt ends after two seconds, and leaves no timer", async () => {
  useVirtualTime();
  const environment = instance(() => new Promise(() => {}));
  const { message } = await inVirtualTime(failure(keysOf(environment)));
  expect([message, jest.getTimerCount()]).toEqual([expect.stringContaining("no response from the instance metadata within 2 s"), 0]);
  useRealTime();
});

test.each([
  ["404", () => page(404, "canary"), "failed_precondition", 1, /not bound to the instance\. Bind it, or change camRoleName/],
  [
    "no response",
    () => Promise.reject(new Error("ENOTFOUND")),
    "unavailable",
    3,
    /role vm: .*ENOTFOUND\. 3 attempts were made\. .*camRoleName/,
  ],
  ["another Code", () => boundRole(start, { Code: "Failed" }), "failed_precondition", 1, /returned Failed instead of Success/],
  ["a Code that could be anything", () => boundRole(start, { Code: "canary {x}" }), "failed_precondition", 1, /returned no code/],
  ["no token", () => boundRole(start, { Token: "" }), "failed_precondition", 1, /no Token/],
  ["HTTP 403", () => page(403, "canary"), "unavailable", 3, /HTTP 403/],
])("%s is an error that does not quote the response", async (...[, respond, code, attempts, reason]) => {
  const environment = instance(respond);
  await expectFailure(keysOf(environment), code, reason);
  expect(pages(environment)).toHaveLength(attempts);
});
