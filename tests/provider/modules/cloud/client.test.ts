// The client of one operation: results, absence, serialized writes, polling until an object is visible, renewed keys, the connection that all clients share.
import { requestContext } from "../../../support/contexts";
import { ProviderError } from "../../../../provider/core/errors/errors";
import type { PlainMap } from "../../../../provider/core/values/value";
import type { ModuleConfiguration } from "../../../../provider/contract/context";
import type { HttpRequest, Send } from "../../../../provider/contract/http";
import { cloud } from "../../../../provider/modules/cloud";
import { CloudClient } from "../../../../provider/modules/cloud/client";
import type { Credentials } from "../../../../provider/modules/cloud/credentials";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { line, no, success, type Result } from "./exchange";
import { configurationOf, credentials, env, expectFailure, failure, keys } from "./support";

/** A client over these responses, and the lines that it logs. */
function clientWith(
  responses: readonly Result[] | ((n: number) => Result | Promise<Result>),
  more: Partial<Credentials> & { signal?: AbortSignal } = {},
) {
  const stub = line(responses);
  const about = requestContext(more.signal);
  const connection = { transport: stub.remote, credentials: { ...credentials, ...more }, tools: stub.tools };
  const client = new CloudClient(async () => connection, about, configurationOf());
  return Object.assign(stub, { client, lines: about.lines });
}

test("a read returns the result, or all members without one; a required one that is missing is a failure", async () => {
  const responses: PlainMap[] = [{ Result: null, Other: 1 }, { a: 1, b: null }, { Result: {} }, { Result: null }, { Other: 1 }];
  const { client } = clientWith(responses.map(success));
  expect([await client.read("DescribeApi"), await client.read("DescribeApi")]).toEqual([null, { a: 1, b: null }]);
  expect(await client.requireResult("DescribeApi", {})).toEqual({});
  const message =
    /^apigateway DescribeApi failed: ClientError.EmptyResponse: empty response\n.* https:\/\/apigateway\.tencentcloudapi\.com\/\. /;
  for (let n = 0; n < 2; n++) await expectFailure(client.requireResult("DescribeApi", {}), "unavailable", message);
});

test("a not-found code is undefined, compared as a whole", async () => {
  const find = (response: Result) => clientWith([response]).client.find("DescribeApi", { ApiId: "a" }, ["ResourceNotFound.InvalidApi"]);
  expect(await find(no("ResourceNotFound.InvalidApi"))).toBeUndefined();
  await expectFailure(find(no("ResourceNotFound.InvalidApiKey")), "not_found", "InvalidApiKey");
});

describe("writing", () => {
  test.each([false, null])("the result %j is a failure, with the request id", async (Result) => {
    await expect(clientWith([success({ Result })]).client.write("DeleteApi", { ServiceId: "s" })).rejects.toThrow(
      `apigateway DeleteApi failed: FailedOperation: the result is ${String(Result)}, without a reason (RequestId req-1)`,
    );
  });

  test("a null in the place of an object is no failure", async () => {
    expect(await clientWith([success({ Result: null })]).client.write("ModifyUsagePlan", {})).toBeNull();
  });

  test("writes to one service go one after the other; reads and other services do not wait", async () => {
    let respond: (response: Result) => void = () => undefined;
    const response = new Promise<Result>((resolve) => (respond = resolve));
    const { client, sent } = clientWith(() => response);
    const writes = ["s1", "s2", "s1"].map((ServiceId) => client.write("ModifyApi", { ServiceId }));
    const reads = ["s1", "s1"].map((ServiceId) => client.read("DescribeApi", { ServiceId }));
    await new Promise(setImmediate);
    expect(sent).toHaveLength(4);
    respond(success({ Result: true }));
    await Promise.all([...writes, ...reads]);
  });

  test("a deletion waits while the object is in use, and succeeds if it was done before; anything else fails", async () => {
    const undo = (...responses: Result[]) => clientWith(responses).client.remove("DeleteApi", {}, ["ResourceNotFound.InvalidApi"]);
    await undo(no("UnsupportedOperation.ResourceAssociated"), success({ Result: true }));
    await undo(no("ResourceNotFound.InvalidApi"));
    await expect(undo(no("ResourceNotFound.InvalidService"))).rejects.toThrow("InvalidService");
  });
});

describe("waiting until an object is visible", () => {
  test("growing delays, shown from the second second on", async () => {
    const { client, waits, lines } = clientWith([]);
    let reads = 0;
    expect(await client.waitUntil("the service", async () => (++reads < 8 ? undefined : "there"))).toBe("there");
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(lines).toEqual(waits.slice(2).map(() => "waiting for the service"));
  });

  test.each([
    [undefined, 180, 22, 0],
    [5, 5, 4, 0],
    // The time of the reads counts.
    [undefined, 180, 3, 59_000],
  ])("it ends after its time (%p s)", async (seconds, shown, pauses, readTime) => {
    const stub = clientWith([]);
    const wait = stub.client.waitUntil("the service", async () => void (stub.now += readTime), seconds);
    await expectFailure(wait, "deadline_exceeded", `Wait failed: the service: time limit of ${shown} s exceeded. Run the command again.`);
    expect(stub.waits).toHaveLength(pauses);
  });

  test("a cancellation ends it", async () => {
    const stop = new AbortController();
    const stopped = clientWith([], { signal: stop.signal });
    stopped.paused = () => stop.abort(new ProviderError("cancelled", "stopped"));
    await expect(stopped.client.waitUntil("x", async () => undefined)).rejects.toThrow("stopped");
    expect(stopped.waits).toHaveLength(1);
  });
});

describe("keys", () => {
  const fresh = { secretId: "AKIDfresh", secretKey: "fresh-key", token: "fresh-token" };

  test.each(["AuthFailure.TokenFailure", "AuthFailure.SecretIdNotFound"])(
    "%s: other keys are fetched, and the request is sent once more",
    async (code) => {
      const renew = jest.fn(async () => fresh);
      const { client, sent } = clientWith([no(code), success({ Result: 1 })], { renew });
      expect(await client.read("DescribeApi")).toBe(1);
      expect(renew.mock.calls).toEqual([[keys, expect.anything()]]);
      expect(sent.map(({ headers }) => /Credential=(\w+)\//.exec(headers["authorization"]!)![1])).toEqual([keys.secretId, "AKIDfresh"]);
      expect(sent[1]!.headers["x-tc-token"]).toBe("fresh-token");
    },
  );

  test("a second rejection is reported; so is the first without other keys, and any other error", async () => {
    const responses = [no("AuthFailure.TokenFailure", "one"), no("AuthFailure.TokenFailure", "two")];
    await expect(clientWith(responses, { renew: async () => fresh }).client.read("DescribeApi")).rejects.toThrow("two");
    await expect(clientWith(responses).client.read("DescribeApi")).rejects.toThrow("one");
    const renew = jest.fn();
    await failure(clientWith([no("AuthFailure.SignatureFailure")], { renew }).client.read("DescribeApi"));
    expect(renew).not.toHaveBeenCalled();
  });

  test("the error of rejected keys names their source", async () => {
    const own = { ...keys, source: "the setting secretId" };
    const messageOf = async (code: string) =>
      (await failure(clientWith([no(code)], { current: async () => own }).client.read("DescribeApi"))).message;
    for (const code of ["AuthFailure.SignatureFailure", "UnauthorizedOperation.UncertifiedUser"])
      expect(await messageOf(code)).toMatch(/\nThe request was sent to \S+ with the keys from the setting secretId\.$/);
    expect(await messageOf("InvalidParameter")).not.toContain("keys");
  });
});

describe("the connection", () => {
  const clientOf = (response: Result, more: Partial<ModuleConfiguration> = {}) => {
    const sent: HttpRequest[] = [];
    const send: Send = async (request) => {
      sent.push(request);
      if (response instanceof Error) throw response;
      return response;
    };
    const open = jest.fn(() => "9.8.7");
    const create = cloud.connect({
      ...configurationOf({ env, send, ...more }),
      // Each new connection reads the version.
      get version() {
        return open();
      },
    });
    return { sent, open, client: create({}, requestContext()), other: create({}, requestContext()) };
  };

  test("is created on the first request, once for all clients", async () => {
    const { client, other, sent, open } = clientOf(success({ Result: 1 }));
    expect(open).not.toHaveBeenCalled();
    await Promise.all([client.read("DescribeApi"), client.read("DescribeService"), other.region()]);
    expect(open).toHaveBeenCalledTimes(1);
    expect(sent.map(({ headers }) => headers["x-tc-region"])).toEqual(["ap-guangzhou", "ap-guangzhou"]);
  });

  test.each([
    ["", "Pulumi-quartet-9.8.7"],
    ["x".repeat(128), "x".repeat(128)],
    ...["x".repeat(129), "a\nb", "ä"].map((text) => [text, undefined]),
  ])("names the client %j in each request as %j", async (own, name) => {
    const { client, sent } = clientOf(success({ Result: 1 }), { env: { ...env, TENCENTCLOUD_API_REQUEST_CLIENT: own } });
    if (name === undefined)
      await expectFailure(client.read("DescribeApi"), "failed_precondition", "TENCENTCLOUD_API_REQUEST_CLIENT: expected up to 128");
    else await client.read("DescribeApi");
    expect(sent[0]?.headers["x-tc-requestclient"]).toBe(name);
  });

  test("repeats internal errors of STS three times, not for minutes", async () => {
    const settings = { assumeRole: { roleArn: "qcs::cam::uin/100000000001:roleName/deploy", sessionName: "quartet" } };
    const { client, sent } = clientOf(no("InternalError.DbError", "broken"), { settings });
    useVirtualTime();
    const { message } = await inVirtualTime(failure(client.read("DescribeApi")));
    useRealTime();
    expect(message).toMatch(/sts AssumeRole failed: InternalError\.DbError: broken .*\n3 attempts were made/);
    expect(sent).toHaveLength(3);
  });
});
