// The requests of the client: paths, headers, retries and their delays, token renewal without token values in messages. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#errors.
import { requestContext } from "../../../support/contexts";
import type { Send } from "../../../../provider/contract/http";
import type { ApiRequest } from "../../../../provider/modules/eventrouting/transport";
import { exampleTrigger } from "../../../emulators/eventrouting/caller";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import {
  emulatorFixture,
  clientOver,
  expectFailure,
  failure,
  home,
  lost,
  scripted,
  errorReply,
  token,
  type EmulatorFixture,
  type Override,
} from "./support";

const listing: ApiRequest = { method: "GET", name: `${home}/triggers/orders`, caller: "getTrigger" };
const write: ApiRequest = {
  method: "POST",
  name: `${home}/triggers`,
  query: { triggerId: "orders" },
  body: exampleTrigger,
  caller: "Trigger",
};

/** Reads over the responses of a fixture. */
const read = async ({ send }: EmulatorFixture, changes: Parameters<typeof clientOver>[2] = {}) =>
  clientOver(send, requestContext(), changes).request(listing, "function");

const good = { body: { name: "x" } };
const busy = { status: 503, body: "<html>busy</html>" };

test("a read: path and headers, without a body; a write: query and JSON", async () => {
  const fixture = emulatorFixture();
  fixture.override = ({ line }) => (line.startsWith("GET") ? good : undefined);
  expect(await read(fixture)).toEqual({ name: "x" });
  expect(await clientOver(fixture.send).request(write, "resource")).toMatchObject({ done: true });
  const ofTransport = { host: "eventarc.googleapis.com", "accept-encoding": "gzip" };
  const common = { ...ofTransport, authorization: "Bearer test", accept: "application/json", "user-agent": "pulumi-quartet/1.2.3" };
  expect(fixture.requests).toMatchObject([
    { line: `GET /v1/${home}/triggers/orders`, url: { origin: "https://eventarc.googleapis.com" } },
    { line: `POST /v1/${home}/triggers?triggerId=orders`, headers: { "content-type": "application/json" }, body: exampleTrigger },
  ]);
  expect([fixture.requests[0]!.headers, fixture.requests[0]!.body]).toEqual([common, undefined]);
});

test("each part of a name is one segment; empty parameters are not sent", async () => {
  const fixture = scripted(good);
  const name = "projects/a:b/locations/c d/triggers/e?f#g%h";
  const query = { a: "", b: undefined, "c.d": "3" };
  await clientOver(fixture.send).request({ ...listing, name, verb: ":getIamPolicy", query }, "function");
  const { pathname, search } = fixture.requests[0]!.url;
  expect(pathname + search).toBe("/v1/projects/a:b/locations/c%20d/triggers/e%3Ff%23g%25h:getIamPolicy?c.d=3");
});

test("the quota project is that of the call's project", async () => {
  const fixture = scripted(good);
  const quotaProject = async (project?: string) => `${project}-q`;
  await read(fixture, { credentials: { token: async () => ({ value: token }), renew: async () => undefined, quotaProject } });
  expect(fixture.requests[0]!.headers["x-goog-user-project"]).toBe("demo-project-q");
});

test("no body is an empty object", async () => expect(await read(scripted({ status: 204, body: "" }))).toEqual({}));

test.each(["[]"])("%s is not a response of Eventarc", async (body) => {
  const reason = `getTrigger ${home}/triggers/orders: HTTP 200: not a response of Eventarc, from https://eventarc.googleapis.com (application/json): ${body}\nCheck eventApiUrl`;
  await expectFailure(read(scripted({ body })), "unavailable", reason);
});

describe("repeats", () => {
  const denied = (message: string) => errorReply(403, "PERMISSION_DENIED", message);

  test.each<[string, ReturnType<Override>, isRepeated: boolean]>([
    ...[429, 500, 502, 503, 504].map((status): [string, object, boolean] => [`HTTP ${status}`, { status }, true]),
    ...[302, 400, 401, 499, 501].map((status): [string, object, boolean] => [`HTTP ${status}`, { status }, false]),
    ["409 ABORTED", errorReply(409, "ABORTED", "unable to queue the operation"), true],
    ["403 with a quota of reads", denied("Quota exceeded for quota metric 'x' and limit 'Read requests per minute'"), true],
    ["rejected", lost("connect"), true],
    ["reset", lost("sent"), true],
    ["a body cut short", lost("body"), true],
    ["403 with another quota", denied("Quota exceeded for quota metric 'x' and limit 'Writes'"), false],
    ["409 ALREADY_EXISTS", errorReply(409, "ALREADY_EXISTS", "no"), false],
    ["an unknown certificate", lost("tls"), false],
  ])("%s", async (_, response, isRepeated) => {
    for (const request of [listing, write]) {
      const fixture = scripted(response, response, good);
      const client = clientOver(fixture.send);
      await client.request(request, "resource").catch(() => undefined);
      expect([fixture.requests.length, client.waits]).toEqual(isRepeated ? [3, [500, 1000]] : [1, []]);
    }
  });

  test.each<["function" | "resource", string, number[]]>([
    ["function", "25", [25_000, 25_000]],
    ["resource", "40", [40_000, 40_000]],
    // Too long for its budget.
    ["function", "61", [500, 1000, 1500, 2500, 4000, 6500, 10_500]],
  ])("a %s that is requested to come back after %s s, within its budget; the error has the number of attempts", async (...row) => {
    const [budget, header, expected] = row;
    const client = clientOver(scripted({ status: 429, body: {}, headers: { "retry-after": header } }).send);
    await expect(client.request(listing, budget)).rejects.toThrow(`${expected.length + 1} attempts were made`);
    expect(client.waits).toEqual(expected);
  });

  const details = (retryDelay: string) => [{}, { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }];

  test.each([
    ["with a jitter of up to a fifth", busy, [600]],
    ["without jitter in a delay of zero", { status: 429, body: {}, headers: { "retry-after": "0" } }, [0]],
    ["after the delay in the error details", errorReply(429, "RESOURCE_EXHAUSTED", "slow down", details("3.5s")), [3750]],
    ["without a delay in them", errorReply(429, "RESOURCE_EXHAUSTED", "slow down", details("soon")), [600]],
  ])("%s", async (_title, response, expected) => {
    const waits: number[] = [];
    await read(scripted(response, good), { tools: { random: () => 1, wait: async (ms: number) => void waits.push(ms) } });
    expect(waits).toEqual(expected);
  });

  test("no attempt exceeds the budget by much", async () => {
    useVirtualTime();
    const limits: number[] = [];
    const send: Send = ({ signal }) =>
      new Promise((_, reject) => {
        const since = Date.now();
        signal.addEventListener("abort", () => {
          limits.push(Date.now() - since);
          reject(signal.reason as Error);
        });
      });
    const request = clientOver(send, requestContext(), { tools: { random: () => 0 } }).request(listing, "function");
    await expect(inVirtualTime(request)).rejects.toThrow("2 attempts were made");
    useRealTime();
    expect(limits).toEqual([30_000, 29_500]);
  });
});

describe("the token", () => {
  const unknown = errorReply(401, "UNAUTHENTICATED", "unknown tokenOnes: Bearer old-token-1, Bearer new-token-2");
  const credentials = {
    token: async () => ({ value: "old-token-1" }),
    renew: async () => ({ value: "new-token-2" }),
    quotaProject: async () => undefined,
  };

  test.each([
    ["a rejection", errorReply(409, "ALREADY_EXISTS", "exists")],
    ["an unknown certificate", lost("tls")],
  ])("is renewed after an attempt that may have been carried out: %s stays ambiguous", async (_title, outcome) => {
    const fixture = scripted(lost("sent"), unknown, outcome);
    const ended = clientOver(fixture.send, requestContext(), { credentials }).request(write, "resource");
    expect(await failure(ended)).toHaveProperty("ambiguous", true);
    expect(fixture.requests).toHaveLength(3);
  });

  test.each([
    [
      "in an HTML page",
      { body: "<p>new-token-2</p>", headers: { "content-type": "text/old-token-1" } },
      "(text/[secret]): <p>[secret]</p>",
    ],
    ["when it is rejected again", unknown, "401 UNAUTHENTICATED: unknown tokenOnes: Bearer [secret], Bearer [secret]"],
  ])("is not shown %s", async (_title, response, shown) => {
    const fixture = scripted(unknown, response);
    await expect(read(fixture, { credentials })).rejects.toThrow(shown);
    expect(fixture.requests).toHaveLength(2);
  });
});

test("the project is that of the call, else that of the provider; without one the error lists all settings", async () => {
  const client = (project?: string) => clientOver(emulatorFixture().send, requestContext(), { project });
  expect(await Promise.all(["own", "", undefined].map((each) => client("other").project(each)))).toEqual(["own", "other", "other"]);
  await expectFailure(client().project(undefined), "invalid_argument", /input project.*googleProject.*GOOGLE_PROJECT/);
});
