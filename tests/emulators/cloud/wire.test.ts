/** API 3.0 around the actions: what of hosts, headers, regions, frames and rates is rejected. The vendor's client shows what is accepted. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import { type Actions, CloudFailure } from "./api";
import { callerOf, type CallOptions, rejection, signed } from "./caller";
import { type CloudEmulatorOptions, createCloudEmulator } from "./index";

const probe: Actions = {
  Echo: { params: { Text: "string" }, run: ({ Text = null }, { region }) => ({ Text, region }) },
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
const call = callerOf(emulator);
const header = (name: string, value?: string): CallOptions => ({ headers: { [name]: value } });

it.each<[options: CallOptions, code: string]>([
  ...["x-tc-action", "x-tc-version", "x-tc-timestamp", "x-tc-region"].flatMap((name): [CallOptions, string][] => [
    [header(name), "MissingParameter"],
    [header(name, ""), "MissingParameter"],
  ]),
  [{ region: "ap-nowhere" }, "UnsupportedRegion"],
  [header("x-tc-action", "echo"), "InvalidAction"],
  [header("x-tc-action", "toString"), "InvalidAction"],
  [header("x-tc-version", "2020-01-01"), "NoSuchVersion"],
  [{ host: "nothing.tencentcloudapi.com" }, "NoSuchProduct"],
  [{ host: "probe.ap-guangzhou.tencentcloudapi.com" }, "NoSuchProduct"],
  ...["a/b", "a(b)", "ü", "x".repeat(129)].map((client): [CallOptions, string] => [
    header("x-tc-requestclient", client),
    "InvalidParameter",
  ]),
  ...["now", "1700000000.5", "-1"].map((time): [CallOptions, string] => [header("x-tc-timestamp", time), "InvalidParameter"]),
])("rejects a call with %j: %s", (options, code) => {
  expect(call("probe/Echo", {}, options)).toEqual(rejection(code));
});

it("accepts only POST to /, without a query, as JSON, up to 10 MB", () => {
  const plain = signed("probe/Echo");
  const type = (value: string): EmulatorRequest => ({ ...plain, headers: { ...plain.headers, "content-type": value } });
  const wrong = [
    { ...plain, method: "GET" },
    { ...plain, path: "/v3" },
    { ...plain, path: "http://probe.tencentcloudapi.com/x" },
    { ...plain, query: "a=1" },
    type("text/plain"),
    type("application/jsonp"),
  ];
  for (const request of wrong)
    expect((JSON.parse(emulator.handle(request).body) as JsonObject).Response).toMatchObject(rejection("UnsupportedProtocol"));
  const room = 10 * 1024 * 1024 - '{"Text":""}'.length;
  expect(call("probe/Echo", { Text: "x".repeat(room) })).toHaveProperty("region");
  expect(call("probe/Echo", { Text: "x".repeat(room + 1) })).toEqual(rejection("RequestSizeLimitExceeded"));
});

it("returns errors with 200, in Chinese unless English is requested, and passes defects of its own", () => {
  expect(emulator.handle(signed("probe/Reject")).status).toBe(200);
  expect(call("probe/Reject")).toEqual(rejection("ResourceNotFound.InvalidService", "The service does not exist."));
  expect(call("probe/Reject", {}, header("x-tc-language", "zh-CN"))).toEqual(rejection("ResourceNotFound.InvalidService", "资源不存在。"));
  expect(() => emulator.handle(signed("probe/Break"))).toThrow("broken inside");
});

it("limits the calls of one action per second", () => {
  let time = 1_700_000_000_000;
  const limited = create({ actionsPerSecond: 2, now: () => new Date(time) });
  const codes = (...targets: string[]): unknown[] =>
    targets.map((target) => (callerOf(limited, { now: new Date(time) })(target).Error as JsonObject | undefined)?.Code);
  expect(codes("probe/Echo", "probe/Echo", "probe/Echo", "sts/GetCallerIdentity")).toEqual([
    undefined,
    undefined,
    "RequestLimitExceeded",
    undefined,
  ]);
  time += 999;
  expect(codes("probe/Echo")).toEqual(["RequestLimitExceeded"]);
  time += 1;
  expect(codes("probe/Echo")).toEqual([undefined]);
  expect([...limited.throttled]).toEqual([["probe/Echo", 2]]);
});
