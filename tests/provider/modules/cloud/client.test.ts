// The client of one operation: results, absence, pages, serialized writes, polling until an object is visible, renewed keys, state shared by all clients.
import { ProviderError } from "../../../../provider/core/errors/errors";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { HttpRequest } from "../../../../provider/contract/http";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import type { Credentials } from "../../../../provider/modules/cloud/credentials";
import { createConnection } from "../../../../provider/modules/cloud/connection";
import { line, no, paramsOf, success, type Line, type Result } from "./exchange";
import { configurationOf, env, failure, keys, operation, schema } from "./support";

interface ClientFixture extends Line {
  client: CloudClient;
  lines: string[];
  /** Delays of the client, in ms. */
  delays: number[];
  /** The clock, in ms: delays advance it. */
  clock: { now: number };
}

function clientWith(
  responses: readonly Result[] | ((n: number) => Result | Promise<Result>),
  more: Partial<Credentials> & { signal?: AbortSignal } = {},
): ClientFixture {
  const stub = line(responses);
  const about = operation(more.signal);
  const delays: number[] = [];
  const clock = { now: 0 };
  const identity = { current: async () => keys, renew: async () => undefined, region: async () => "ap-guangzhou", ...more };
  const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
    delays.push(ms);
    clock.now += ms;
    stub.paused();
    if (signal.aborted) throw signal.reason;
  };
  const tools = { wait, now: () => clock.now };
  const client = new CloudClient(async () => ({ transport: stub.remote, credentials: identity, tools }), about, configurationOf());
  return Object.assign(stub, { client, lines: about.lines, delays, clock });
}

const actionsOf = (sent: readonly HttpRequest[]): string[] => sent.map(({ headers }) => headers["x-tc-action"]!);

describe("reading", () => {
  test.each<[PlainMap, unknown]>([
    [{ Result: { a: 1 } }, { a: 1 }],
    [{ Result: null, Other: 1 }, null],
    [{ Result: [1] }, [1]],
    [
      { a: 1, b: null },
      { a: 1, b: null },
    ],
    [{}, {}],
  ])("the response %j is %j", async (response, read) =>
    expect(await clientWith([success(response)]).client.read("DescribeApi")).toEqual(read),
  );

  test("a required member is returned, or it is a failure", async () => {
    for (const Result of [{ a: 1 }, {}] as PlainMap[])
      expect(await clientWith([success({ Result })]).client.requireResult("DescribeApi", {})).toEqual(Result);
    for (const response of [{ Result: null }, { Other: 1 }, {}] as PlainMap[])
      expect((await failure(clientWith([success(response)]).client.requireResult("DescribeApi", {}))).message).toMatch(
        /^apigateway DescribeApi failed: ClientError.EmptyResponse: empty response\n.* https:\/\/apigateway\.tencentcloudapi\.com\/\. /,
      );
  });

  test("a not-found code is undefined, compared as a whole", async () => {
    const find = (response: Result) => clientWith([response]).client.find("DescribeApi", { ApiId: "a" }, ["ResourceNotFound.InvalidApi"]);
    expect(await find(success({ Result: { ApiId: "a" } }))).toEqual({ ApiId: "a" });
    expect(await find(no("ResourceNotFound.InvalidApi"))).toBeUndefined();
    expect(await failure(find(no("ResourceNotFound.InvalidService")) as Promise<unknown>)).toMatchObject({ code: "not_found" });
  });

  test("pages: numbers or texts, sizes, invalid rows", async () => {
    const rows = (count: number): Result =>
      success({ Result: { Rows: Array.from({ length: count }, (_, n) => (n === 0 ? null : { n })) } });
    const numbers = clientWith([rows(100), rows(2)]);
    expect(await numbers.client.readPages("DescribeApi", { A: 1 }, "Rows")).toHaveLength(100);
    expect(numbers.sent.map(paramsOf)).toEqual([
      { A: 1, Offset: 0, Limit: 100 },
      { A: 1, Offset: 100, Limit: 100 },
    ]);
    const texts = clientWith([rows(20), rows(0)]);
    await texts.client.readPages("DescribeAddressTemplates", {}, "Rows", { asText: true, size: 20 });
    expect(texts.sent.map(paramsOf)).toEqual([
      { Offset: "0", Limit: "20" },
      { Offset: "20", Limit: "20" },
    ]);
  });

  test("internal errors: within the budget, or a number of attempts", async () => {
    const patient = clientWith([no("InternalError")]);
    await failure(patient.client.read("DescribeApi"));
    expect(patient.sent).toHaveLength(22);
    for (const kind of ["read", "pages"] as const) {
      const brief = clientWith([no("InternalError")]);
      const { client } = brief;
      const response =
        kind === "read" ? client.read("DescribeApi", {}, { attempts: 3 }) : client.readPages("DescribeApi", {}, "Rows", { attempts: 3 });
      expect((await failure(response as Promise<unknown>)).message).toContain("3 attempts were made.");
      expect(brief.sent).toHaveLength(3);
    }
  });
});

describe("writing", () => {
  test.each([false, null])("the result %j is a failure, with the request id", async (Result) => {
    const failed = await failure(clientWith([success({ Result })]).client.write("DeleteApi", { ServiceId: "s" }));
    expect(failed.message).toBe(
      `apigateway DeleteApi failed: FailedOperation: the result is ${String(Result)}, without a reason (RequestId req-1)`,
    );
  });

  test("any other result is returned", async () => {
    expect(await clientWith([success({ Result: true })]).client.write("DeleteApi", {})).toBe(true);
    expect(await clientWith([success({ Result: { ApiId: "a" } })]).client.write("CreateApi", {}, "creation")).toEqual({ ApiId: "a" });
    expect(await clientWith([success({})]).client.write("ModifyResourceTags", {})).toEqual({ RequestId: "req-1" });
  });

  test("an internal error of a write is not repeated, and is ambiguous", async () => {
    const { client, sent } = clientWith([no("InternalError")]);
    expect(await failure(client.write("CreateApi", {}, "creation"))).toMatchObject({ ambiguous: true });
    expect(sent).toHaveLength(1);
  });

  test("writes to one service go one after the other; reads and other services do not wait", async () => {
    let running: string[] = [];
    const most: Record<string, number> = {};
    const stub = clientWith(async (n) => {
      const { ServiceId } = paramsOf(stub.sent[n]!) as { ServiceId: string };
      const name = `${stub.sent[n]!.headers["x-tc-action"]} ${ServiceId}`;
      running.push(name);
      most[name] = Math.max(most[name] ?? 0, running.filter((each) => each === name).length);
      most["all"] = Math.max(most["all"] ?? 0, running.length);
      await new Promise((resolve) => setImmediate(resolve));
      running = running.filter((_, at) => at !== running.indexOf(name));
      return success({ Result: true });
    });
    const writes = ["s1", "s2", "s1", "s2", "s1"].map((ServiceId) => stub.client.write("ModifyApi", { ServiceId }));
    const reads = ["s1", "s1"].map((ServiceId) => stub.client.read("DescribeApi", { ServiceId }));
    await Promise.all([...writes, ...reads]);
    expect(most).toEqual({ "ModifyApi s1": 1, "ModifyApi s2": 1, "DescribeApi s1": 2, all: 4 });
  });

  test("a deletion that was done before succeeds; anything else fails", async () => {
    const undo = (response: Result) => clientWith([response]).client.remove("DeleteApi", {}, ["ResourceNotFound.InvalidApi"]);
    await expect(undo(success({ Result: true }))).resolves.toBeUndefined();
    await expect(undo(no("ResourceNotFound.InvalidApi"))).resolves.toBeUndefined();
    await expect(undo(no("ResourceNotFound.InvalidService"))).rejects.toThrow("InvalidService");
    await expect(undo(success({ Result: false }))).rejects.toThrow("the result is false");
  });

  test("a deletion waits while the object is in use", async () => {
    const { client, waits } = clientWith([no("UnsupportedOperation.ResourceAssociated"), success({ Result: true })]);
    await client.remove("DeleteApi", {}, []);
    expect(waits).toEqual([500]);
  });

  test("a create without a name is ambiguous", () => {
    expect(clientWith([]).client.missingId("CreateApi")).toMatchObject({ code: "unavailable", ambiguous: true });
  });
});

describe("waiting until an object is visible", () => {
  test("growing delays, shown from the second second on", async () => {
    const { client, delays, lines } = clientWith([]);
    let reads = 0;
    expect(await client.waitUntil("the service", async () => (++reads < 8 ? undefined : "there"))).toBe("there");
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(lines).toEqual(delays.slice(2).map(() => "waiting for the service"));
  });

  test.each([
    [undefined, 180, 22],
    [5, 5, 4],
  ])("it ends after its time (%p s)", async (seconds, shown, pauses) => {
    const { client, delays } = clientWith([]);
    const failed = await failure(client.waitUntil("the service", async () => undefined, seconds));
    expect(failed).toMatchObject({
      code: "deadline_exceeded",
      message: `Wait failed: the service: time limit of ${shown} s exceeded. Run \`pulumi up\` again.`,
    });
    expect(delays).toHaveLength(pauses);
  });

  test("the time of the reads counts", async () => {
    const { client, delays, clock } = clientWith([]);
    const read = async (): Promise<undefined> => void (clock.now += 59_000);
    await failure(client.waitUntil("the service", read));
    expect(delays).toEqual([500, 1000, 1500]);
  });

  test("a failed read or a cancellation ends it", async () => {
    const { client } = clientWith([no("InvalidParameter")]);
    await expect(client.waitUntil("x", () => client.find("DescribeApi", {}, []))).rejects.toThrow("InvalidParameter");
    const stop = new AbortController();
    const stopped = clientWith([], { signal: stop.signal });
    stopped.paused = () => stop.abort(new ProviderError("cancelled", "stopped"));
    expect((await failure(stopped.client.waitUntil("x", async () => undefined))).message).toBe("stopped");
    expect(stopped.delays).toHaveLength(1);
  });
});

describe("keys", () => {
  const fresh = { secretId: "AKIDfresh", secretKey: "fresh-key", token: "fresh-token" };

  test.each(["AuthFailure.TokenFailure", "AuthFailure.SecretIdNotFound"])(
    "%s: other keys are fetched, and the request is sent once more",
    async (code) => {
      const former: unknown[] = [];
      const { client, sent } = clientWith([no(code), success({ Result: 1 })], {
        renew: async (old) => {
          former.push(old);
          return fresh;
        },
      });
      expect(await client.read("DescribeApi")).toBe(1);
      expect(former).toEqual([keys]);
      expect(sent.map(({ headers }) => /Credential=(\w+)\//.exec(headers["authorization"]!)![1])).toEqual([keys.secretId, "AKIDfresh"]);
      expect(sent[1]!.headers["x-tc-token"]).toBe("fresh-token");
    },
  );

  test("a second rejection is reported; so is the first without other keys", async () => {
    const twice = clientWith([no("AuthFailure.TokenFailure", "one"), no("AuthFailure.TokenFailure", "two")], {
      renew: async () => fresh,
    });
    expect((await failure(twice.client.read("DescribeApi"))).message).toContain("two");
    const none = clientWith([no("AuthFailure.TokenFailure", "one")]);
    expect((await failure(none.client.read("DescribeApi"))).message).toContain("one");
    expect([twice.sent.length, none.sent.length]).toEqual([2, 1]);
  });

  test("the error of rejected keys names their source", async () => {
    const own = { ...keys, source: "the setting secretId" };
    const messageOf = async (code: string): Promise<string> =>
      (await failure(clientWith([no(code)], { current: async () => own }).client.read("DescribeApi"))).message;
    for (const code of ["AuthFailure.SignatureFailure", "AuthFailure.UnauthorizedOperation", "UnauthorizedOperation.UncertifiedUser"])
      expect(await messageOf(code)).toMatch(/\nThe request was sent to \S+ with the keys from the setting secretId\.$/);
    expect(await messageOf("InvalidParameter")).not.toContain("keys");
  });

  test("other errors fetch no keys", async () => {
    const { client, sent } = clientWith([no("AuthFailure.SignatureFailure")], {
      renew: async () => Promise.reject(new Error("called")),
    });
    await expect(client.read("DescribeApi")).rejects.toThrow("SignatureFailure");
    expect(sent).toHaveLength(1);
  });
});

test("shared state is created on the first request, once", async () => {
  let opened = 0;
  const { remote, sent } = line([success({ Result: 1 })]);
  const identity = { current: async () => keys, renew: async () => undefined, region: async () => "ap-tokyo" };
  const client = new CloudClient(
    async () => {
      opened++;
      return { transport: remote, credentials: identity };
    },
    operation(),
    configurationOf(),
  );
  expect(opened).toBe(0);
  await Promise.all([client.read("DescribeApi"), client.read("DescribeService"), client.region()]);
  expect(opened).toBe(1);
  expect(actionsOf(sent).sort()).toEqual(["DescribeApi", "DescribeService"]);
  expect(sent[0]!.headers["x-tc-region"]).toBe("ap-tokyo");
});

test("internal errors of STS are retried three times, not for minutes", async () => {
  const sent: HttpRequest[] = [];
  const send = async (request: HttpRequest) => {
    sent.push(request);
    return no("InternalError.DbError", "broken");
  };
  const settings = { assumeRole: { roleArn: "qcs::cam::uin/100000000001:roleName/deploy", sessionName: "quartet" } };
  const client = new CloudClient(
    async () => createConnection({ settings, schema, env, send, version: "9.8.7", redact: (text) => text }),
    operation(),
    configurationOf(),
  );
  jest.useFakeTimers();
  try {
    const failed = failure(client.read("DescribeApi"));
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await failed).message).toMatch(/sts AssumeRole failed: InternalError\.DbError: broken .*\n3 attempts were made/);
    expect(actionsOf(sent)).toEqual(["AssumeRole", "AssumeRole", "AssumeRole"]);
  } finally {
    jest.useRealTimers();
  }
});
