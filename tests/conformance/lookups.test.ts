// Cases 76 to 84: lookups of a slow, overloaded, broken or nonconforming service, and concurrent lookups. See docs/protocol.md#invoke and docs/modules/search.md#requests.
import { respondAfter } from "../emulators/faults";
import { status } from "@grpc/grpc-js";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, template } from "../support/fixture";
import { httpServer, stopServers } from "../support/servers";
import { toStruct } from "../support/structs";
import { deferred, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
afterEach(stopServers);
const notFound = { name: "logs" };

describe("failures of the remote", () => {
  test("76: a missing object returns its name only; an HTML page with 404 is an error", async () => {
    const search = await fixture.search();
    expect(await fixture.rpc.resultOf(lookupToken, notFound)).toEqual(notFound);
    expect(search.requests).toHaveLength(1);
    search.faults.add({ match: "GET /_index_template/logs", fault: faults.htmlBody(404) });
    const { code, message } = await failureOf(fixture.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.FAILED_PRECONDITION);
    expect(message).toMatch(/GET http:\/\/127.0.0.1:\d+\/_index_template\/logs: HTTP 404: .*Welcome[^]*does not come from Elasticsearch/);
  });

  test("77: 401 names the kind of credentials that was sent, never its value", async () => {
    const { url } = await fixture.search({ security: { users: {} } });
    const { code, message } = await failureOf(fixture.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(message).toMatch(/HTTP 401: security_exception: [^]*sent with an API key/);
    for (const [block, kind] of [
      [{ username: "tester", password: fixtures.keySecret }, "user name and password"],
      [{ bearerToken: fixtures.keySecret }, "a bearer token"],
      [{}, "no credentials"],
    ] as const) {
      const searchConnections = [{ endpoints: [url], ...block }];
      expect((await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs", searchConnections }))).message).toContain(
        `sent with ${kind}`,
      );
    }
  });

  test("77: 403 names the missing privilege", async () => {
    await fixture.search({ security: { apiKeys: { tester: { key: fixtures.keySecret, cluster: [] } } } });
    const { code, message } = await failureOf(fixture.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.PERMISSION_DENIED);
    expect(message).toContain("manage_index_templates");
  });

  test("78: 429 with Retry-After 2 delays all calls to that host, and is logged once", async () => {
    const search = await fixture.search();
    const before = fixture.engine.lines.length;
    search.faults.add({ match: "GET /_index_template/*", fault: faults.throttle("2"), times: 1 });
    const first = fixture.rpc.resultOf(lookupToken, { name: "logs-0" });
    await until("status line about the pause", () => fixture.engine.lines.length > before);
    const others = [1, 2, 3].map((i) => fixture.rpc.resultOf(lookupToken, { name: `logs-${i}` }));
    expect(await Promise.all([first, ...others])).toHaveLength(4);
    const [rejected, ...later] = search.requests.map(({ time }) => time);
    expect(search.requests.filter(({ path }) => path !== "/_index_template")).toHaveLength(5);
    expect(Math.min(...later) - rejected!).toBeGreaterThanOrEqual(1950);
    const logged = fixture.engine.lines.slice(before).filter(({ message }) => message.includes("next try"));
    expect(logged).toMatchObject([{ message: "rate limited by Elasticsearch, next try in 2s", ephemeral: true, severity: "info" }]);
  });

  test("79: 503 for ever ends with the number of attempts and the last status", async () => {
    const search = await fixture.search();
    search.faults.add({ match: "GET /_index_template/*", fault: faults.unavailable(503) });
    const result = await failureOf(fixture.rpc.invoke(lookupToken, notFound));
    expect(result.code).toBe(status.UNAVAILABLE);
    expect(result.message).toMatch(/GET \S+\/_index_template\/logs: HTTP 503: [^]*4 attempts/);
    expect(search.requests).toHaveLength(4);
  });

  test.each([
    ["a body that is no JSON", faults.garbledBody(), /HTTP 200: the response of type application\/json is not JSON: \{"index_templates"/],
    ["a page of a proxy", faults.htmlBody(), /HTTP 200: the response of type text\/html is not JSON: <!DOCTYPE html>/],
    ["a body that is cut off", faults.halfBody(), /closed before the end of the response.*ECONNRESET/],
  ])("83: %s is an error with status and excerpt", async (_title, fault, expectedMessage) => {
    const search = await fixture.search();
    await fixture.rpc.create({ ...template, inputs: { name: "logs", indexPatterns: ["a"] } });
    search.faults.add({ match: "GET /_index_template/logs", fault });
    const { code, message } = await failureOf(fixture.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.UNAVAILABLE);
    expect(message).toMatch(expectedMessage);
  });
});

describe("sharing", () => {
  test("80: a hundred equal concurrent calls are one request; errors are not kept; other credentials are not shared", async () => {
    const search = await fixture.search();
    const delayedResponse = deferred();
    search.faults.add({
      match: "GET /_index_template/*",
      times: 1,
      fault: async () => {
        await delayedResponse.promise;
        return { reply: { status: 400, headers: {}, body: "no" } };
      },
    });
    const calls = Array.from({ length: 100 }, () => failureOf(fixture.rpc.invoke(lookupToken, notFound)));
    const other = { name: "logs", searchConnections: [{ endpoints: [search.url], apiKey: Buffer.from("other:key").toString("base64") }] };
    await until("request", () => search.requests.length === 1);
    expect((await failureOf(fixture.rpc.invoke(lookupToken, other))).code).toBe(status.UNAUTHENTICATED);
    await until("all hundred calls in the plugin", async () => (await fixture.rpc.resultOf(helperToken, { field: "a" }))["field"] === "a");
    delayedResponse.resolve(undefined);
    expect(new Set((await Promise.all(calls)).map(({ message }) => message)).size).toBe(1);
    expect(search.requests).toHaveLength(2);
    expect(await fixture.rpc.resultOf(lookupToken, notFound)).toEqual(notFound);
    expect(search.requests).toHaveLength(3);
  });

  test("80: two hundred calls in a burst send one request per distinct call, also when some start after the responses of others", async () => {
    const search = await fixture.search();
    const delayedResponse = deferred();
    search.faults.add({
      match: "GET /_index_template/slow",
      fault: respondAfter(delayedResponse.promise),
    });
    const names = Array.from({ length: 200 }, (_, i) => `logs-${i % 10}`);
    const slow = fixture.rpc.resultOf(lookupToken, { name: "slow" });
    await until("request", () => search.requests.length === 1);
    for (const some of [names.slice(0, 15), names.slice(15, 100), names.slice(100)]) {
      const responses = await Promise.all(some.map((name) => fixture.rpc.resultOf(lookupToken, { name })));
      expect(responses).toEqual(some.map((name) => ({ name })));
    }
    delayedResponse.resolve(undefined);
    await slow;
    // The burst also lists the templates; there are none, so that each is read alone.
    const alone = () => search.requests.filter(({ path }) => path !== "/_index_template");
    expect(alone()).toHaveLength(11);
    await until("rest", async () => (await fixture.rpc.resultOf(helperToken, { field: "a" }))["field"] === "a");
    await fixture.rpc.resultOf(lookupToken, { name: "logs-0" });
    await fixture.rpc.resultOf(lookupToken, { name: "logs-0" });
    expect(alone()).toHaveLength(13);
  });

  test("81: a call after a write of this process sends a new request, also while an equal call still runs", async () => {
    const search = await fixture.search();
    const delayedResponse = deferred();
    search.faults.add({
      match: "GET /_index_template/logs",
      times: 1,
      fault: async (result) => ({ reply: (await Promise.all([result(), delayedResponse.promise]))[0] }),
    });
    const before = fixture.rpc.resultOf(lookupToken, notFound);
    await until("request", () => search.requests.length === 1);
    await fixture.rpc.create({ ...template, inputs: { name: "logs", indexPatterns: ["a"] } });
    expect(await fixture.rpc.resultOf(lookupToken, notFound)).toMatchObject({ indexPatterns: ["a"] });
    delayedResponse.resolve(undefined);
    expect(await before).toEqual(notFound);
  });

  test("84: Cancel ends a lookup that gets no response", async () => {
    const search = await fixture.search();
    search.faults.add({ match: "GET /_index_template/*", fault: faults.hang() });
    const call = failureOf(fixture.rpc.invoke(lookupToken, notFound));
    await until("request", () => search.requests.length === 1);
    await fixture.rpc.cancel();
    expect((await call).code).toBe(status.CANCELLED);
  });

  test("84: a call that the engine drops is aborted", async () => {
    const arrived = deferred();
    const closed = deferred();
    const url = await httpServer((_, response) => {
      arrived.resolve(undefined);
      response.once("close", () => closed.resolve(undefined));
    });
    await fixture.rpc.configure({ searchServers: [{ endpoints: [url] }] });
    const request = new InvokeRequest();
    request.setTok(lookupToken);
    request.setArgs(toStruct(notFound));
    const ended = new Promise<number | undefined>((resolve) => {
      const call = fixture.rpc.stub.invoke(request, (error) => resolve(error?.code));
      void arrived.promise.then(() => call.cancel());
    });
    expect(await ended).toBe(status.CANCELLED);
    await closed.promise;
  });
});
