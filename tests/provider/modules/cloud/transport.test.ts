// Headers, addresses, retries, delays, and rate limits. See docs/modules/cloud.md#requests.
import { requestContext } from "../../../support/contexts";
import { ProviderError } from "../../../../provider/core/errors/errors";
import type { Send } from "../../../../provider/contract/http";
import type { CallMode } from "../../../../provider/modules/cloud/retry-policy";
import { authorization } from "../../../emulators/cloud/caller";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { line, lost, no, page, start, success, type Result } from "./exchange";
import { expectFailure, failure, keys } from "./support";

const fine = success({ Result: true });
const modes: CallMode[] = ["read", "write", "creation", "removal"];

describe("a request", () => {
  test("method, address, body and exactly these headers; the signature of the specification", async () => {
    const { perform, sent } = line([fine]);
    await perform({ action: "DescribeApisStatus", params: { ServiceId: "service-ody35h5e", Limit: 100, Offset: 0 } });
    expect(sent[0]).toMatchObject({ method: "POST", url: "https://apigateway.tencentcloudapi.com/", write: false, attempt: 1 });
    expect(String(sent[0]!.body)).toBe('{"ServiceId":"service-ody35h5e","Limit":100,"Offset":0}');
    expect(sent[0]!.headers).toEqual({
      host: "apigateway.tencentcloudapi.com",
      "content-type": "application/json",
      accept: "application/json",
      authorization:
        "TC3-HMAC-SHA256 Credential=AKIDEXAMPLE00000000000000000000000/2023-11-14/apigateway/tc3_request, SignedHeaders=content-type;host, " +
        "Signature=855b1554c6941aef0b0d06b817677b5f6c707569a9088fde245558bcdfe8a622",
      "x-tc-action": "DescribeApisStatus",
      "x-tc-version": "2018-08-08",
      "x-tc-timestamp": "1700000000",
      "x-tc-region": "ap-guangzhou",
      "x-tc-language": "en-US",
      "x-tc-requestclient": "Pulumi-quartet-1.2.3",
    });
  });

  test.each([
    ["DescribeAddressTemplates", "vpc", "2017-03-12"],
    ["DescribeListListener", "antiddos", "2020-03-09"],
    ["ModifyResourceTags", "tag", "2018-08-13"],
    ["GetCallerIdentity", "sts", "2018-08-13"],
  ])("%s is sent to %s, version %s", async (action, service, version) => {
    const { perform, sent } = line([fine]);
    await perform({ action });
    expect(sent[0]!.headers).toMatchObject({ host: `${service}.tencentcloudapi.com`, "x-tc-version": version, "x-tc-action": action });
  });

  test.each([
    ["https", "internal.example:8443", "apigateway.internal.example:8443"],
    ["http", "127.0.0.1:9000", "127.0.0.1:9000"],
    ["http", "[::1]:9000", "[::1]:9000"],
  ])("%s, domain %s: the host %s, which is what is signed", async (protocol, domain, host) => {
    const { perform, sent } = line([fine], { protocol, domain });
    await perform({ params: { Name: '办公网络 "α"' } });
    const signed = authorization(keys, { service: "apigateway", host, seconds: start / 1000, body: '{"Name":"办公网络 \\"α\\""}' });
    expect(sent[0]).toMatchObject({ url: `${protocol}://${host}/`, headers: { host, authorization: signed } });
  });

  test("a token is sent in a header; unsigned requests have a marker; everything but a read is a write", async () => {
    const { perform, sent } = line([fine]);
    await perform({ keys: { ...keys, token: "tok" } });
    await perform({ keys: undefined });
    expect(sent.map(({ headers }) => headers["x-tc-token"])).toEqual(["tok", undefined]);
    expect(sent[1]!.headers["authorization"]).toBe("SKIP");
    for (const mode of modes) await perform({ mode });
    expect(sent.slice(2).map(({ write }) => write)).toEqual([false, true, true, true]);
  });

  test("each attempt has its number and time, and jitter adds up to a fifth to the pauses", async () => {
    const { perform, sent, waits } = line([no("ResourceBusy"), no("ResourceBusy"), fine], { tools: { random: () => 1 } });
    await perform();
    expect(sent.map(({ attempt, headers }) => [attempt, headers["x-tc-timestamp"]])).toEqual([
      [1, "1700000000"],
      [2, "1700000000"],
      [3, "1700000001"],
    ]);
    expect(waits).toEqual([600, 1200]);
  });
});

test.each([
  ["read", 16],
  ["write", 28],
] as const)("a %s is repeated for its budget, then the last error is reported", async (mode, more) => {
  const { perform, sent, waits } = line([no("RequestLimitExceeded.UinLimitExceeded", "slow down")]);
  const about = requestContext();
  await expectFailure(
    perform({ mode }, about),
    "resource_exhausted",
    `apigateway DescribeApi failed: RequestLimitExceeded.UinLimitExceeded: slow down (RequestId req-1)\n${more + 6} attempts were made.`,
  );
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, ...Array<number>(more).fill(10_000)]);
  expect(sent).toHaveLength(more + 6);
  expect(about.lines.slice(0, 2)).toEqual([2, 4].map((seconds) => `rate limited by Tencent Cloud, next try in ${seconds}s`));
});

test("a delete waits while the object is in use, for a minute", async () => {
  const { perform, waits } = line([no("UnsupportedOperation.ResourceAssociated")]);
  await expect(perform({ mode: "removal" })).rejects.toMatchObject({ code: "aborted" });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, ...Array<number>(5).fill(10_000)]);
});

test("a number of attempts limits internal errors; other errors do not count", async () => {
  const { perform, sent } = line([no("InternalError"), no("ResourceBusy"), no("InternalError.X"), no("ResourceBusy"), no("InternalError")]);
  await expect(perform({ attempts: 3 })).rejects.toThrow(/failed: InternalError: no .*\n5 attempts were made\.$/);
  expect(sent).toHaveLength(5);
});

describe("what is repeated", () => {
  const never = { read: 1, write: 1, creation: 1, removal: 1 };
  const always = { read: 2, write: 2, creation: 2, removal: 2 };
  const reads = { ...never, read: 2 };
  const notCreation = { ...always, creation: 1 };

  const codes = [
    {
      expected: always,
      codes: [
        "RequestLimitExceeded",
        "RequestLimitExceeded.GlobalRegionUinLimitExceeded",
        "LimitExceeded.RequestLimitExceeded",
        "ResourceInUse",
        "ResourceUnavailable.X",
        "ResourceBusy",
        "UnsupportedOperation.UnsupportedDeleteService",
        "FailedOperation.ServiceInOperation",
        "FailedOperation.ApiInOperation",
        "FailedOperation.TaskAlreadyExist",
      ],
    },
    {
      expected: reads,
      codes: [
        "InternalError",
        "InternalError.OssException",
        "ServiceUnavailable",
        "InvalidParameter.ActionInProgress",
        "OperationDenied.InstanceStatusLimitError",
        "FailedOperation.ListenerHasTask",
      ],
    },
    {
      expected: never,
      codes: [
        "ResourceNotFound.InvalidService",
        "ActionOffline",
        "InvalidParameter",
        "UnsupportedOperation.X",
        "RequestSizeLimitExceeded",
        "FailedOperation.X",
        "LimitExceeded.ServiceCountLimitExceeded",
        "RequestLimitExceededX",
        "Internal",
      ],
    },
    { expected: { ...never, removal: 2 }, codes: ["UnsupportedOperation.ResourceAssociated"] },
  ];

  test.each<readonly [string, Result, Record<CallMode, number>]>([
    ...codes.flatMap(({ expected, codes: all }) => all.map((code) => [code, no(code), expected] as const)),
    ...[500, 502, 503, 504].map((status) => [`HTTP ${status}`, page(status, "busy"), notCreation] as const),
    ["HTTP 429", page(429, "busy"), always],
    ...[301, 400, 401, 403, 404, 413].map((status) => [`HTTP ${status}`, page(status, "x"), never] as const),
    ["no connection", lost("connect"), always],
    ["a request whose response was lost", lost("sent"), notCreation],
    ["a response that was lost", lost("body"), notCreation],
    ["a rejected certificate", lost("tls"), never],
    ["an invalid response", page(200, "<html>"), never],
  ])("%s", async (_name, first, expected) => {
    const counted = modes.map(async (mode) => {
      const { perform, sent } = line([first, fine]);
      await perform({ mode }).catch(() => undefined);
      return [mode, sent.length] as const;
    });
    expect(Object.fromEntries(await Promise.all(counted))).toEqual(expected);
  });
});

test("a missing response is awaited for five minutes", async () => {
  useVirtualTime();
  const send: Send = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const message = expect.stringMatching(
    /^apigateway DescribeApi failed: ClientError\.NetworkError: POST https:\/\/apigateway\.tencentcloudapi\.com\/ DescribeApi: no response within 300 s; .* \(ETIMEDOUT\)/,
  );
  const failed = failure(line([], { send, budgets: { read: 0, write: 0 } }).perform({ mode: "creation" }));
  expect(await inVirtualTime(failed)).toMatchObject({ code: "unavailable", ambiguous: true, message });
  useRealTime();
});

test("each action has its own rate, below the vendor's limit", async () => {
  const { perform, sent } = line([fine]);
  const stop = new AbortController();
  const actions = ["DescribeApi", "DescribeService", "CreateService"];
  const calls = actions.flatMap((action) => Array<string>(40).fill(action));
  const all = calls.map((action) => perform({ action }, requestContext(stop.signal)).catch(() => undefined));
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new ProviderError("cancelled", "stopped"));
  await Promise.all(all);
  expect(actions.map((name) => sent.filter(({ headers }) => headers["x-tc-action"] === name).length)).toEqual([25, 5, 5]);
});
