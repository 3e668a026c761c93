// Keys of the role of the instance. See docs/modules/cloud.md#instance-metadata.
import { boundRole, failure, keysOf, start, fakeEnvironment, type FakeEnvironment } from "./support";

const address = "http://metadata.tencentyun.com/latest/meta-data/cam/security-credentials/vm";
const instance = (page: FakeEnvironment["page"], env = {}): FakeEnvironment =>
  Object.assign(fakeEnvironment({ camRoleName: "vm" }, env), { page });

/** Returns the requests to the metadata server; the recorded list contains files, too. */
const pages = ({ reads }: FakeEnvironment): string[] => reads.filter((each) => each.startsWith("http"));

test("one GET returns the keys with their expiry", async () => {
  const environment = instance(() => boundRole(start));
  expect(await keysOf(environment)).toMatchObject({
    secretId: "AKIDinstance",
    secretKey: "canary-tmp-key-0",
    token: "canary-token-0",
    expires: start + 7_200_000,
  });
  expect(pages(environment)).toEqual([address]);
});

test("the role is encoded, the address can be set", async () => {
  const environment = fakeEnvironment({ camRoleName: "a/b" }, { TENCENTCLOUD_METADATA_ENDPOINT: "http://127.0.0.1:9" });
  environment.page = () => boundRole(start);
  await keysOf(environment);
  expect(pages(environment)).toEqual(["http://127.0.0.1:9/latest/meta-data/cam/security-credentials/a%2Fb"]);
});

test("404 reports that the role is not bound, without a second attempt", async () => {
  const environment = instance(() => ({ status: 404, body: "Not Found" }));
  const { code, message } = await failure(keysOf(environment));
  expect(code).toBe("failed_precondition");
  expect(message).toMatch(/not bound to the instance\. Bind it, or change camRoleName \(TENCENTCLOUD_CAM_ROLE_NAME\)/);
  expect(pages(environment)).toHaveLength(1);
});

test("three attempts, with pauses between them", async () => {
  let n = 0;
  const environment = instance(() => ((n += 1) < 3 ? { status: 500, body: "" } : boundRole(start)));
  expect((await keysOf(environment)).secretId).toBe("AKIDinstance");
  expect([pages(environment).length, environment.waited.length]).toEqual([3, 2]);
});

test("no response", async () => {
  const environment = instance(() => Promise.reject(new Error("getaddrinfo ENOTFOUND")));
  const { code, message } = await failure(keysOf(environment));
  expect(code).toBe("unavailable");
  expect(message).toMatch(/instance role vm: .*ENOTFOUND\. 3 attempts were made\. .*camRoleName/);
  expect(pages(environment)).toHaveLength(3);
});

test("an attempt ends after two seconds, with or without handling the signal", async () => {
  jest.useFakeTimers();
  try {
    const environment = instance(() => new Promise(() => {}));
    const failed = failure(keysOf(environment));
    await jest.advanceTimersByTimeAsync(5999);
    expect(pages(environment)).toHaveLength(3);
    await jest.advanceTimersByTimeAsync(1);
    expect((await failed).message).toMatch(/no response from the instance metadata within 2 s/);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test("a response leaves no timer", async () => {
  jest.useFakeTimers();
  try {
    await keysOf(instance(() => boundRole(start)));
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

describe("responses without keys, none of them quoted", () => {
  const rows: [string, { status: number; body: string }, string, RegExp][] = [
    ["another Code", boundRole(start, { Code: "Failed" }), "failed_precondition", /returned Failed instead of Success/],
    ["a Code that could be anything", boundRole(start, { Code: "canary {x}" }), "failed_precondition", /returned no code/],
    ["no Code", boundRole(start, { Code: null }), "failed_precondition", /returned no code/],
    ["no JSON", { status: 200, body: "<canary>" }, "failed_precondition", /not a JSON object/],
    ["no token", boundRole(start, { Token: "" }), "failed_precondition", /no Token/],
    ["no end", boundRole(start, { ExpiredTime: null }), "failed_precondition", /no ExpiredTime/],
    ["HTTP 403", { status: 403, body: "canary" }, "unavailable", /HTTP 403/],
  ];
  test.each(rows)("%s", async (_, page, expected, expectedMessage) => {
    const { code, message } = await failure(keysOf(instance(() => page)));
    expect(code).toBe(expected);
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain("canary");
  });
});
