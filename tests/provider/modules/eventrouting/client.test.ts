// The requests of the client: paths, headers, retries and their delays, token renewal without token values in messages. See docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#errors.
import type { Send } from "../../../../provider/contract/http";
import { TransportError } from "../../../../provider/http/transport-error";
import type { ApiRequest } from "../../../../provider/modules/eventrouting/transport";
import { exampleTrigger } from "../../../emulators/eventrouting/caller";
import { emulatorFixture, clientOver, failure, home, operation, errorReply, token, type EmulatorFixture, type Override } from "./support";

const listing: ApiRequest = { method: "GET", name: `${home}/triggers/orders`, resourceType: "getTrigger" };
const write: ApiRequest = {
  method: "POST",
  name: `${home}/triggers`,
  query: { triggerId: "orders" },
  body: exampleTrigger,
  resourceType: "Trigger",
};

/** Returns the responses in order, the last one repeatedly. */
function script(...responses: ReturnType<Override>[]): EmulatorFixture {
  const fixture = emulatorFixture();
  fixture.override = () => responses[Math.min(fixture.requests.length, responses.length) - 1];
  return fixture;
}

const good = { body: { name: "x" } };
const busy = { status: 503, body: "<html>busy</html>" };
const broken = (phase: "connect" | "sent" | "body", ambiguous = false): Error =>
  new TransportError(phase, "ECONNRESET", "reset", { ambiguous });

test("a read: path, headers, no body", async () => {
  const fixture = script(good);
  expect(await clientOver(fixture.send).request(listing, "function")).toEqual({ name: "x" });
  const [{ line, url, headers, body } = fixture.requests[0]!] = fixture.requests;
  expect(line).toBe(`GET /v1/${home}/triggers/orders`);
  expect(url.origin).toBe("https://eventarc.googleapis.com");
  expect([headers, body]).toEqual([
    { authorization: "Bearer test", accept: "application/json", "user-agent": "pulumi-quartet/1.2.3" },
    undefined,
  ]);
});

test("a write: query and JSON", async () => {
  const fixture = emulatorFixture();
  expect(await clientOver(fixture.send).request(write, "resource")).toMatchObject({ done: true });
  expect(fixture.requests[0]!.headers).toMatchObject({ "content-type": "application/json" });
  expect([fixture.lines(), fixture.requests[0]!.body]).toEqual([["POST triggers?triggerId=orders"], exampleTrigger]);
});

test("each part of a name is one segment; empty parameters are not sent", async () => {
  const fixture = script(good);
  const name = "projects/a:b/locations/c d/triggers/e?f#g%h";
  await clientOver(fixture.send).request(
    { ...listing, name, verb: ":getIamPolicy", query: { a: "", b: undefined, "c.d": "3" } },
    "function",
  );
  expect(fixture.requests[0]!.url.pathname + fixture.requests[0]!.url.search).toBe(
    "/v1/projects/a:b/locations/c%20d/triggers/e%3Ff%23g%25h:getIamPolicy?c.d=3",
  );
});

test("the quota project is that of the call's project", async () => {
  const fixture = script(good);
  const identity = {
    token: async () => ({ value: token }),
    renew: async () => undefined,
    quotaProject: async (project?: string) => `${project}-q`,
  };
  await clientOver(fixture.send, operation(), { credentials: identity }).request(listing, "function");
  expect(fixture.requests[0]!.headers["x-goog-user-project"]).toBe("demo-project-q");
});

test.each([
  ["no body", { status: 204, body: "" }],
  ["an empty text", { body: "" }],
])("%s is an empty object", async (_, response) => {
  expect(await clientOver(script(response).send).request(listing, "function")).toEqual({});
});

test.each(["<html>", "[]", "null"])("%s is not a response of Eventarc", async (body) => {
  const { code, message } = await failure(clientOver(script({ body }).send).request(listing, "function"));
  const reason = `getTrigger ${home}/triggers/orders: HTTP 200: not a response of Eventarc, from https://eventarc.googleapis.com (application/json): ${body}`;
  expect([code, message]).toEqual(["unavailable", expect.stringContaining(reason)]);
});

describe("repeats", () => {
  const quota = errorReply(403, "PERMISSION_DENIED", "Quota exceeded for quota metric 'x' and limit 'Read requests per minute'");
  const aborted = errorReply(409, "ABORTED", "unable to queue the operation");

  test.each<[string, ReturnType<Override>]>([
    ["429", errorReply(429, "RESOURCE_EXHAUSTED", "slow down")],
    ["500", errorReply(500, "INTERNAL", "oops")],
    ["502", { status: 502, body: "<html>" }],
    ["503", busy],
    ["504", errorReply(504, "DEADLINE_EXCEEDED", "late")],
    ["409 ABORTED", aborted],
    ["403 with a quota of reads", quota],
    ["rejected", broken("connect")],
    ["reset", broken("sent", true)],
    ["a body cut short", broken("body", true)],
  ])("%s", async (_, response) => {
    for (const requests of [listing, write]) {
      const fixture = script(response, response, good);
      const client = clientOver(fixture.send);
      expect(await client.request(requests, "resource")).toEqual({ name: "x" });
      expect(client.waits).toEqual([500, 1000]);
      expect(fixture.requests).toHaveLength(3);
    }
  });

  test.each<[string, ReturnType<Override>]>([
    ["400", errorReply(400, "INVALID_ARGUMENT", "no")],
    ["403", errorReply(403, "PERMISSION_DENIED", "no")],
    ["403 with another quota", errorReply(403, "PERMISSION_DENIED", "Quota exceeded for quota metric 'x' and limit 'Writes'")],
    ["404", errorReply(404, "NOT_FOUND", "no")],
    ["409 ALREADY_EXISTS", errorReply(409, "ALREADY_EXISTS", "no")],
    ["412", errorReply(412, "FAILED_PRECONDITION", "no")],
    ["499", errorReply(499, "CANCELLED", "no")],
    ["501", errorReply(501, "UNIMPLEMENTED", "no")],
    ["a redirect", { status: 302, headers: { location: "https://example.com/" } }],
    ["401 with a token that cannot be renewed", errorReply(401, "UNAUTHENTICATED", "no")],
    ["an unknown certificate", new TransportError("tls", "CERT", "untrusted", {})],
  ])("not: %s", async (_, response) => {
    const fixture = script(response, good);
    await failure(clientOver(fixture.send).request(listing, "function"));
    expect(fixture.requests).toHaveLength(1);
  });

  test("not ABORTED if the caller retries", async () => {
    const fixture = script(aborted, good);
    expect(await failure(clientOver(fixture.send).request({ ...listing, retriesAborted: false }, "function"))).toMatchObject({
      status: "ABORTED",
    });
    expect(fixture.requests).toHaveLength(1);
  });

  test("at most seven times, after growing pauses; the error contains the number of attempts", async () => {
    const fixture = script(busy);
    const client = clientOver(fixture.send);
    expect((await failure(client.request(listing, "function"))).message).toMatch(
      /: 503 UNAVAILABLE: not a response[^]*8 attempts were made/,
    );
    expect(client.waits).toEqual([500, 1000, 1500, 2500, 4000, 6500, 10_500]);
  });

  test("with a jitter of up to a fifth", async () => {
    const fixture = script(busy, good);
    const waits: number[] = [];
    const tools = { random: () => 1, wait: async (ms: number) => void waits.push(ms) };
    await clientOver(fixture.send, operation(), { tools }).request(listing, "function");
    expect(waits).toEqual([600]);
  });

  test.each<["function" | "resource", string, number[]]>([
    ["function", "25", [25_000, 25_000]],
    ["function", new Date(2_000_000_000_000).toUTCString(), [500, 1000, 1500, 2500, 4000, 6500, 10_500]],
    ["function", new Date(1_000_000_000_000).toUTCString(), [0, 0, 0, 0, 0, 0, 0]],
    ["resource", "40", [40_000, 40_000]],
    ["function", "0", [0, 0, 0, 0, 0, 0, 0]],
    ["function", "61", [500, 1000, 1500, 2500, 4000, 6500, 10_500]],
  ])("a %s that is requested to come back: %s, within its budget", async (budget, header, pauses) => {
    const fixture = script({ status: 429, body: {}, headers: { "retry-after": header } });
    const client = clientOver(fixture.send);
    await failure(client.request(listing, budget));
    expect(client.waits).toEqual(pauses);
  });

  test("a delay of zero has no jitter", async () => {
    const fixture = script({ status: 429, body: {}, headers: { "retry-after": "0" } }, good);
    const waits: number[] = [];
    const tools = { random: () => 1, wait: async (ms: number) => void waits.push(ms) };
    await clientOver(fixture.send, operation(), { tools }).request(listing, "function");
    expect(waits).toEqual([0]);
  });

  test("no attempt exceeds the budget by much", async () => {
    jest.useFakeTimers();
    try {
      const limits: number[] = [];
      const startedAt = Date.now();
      const send: Send = ({ signal }) =>
        new Promise((_, reject) => {
          const since = Date.now();
          signal.addEventListener("abort", () => {
            limits.push(Date.now() - since);
            reject(signal.reason as Error);
          });
        });
      const tools = { random: () => 0 };
      const ended = failure(clientOver(send, operation(), { tools }).request(listing, "function"));
      await jest.advanceTimersByTimeAsync(100_000);
      expect((await ended).message).toContain("2 attempts were made");
      expect([limits, startedAt]).toEqual([[30_000, 29_500], expect.any(Number)]);
    } finally {
      jest.useRealTimers();
    }
  });

  test("after the delay in the error details", async () => {
    const later = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3.5s" }];
    const client = clientOver(script(errorReply(429, "RESOURCE_EXHAUSTED", "slow down", later), good).send);
    await client.request(listing, "function");
    expect(client.waits).toEqual([3500]);
  });
});

describe("the token", () => {
  const unknown = errorReply(401, "UNAUTHENTICATED", "unknown tokenOnes: Bearer old-token-1, Bearer new-token-2");
  const identity = {
    token: async () => ({ value: "old-token-1" }),
    renew: async () => ({ value: "new-token-2" }),
    quotaProject: async () => undefined,
  };

  test("is renewed once after 401", async () => {
    const fixture = script(unknown, good);
    expect(await clientOver(fixture.send, operation(), { credentials: identity }).request(listing, "function")).toEqual({ name: "x" });
    expect(fixture.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer old-token-1", "Bearer new-token-2"]);
  });

  test.each([
    ["a rejection", errorReply(409, "ALREADY_EXISTS", "exists")],
    ["an unknown certificate", new TransportError("tls", "CERT", "untrusted", {})],
  ])("is renewed after an attempt that may have been carried out: %s stays ambiguous", async (_title, outcome) => {
    const fixture = script(broken("sent", true), unknown, outcome);
    expect(await failure(clientOver(fixture.send, operation(), { credentials: identity }).request(write, "resource"))).toMatchObject({
      ambiguous: true,
    });
    expect(fixture.requests).toHaveLength(3);
  });

  test("is not shown in an HTML page", async () => {
    const page = { body: "<p>new-token-2</p>", headers: { "content-type": "text/old-token-1" } };
    const { message } = await failure(
      clientOver(script(unknown, page).send, operation(), { credentials: identity }).request(listing, "function"),
    );
    expect(message).toContain(
      "HTTP 200: not a response of Eventarc, from https://eventarc.googleapis.com (text/[secret]): <p>[secret]</p>",
    );
  });

  test("is not shown when it is rejected again", async () => {
    const fixture = script(unknown);
    const { code, message } = await failure(clientOver(fixture.send, operation(), { credentials: identity }).request(listing, "function"));
    expect([code, fixture.requests.length]).toEqual(["unauthenticated", 2]);
    expect(message).toContain("401 UNAUTHENTICATED: unknown tokenOnes: Bearer [secret], Bearer [secret]");
    expect(message).toContain("googleCredentials");
  });
});

describe("the project", () => {
  const client = (project?: string) => clientOver(emulatorFixture().send, operation(), { project });

  test("is that of the call, else that of the provider", async () => {
    expect(await client("ownOnes").project("own")).toBe("own");
    expect(await client("ownOnes").project(undefined)).toBe("ownOnes");
    expect(await client("ownOnes").project("")).toBe("ownOnes");
  });

  test("is required; the error lists all settings", async () => {
    const { code, message } = await failure(client().project(undefined));
    expect([code, message]).toEqual(["invalid_argument", expect.stringMatching(/input project.*googleProject.*GOOGLE_PROJECT/)]);
  });
});
