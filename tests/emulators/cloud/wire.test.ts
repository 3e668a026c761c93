/** API 3.0 around the actions: hosts, headers, regions, limits, responses. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import type { Served } from "../serve";
import { serve } from "../serve";
import type { Actions } from "./api";
import { CloudFailure } from "./api";
import { callerOf, rejection, signed } from "./caller";
import type { CloudEmulatorOptions } from "./index";
import { createCloudEmulator } from "./index";
import { exampleKeys } from "./keys";

const probe: Actions = {
  Echo: { params: { Text: "string" }, run: ({ Text = null }, { region, account, secretId }) => ({ Text, region, account, secretId }) },
  Reject: {
    params: {},
    run: () => {
      throw new CloudFailure("ResourceNotFound.InvalidService", "The service does not exist.");
    },
  },
  Break: {
    params: {},
    run: () => {
      throw new TypeError("broken inside");
    },
  },
};

const create = (options: CloudEmulatorOptions = {}): ReturnType<typeof createCloudEmulator> =>
  createCloudEmulator({ services: { probe: { version: "2018-08-13", actions: probe } }, ...options });

const emulator = create();
const callAction = callerOf(emulator);
const whole = { region: "ap-guangzhou", account: exampleKeys.account, secretId: exampleKeys.secretId };

const responseTo = (request: EmulatorRequest): JsonObject =>
  (JSON.parse(emulator.handle(request).body) as { Response: JsonObject }).Response;

it("returns 200, JSON and a unique request ID", () => {
  const [first, second] = [1, 2].map(() => emulator.handle(signed("probe/Echo", { Text: "grüße" })));
  expect(first).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
  const { Response } = JSON.parse(first?.body ?? "") as { Response: JsonObject };
  expect(Response).toEqual({
    ...whole,
    Text: "grüße",
    RequestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
  });
  expect(second?.body).not.toBe(first?.body);
});

it("returns errors with 200", () => {
  expect(emulator.handle(signed("probe/Reject")).status).toBe(200);
  expect(callAction("probe/Reject")).toEqual(rejection("ResourceNotFound.InvalidService", "The service does not exist."));
});

it("passes defects of the emulator as such", () => {
  expect(() => emulator.handle(signed("probe/Break"))).toThrow("broken inside");
});

it("returns Chinese messages unless English is requested", () => {
  for (const language of [undefined, "zh-CN", "en"])
    expect(callAction("probe/Reject", {}, { headers: { "x-tc-language": language } })).toEqual(
      rejection("ResourceNotFound.InvalidService", "资源不存在。"),
    );
});

it.each(["X-TC-Action", "X-TC-Version", "X-TC-Timestamp", "X-TC-Region"])("rejects requests without %s", (name) => {
  const expected = rejection("MissingParameter", `The request is missing a required parameter \`${name}\`.`);
  expect(callAction("probe/Echo", {}, { headers: { [name.toLowerCase()]: undefined } })).toEqual(expected);
  expect(callAction("probe/Echo", {}, { headers: { [name.toLowerCase()]: "" } })).toEqual(expected);
});

it.each(["sts/GetCallerIdentity", "antiddos/DescribeListListener", "tag/Unknown"])("needs no region for %s", (target) => {
  for (const region of [undefined, ""])
    expect(callAction(target, {}, { headers: { "x-tc-region": region } })).not.toMatchObject({ Error: { Code: "MissingParameter" } });
});

it("needs a known region when there is one", () => {
  expect(callAction("sts/GetCallerIdentity", {}, { region: "ap-nowhere" })).toEqual(rejection("UnsupportedRegion"));
  expect(callAction("probe/Echo", {}, { region: "ap-nowhere" })).toEqual(rejection("UnsupportedRegion"));
  expect(callAction("probe/Echo", {}, { region: "ap-shanghai" })).toHaveProperty("region", "ap-shanghai");
});

it("accepts the configured regions", () => {
  const other = callerOf(create({ regions: ["ap-own"] }));
  expect(other("probe/Echo", {}, { region: "ap-own" })).toHaveProperty("region", "ap-own");
  expect(other("probe/Echo")).toEqual(rejection("UnsupportedRegion"));
});

it("validates services, versions and actions", () => {
  expect(callAction("probe/Unknown")).toEqual(rejection("InvalidAction"));
  expect(callAction("probe/toString")).toEqual(rejection("InvalidAction"));
  expect(callAction("probe/echo")).toEqual(rejection("InvalidAction"));
  expect(callAction("probe/Echo", {}, { headers: { "x-tc-version": "2020-01-01" } })).toEqual(rejection("NoSuchVersion"));
  expect(callAction("nothing/Echo")).toEqual(rejection("NoSuchProduct"));
  expect(callAction("constructor/Echo")).toEqual(rejection("NoSuchProduct"));
  expect(callAction("probe/Echo", {}, { host: "probe.example.com" })).toEqual(rejection("NoSuchProduct"));
  expect(callAction("probe/Echo", {}, { host: "probe.ap-guangzhou.tencentcloudapi.com" })).toEqual(rejection("NoSuchProduct"));
});

it.each([
  ["vpc", "2017-03-12"],
  ["antiddos", "2020-03-09"],
  ["apigateway", "2018-08-08"],
  ["sts", "2018-08-13"],
  ["tag", "2018-08-13"],
])("has %s in the version %s", (service, version) => {
  expect(callAction(`${service}/Unknown`, {}, { headers: { "x-tc-version": version } })).toEqual(rejection("InvalidAction"));
  expect(callAction(`${service}/Unknown`, {}, { headers: { "x-tc-version": "2018-01-01" } })).toEqual(rejection("NoSuchVersion"));
});

it.each(["127.0.0.1:4711", "localhost", "[::1]:4711", "10.0.0.1"])("finds the service by the action when called as %s", (host) => {
  expect(callAction("probe/Echo", {}, { host })).toMatchObject(whole);
  expect(callAction("probe/Unknown", {}, { host })).toEqual(rejection("InvalidAction"));
});

it("finds services under its domain, in any case and with a port", () => {
  const other = callerOf(create({ domain: "Internal.tencentcloudapi.com" }));
  expect(other("probe/Echo", {}, { host: "Probe.internal.tencentcloudapi.com:8080" })).toMatchObject(whole);
  expect(other("probe/Echo")).toEqual(rejection("NoSuchProduct"));
});

it("serves the absolute form of proxy requests, by its host", () => {
  const plain = signed("probe/Echo");
  const proxied = { ...plain, path: "http://probe.tencentcloudapi.com/" };
  expect(responseTo(proxied)).toMatchObject(whole);
  expect(responseTo({ ...proxied, headers: { ...plain.headers, host: "127.0.0.1:1" } })).toMatchObject(whole);
  expect(responseTo({ ...proxied, path: "http://vpc.tencentcloudapi.com/" })).toMatchObject(rejection("NoSuchVersion"));
  expect(responseTo({ ...proxied, path: "http://probe.tencentcloudapi.com/x" })).toMatchObject(rejection("UnsupportedProtocol"));
});

it("accepts only POST to /, without a query, as JSON", () => {
  const plain = signed("probe/Echo");
  const type = (value: string): EmulatorRequest => ({ ...plain, headers: { ...plain.headers, "content-type": value } });
  const wrong = [
    { ...plain, method: "GET" },
    { ...plain, path: "/v3" },
    { ...plain, query: "a=1" },
    type("text/plain"),
    type("application/x-www-form-urlencoded"),
    type("application/jsonp"),
  ];
  for (const request of wrong) expect(responseTo(request)).toMatchObject(rejection("UnsupportedProtocol"));
});

it("rejects bodies above 10 MB", () => {
  const room = 10 * 1024 * 1024 - '{"Text":""}'.length;
  expect(callAction("probe/Echo", { Text: "x".repeat(room) })).toMatchObject(whole);
  expect(callAction("probe/Echo", { Text: "x".repeat(room + 1) })).toEqual(rejection("RequestSizeLimitExceeded"));
});

it("validates characters and length of X-TC-RequestClient", () => {
  const by = (client: string): JsonObject => callAction("probe/Echo", {}, { headers: { "x-tc-requestclient": client } });
  for (const client of ["Pulumi-quartet-0.1.0", "A_b, c;d.", "x".repeat(128)]) expect(by(client)).toMatchObject(whole);
  for (const client of ["a/b", "a(b)", "ü", "x".repeat(129)]) expect(by(client)).toEqual(rejection("InvalidParameter"));
});

it("rejects a timestamp that is not an integer", () => {
  for (const timestamp of ["now", "1700000000.5", "-1"])
    expect(callAction("probe/Echo", {}, { headers: { "x-tc-timestamp": timestamp } })).toEqual(rejection("InvalidParameter"));
});

it("requires a signature except where STS needs none", () => {
  expect(callAction("probe/Echo", {}, { signer: null })).toEqual(rejection("AuthFailure.InvalidAuthorization"));
  expect(callAction("sts/AssumeRole", {}, { signer: null })).toEqual(rejection("AuthFailure.InvalidAuthorization"));
  expect(callAction("sts/AssumeRoleWithSAML", {}, { signer: null })).toEqual(rejection("MissingParameter"));
  expect(callAction("sts/AssumeRoleWithWebIdentity", {}, { signer: null })).toEqual(rejection("MissingParameter"));
});

it("validates parameters before the action", () => {
  expect(callAction("probe/Echo", { text: "x" })).toEqual(rejection("UnknownParameter", "The parameter `text` is not recognized."));
  expect(callAction("probe/Echo", "[]")).toEqual(rejection("InvalidParameter"));
});

it("limits the calls of one action per second", () => {
  let time = 1_700_000_000_000;
  const limited = create({ actionsPerSecond: 2, now: () => new Date(time) });
  const call = (target: string): JsonObject => callerOf(limited, { now: new Date(time) })(target);
  const pass = (target = "probe/Echo"): void => expect(call(target)).not.toHaveProperty("Error");
  const rejectWith = (): void => expect(call("probe/Echo")).toEqual(rejection("RequestLimitExceeded"));
  pass();
  time += 600;
  pass();
  rejectWith();
  pass("sts/GetCallerIdentity");
  time += 399;
  rejectWith();
  time += 1;
  pass();
  rejectWith();
  expect([...limited.throttled]).toEqual([["probe/Echo", 3]]);
});

it("records action, caller and result of each call", () => {
  const fresh = create();
  callerOf(fresh)("probe/Echo");
  callerOf(fresh)("probe/Reject", {}, { region: "ap-shanghai" });
  callerOf(fresh)("probe/Echo", {}, { signer: { secretId: "AKIDother", secretKey: "x" } });
  expect(fresh.calls).toEqual([
    { service: "probe", action: "Echo", region: "ap-guangzhou", secretId: exampleKeys.secretId },
    {
      service: "probe",
      action: "Reject",
      region: "ap-shanghai",
      secretId: exampleKeys.secretId,
      errorCode: "ResourceNotFound.InvalidService",
    },
    { service: "probe", action: "Echo", region: "ap-guangzhou", secretId: "", errorCode: "AuthFailure.SecretIdNotFound" },
  ]);
});

describe("behind a port", () => {
  let served: Served;
  beforeAll(async () => (served = await serve(emulator.handle)));
  afterAll(() => served.stop());

  const post = async (bytes: Buffer): Promise<JsonObject> => {
    const { headers } = signed("probe/Echo", bytes.toString("utf8"), { host: new URL(served.url).host });
    const { host: _, ...sent } = headers;
    const response = await fetch(served.url, { method: "POST", headers: sent, body: new Uint8Array(bytes) });
    return ((await response.json()) as { Response: JsonObject }).Response;
  };

  it("compares the bytes of the body, so that invalid UTF-8 is rejected", async () => {
    expect(await post(Buffer.from('{"Text":"grüße"}'))).toMatchObject({ Text: "grüße" });
    expect(await post(Buffer.from('{"Text":"\ufffd"}'))).toMatchObject({ Text: "\ufffd" });
    expect(await post(Buffer.from('{"Text":"grüße"}', "latin1"))).toMatchObject(
      rejection("InvalidParameter", "The request body is not UTF-8."),
    );
  });
});
