// Headers, addresses, retries, delays, messages of errors, and serialized writes. See docs/modules/cloud.md#requests.
import { ProviderError } from "../../../../provider/core/errors/errors";
import type { Send } from "../../../../provider/contract/http";
import type { CallMode } from "../../../../provider/modules/cloud/retry-policy";
import { authorization } from "../../../emulators/cloud/caller";
import { line, lost, no, start, success } from "./exchange";
import { failure, keys, operation } from "./support";

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

  test("text beyond ASCII is signed as the bytes that are sent", async () => {
    const { perform, sent } = line([fine], { domain: "intl.tencentcloudapi.com", tools: { time: () => 1_709_164_800_000 } });
    const Filters = [{ Name: "address-template-name", Values: ['办公网络 "α"'] }];
    await perform({ action: "DescribeAddressTemplates", params: { Filters, Offset: "0", Limit: "100" } });
    expect(sent[0]!.headers["authorization"]).toMatch(/Signature=5b6a68b7484115634e0ee11adc36c2af0f74863bc8252b34635fddf8424626be$/);
  });

  test.each([
    ["DescribeAddressTemplates", "vpc", "2017-03-12"],
    ["DescribeListListener", "antiddos", "2020-03-09"],
    ["ModifyResourceTags", "tag", "2018-08-13"],
    ["GetCallerIdentity", "sts", "2018-08-13"],
    ["CreateService", "apigateway", "2018-08-08"],
  ])("%s is sent to %s, version %s", async (action, service, version) => {
    const { perform, sent } = line([fine]);
    await perform({ action });
    expect(sent[0]!.headers).toMatchObject({ host: `${service}.tencentcloudapi.com`, "x-tc-version": version, "x-tc-action": action });
  });

  test.each([
    ["https", "internal.example:8443", "apigateway.internal.example:8443"],
    ["http", "localhost:9000", "apigateway.localhost:9000"],
    ["http", "127.0.0.1:9000", "127.0.0.1:9000"],
    ["http", "10.0.0.1", "10.0.0.1"],
    ["http", "[::1]:9000", "[::1]:9000"],
  ])("%s, domain %s: the host %s, which is what is signed", async (protocol, domain, host) => {
    const { perform, sent } = line([fine], { protocol, domain });
    await perform();
    const signed = authorization(keys, { service: "apigateway", host, seconds: start / 1000, body: "{}" });
    expect(sent[0]).toMatchObject({ url: `${protocol}://${host}/`, headers: { host, authorization: signed } });
  });

  test("a token is sent in a header; unsigned requests have a marker", async () => {
    const { perform, sent } = line([fine]);
    await perform({ keys: { ...keys, token: "tok" } });
    await perform({ keys: undefined });
    expect(sent.map(({ headers }) => headers["x-tc-token"])).toEqual(["tok", undefined]);
    expect(sent.map(({ headers }) => headers["authorization"]!.split(" ")[0])).toEqual(["TC3-HMAC-SHA256", "SKIP"]);
  });

  test("each attempt has its number and time; everything but a read is a write", async () => {
    const { perform, sent } = line([no("RequestLimitExceeded"), no("RequestLimitExceeded"), fine]);
    await perform();
    expect(sent.map(({ attempt, headers }) => [attempt, headers["x-tc-timestamp"]])).toEqual([
      [1, "1700000000"],
      [2, "1700000000"],
      [3, "1700000001"],
    ]);
    for (const manner of modes) await perform({ mode: manner });
    expect(sent.slice(3).map(({ write }) => write)).toEqual([false, true, true, true]);
  });
});

describe("pauses and budgets", () => {
  const steps = [500, 1000, 2000, 4000, 8000];

  test.each([
    ["read", 180_000, 16],
    ["write", 300_000, 28],
  ] as const)("a %s is repeated for %i ms, then the last error is reported", async (manner, budget, more) => {
    const { perform, sent, waits } = line([no("RequestLimitExceeded.UinLimitExceeded", "slow down")]);
    const about = operation();
    const failed = await failure(perform({ mode: manner }, about));
    expect(waits).toEqual([...steps, ...Array.from({ length: more }, () => 10_000)]);
    expect(waits.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(budget);
    expect(sent).toHaveLength(waits.length + 1);
    expect(failed.code).toBe("resource_exhausted");
    expect(failed.message).toBe(
      `apigateway DescribeApi failed: RequestLimitExceeded.UinLimitExceeded: slow down (RequestId req-1)\n${sent.length} attempts were made.`,
    );
    expect(about.lines.slice(0, 2)).toEqual([
      "rate limited by Tencent Cloud, next try in 2s",
      "rate limited by Tencent Cloud, next try in 4s",
    ]);
  });

  test("jitter adds up to a fifth", async () => {
    const { perform, waits } = line([no("ResourceBusy"), no("ResourceBusy"), fine], { tools: { random: () => 1 } });
    await perform();
    expect(waits).toEqual([600, 1200]);
  });

  test("a budget of the call takes precedence", async () => {
    const { perform, waits } = line([no("ResourceBusy")], { budgets: { read: 1600, write: 400 } });
    await failure(perform());
    await failure(perform({ mode: "write" }));
    expect(waits).toEqual([500, 1000]);
  });

  test("a cancellation ends the pause, and no further request is sent", async () => {
    const stub = line([no("RequestLimitExceeded")]);
    const stop = new AbortController();
    stub.paused = () => stub.waits.length === 2 && stop.abort(new ProviderError("cancelled", "stopped"));
    expect(await failure(stub.perform({}, operation(stop.signal)))).toMatchObject({ code: "cancelled", message: "stopped" });
    expect(stub.sent).toHaveLength(2);
  });
});

describe("a missing response", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const sendWithoutResponse: Send = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  test.each([
    ["read", false],
    ["creation", true],
  ] as const)("is awaited for five minutes (%s)", async (manner, ambiguous) => {
    const failed = failure(line([], { send: sendWithoutResponse, budgets: { read: 0, write: 0 } }).perform({ mode: manner }));
    let over = false;
    void failed.then(() => (over = true));
    await jest.advanceTimersByTimeAsync(299_999);
    expect(over).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    const reason = expect.stringMatching(
      /^apigateway DescribeApi failed: ClientError\.NetworkError: POST https:\/\/apigateway\.tencentcloudapi\.com\/ DescribeApi: no response within 300 s; check the network, .* \(ETIMEDOUT\)/,
    ) as string;
    expect(await failed).toMatchObject({ code: "unavailable", ambiguous, message: reason });
  });

  test("ends at once on cancellation", async () => {
    const stop = new AbortController();
    const failed = failure(line([], { send: sendWithoutResponse }).perform({}, operation(stop.signal)));
    await jest.advanceTimersByTimeAsync(1000);
    stop.abort(new ProviderError("cancelled", "stopped"));
    expect(await failed).toMatchObject({ code: "cancelled", message: "stopped" });
    expect(jest.getTimerCount()).toBe(0);
  });
});

test.each(["connect", "tls", "sent", "body"] as const)(
  "an incomplete response (%s): the failure names service, action and code",
  async (phase) => {
    const { perform } = line([lost(phase)], { budgets: { read: 0, write: 0 } });
    const message = "apigateway DescribeApi failed: ClientError.NetworkError: no response (ECONNRESET).";
    expect(await failure(perform())).toMatchObject({
      code: "unavailable",
      ambiguous: phase !== "connect",
      phase,
      systemCode: "ECONNRESET",
      message,
    });
  },
);

describe("one write at a time", () => {
  test("per key; other keys do not wait; a failure releases the key", async () => {
    const { remote } = line([fine]);
    const order: string[] = [];
    const { signal } = new AbortController();
    const write = (subject: string, name: string, fails = false): Promise<void> =>
      remote.serialize(subject, signal, async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
        if (fails) throw new Error("failed");
      });
    await Promise.allSettled([write("a", "1", true), write("a", "2"), write("b", "3")]);
    expect(order.filter((step) => !step.startsWith("3"))).toEqual(["1 begins", "1 ends", "2 begins", "2 ends"]);
    expect(order.indexOf("3 begins")).toBeLessThan(order.indexOf("1 ends"));
  });

  test("a waiting caller can be cancelled, and leaves the queue", async () => {
    const { remote } = line([fine]);
    const stop = new AbortController();
    let open = (): void => undefined;
    const first = remote.serialize("a", new AbortController().signal, () => new Promise<void>((resolve) => (open = resolve)));
    const second = failure(remote.serialize("a", stop.signal, async () => undefined));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new ProviderError("cancelled", "stopped"));
    expect((await second).message).toBe("stopped");
    open();
    await first;
    expect(await remote.serialize("a", new AbortController().signal, async () => 3)).toBe(3);
  });
});

test("each action has its own rate, below the vendor's limit", async () => {
  const { perform, sent } = line([fine]);
  const stop = new AbortController();
  const about = operation(stop.signal);
  const actions = ["DescribeApi", "DescribeService", "CreateService"];
  const all = actions.flatMap((action) => Array.from({ length: 40 }, () => perform({ action }, about).catch(() => undefined)));
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new ProviderError("cancelled", "stopped"));
  await Promise.all(all);
  const counts = actions.map((name) => sent.filter(({ headers }) => headers["x-tc-action"] === name).length);
  expect(counts).toEqual([25, 5, 5]);
});
