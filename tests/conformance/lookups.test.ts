// Cases 76 to 84: lookups whose remote is slow, busy, broken or strange, and lookups that run at the same time. See docs/protocol.md#invoke and docs/modules/search.md#requests.
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { expectWithin } from "../support/load";
import * as scenes from "../support/scene";
import { helperToken, lookupToken, template } from "../support/scene";
import { httpServer, stopServers } from "../support/servers";
import { gate, timed, until } from "../support/waiting";

const scene = scenes.sceneOfFile();
afterEach(stopServers);
const notFound = { name: "logs" };

describe("failures of the remote", () => {
  test("76: a missing object returns its name only; an HTML page with 404 is an error", async () => {
    const search = await scene.search();
    expect(await scene.rpc.ask(lookupToken, notFound)).toEqual(notFound);
    expect(search.requests).toHaveLength(1);
    search.faults.add({ match: "GET /_index_template/logs", fault: faults.htmlBody(404) });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.FAILED_PRECONDITION);
    expect(message).toMatch(/GET \/_index_template\/logs: HTTP 404: .*Welcome[^]*does not come from Elasticsearch/);
  });

  test("77: 401 names the kind of credentials that was sent, never its value", async () => {
    const { url } = await scene.search({ security: { users: {} } });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(message).toMatch(/HTTP 401: security_exception: [^]*sent with an API key/);
    for (const [block, kind] of [
      [{ username: "tester", password: scenes.keySecret }, "user name and password"],
      [{ bearerToken: scenes.keySecret }, "a bearer token"],
      [{}, "no credentials"],
    ] as const) {
      const searchConnections = [{ endpoints: [url], ...block }];
      expect((await failureOf(scene.rpc.invoke(lookupToken, { name: "logs", searchConnections }))).message).toContain(`sent with ${kind}`);
    }
  });

  test("77: 403 names the missing privilege", async () => {
    await scene.search({ security: { apiKeys: { tester: { key: scenes.keySecret, cluster: [] } } } });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.PERMISSION_DENIED);
    expect(message).toContain("manage_index_templates");
  });

  test("78: 429 with Retry-After 2 delays all calls to that host, and is logged once", async () => {
    const search = await scene.search();
    const before = scene.engine.lines.length;
    search.faults.add({ match: "GET /_index_template/*", fault: faults.throttle("2"), times: 1 });
    const first = scene.rpc.ask(lookupToken, { name: "logs-0" });
    await until("status line about the pause", () => scene.engine.lines.length > before);
    const others = [1, 2, 3].map((i) => scene.rpc.ask(lookupToken, { name: `logs-${i}` }));
    expect(await Promise.all([first, ...others])).toHaveLength(4);
    const [refused, ...later] = search.requests.map(({ time }) => time);
    expect(later).toHaveLength(4);
    expect(Math.min(...later) - refused!).toBeGreaterThanOrEqual(1950);
    const logged = scene.engine.lines.slice(before).filter(({ message }) => message.includes("next try"));
    expect(logged).toMatchObject([{ message: "rate limited by the service, next try in 2s", ephemeral: true, severity: "info" }]);
  });

  test("79: 503 for ever ends with the number of attempts and the last status", async () => {
    const search = await scene.search();
    search.faults.add({ match: "GET /_index_template/*", fault: faults.unavailable(503) });
    const { ms, answer } = await timed(() => failureOf(scene.rpc.invoke(lookupToken, notFound)));
    expect(answer.code).toBe(status.UNAVAILABLE);
    expect(answer.message).toMatch(/GET \/_index_template\/logs: HTTP 503: [^]*4 attempts/);
    expect(search.requests).toHaveLength(4);
    await expectWithin(7000, ms);
  });

  test.each([
    ["a body that is no JSON", faults.garbledBody(), /HTTP 200: the response of type application\/json is not JSON: \{"index_templates"/],
    ["a page of a proxy", faults.htmlBody(), /HTTP 200: the response of type text\/html is not JSON: <!DOCTYPE html>/],
    ["a body that is cut off", faults.halfBody(), /closed before the end of the response.*ECONNRESET/],
  ])("83: %s is an error with status and excerpt", async (_title, fault, words) => {
    const search = await scene.search();
    await scene.rpc.create({ ...template, inputs: { name: "logs", indexPatterns: ["a"] } });
    search.faults.add({ match: "GET /_index_template/logs", fault });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.UNAVAILABLE);
    expect(message).toMatch(words);
  });
});

describe("sharing", () => {
  test("80: a hundred equal concurrent calls are one request; errors are not kept; other credentials are not shared", async () => {
    const search = await scene.search();
    const held = gate();
    search.faults.add({
      match: "GET /_index_template/*",
      times: 1,
      fault: async () => (await held.opened, { reply: { status: 400, headers: {}, body: "no" } }),
    });
    const calls = Array.from({ length: 100 }, () => failureOf(scene.rpc.invoke(lookupToken, notFound)));
    const other = { name: "logs", searchConnections: [{ endpoints: [search.url], apiKey: Buffer.from("other:key").toString("base64") }] };
    await until("request", () => search.requests.length === 1);
    expect((await failureOf(scene.rpc.invoke(lookupToken, other))).code).toBe(status.UNAUTHENTICATED);
    await until("all hundred calls in the plugin", async () => (await scene.rpc.ask(helperToken, { field: "a" }))["field"] === "a");
    held.open(undefined);
    expect(new Set((await Promise.all(calls)).map(({ message }) => message)).size).toBe(1);
    expect(search.requests).toHaveLength(2);
    expect(await scene.rpc.ask(lookupToken, notFound)).toEqual(notFound);
    expect(search.requests).toHaveLength(3);
  });

  test("80: two hundred calls in a burst send one request per distinct call, also when some start after the responses of others", async () => {
    const search = await scene.search();
    const held = gate();
    search.faults.add({ match: "GET /_index_template/slow", fault: async (answer) => (await held.opened, { reply: await answer() }) });
    const names = Array.from({ length: 200 }, (_, i) => `logs-${i % 10}`);
    const slow = scene.rpc.ask(lookupToken, { name: "slow" });
    await until("request", () => search.requests.length === 1);
    for (const some of [names.slice(0, 15), names.slice(15, 100), names.slice(100)]) {
      const answers = await Promise.all(some.map((name) => scene.rpc.ask(lookupToken, { name })));
      expect(answers).toEqual(some.map((name) => ({ name })));
    }
    held.open(undefined);
    await slow;
    expect(search.requests).toHaveLength(11);
    await until("rest", async () => (await scene.rpc.ask(helperToken, { field: "a" }))["field"] === "a");
    await scene.rpc.ask(lookupToken, { name: "logs-0" });
    await scene.rpc.ask(lookupToken, { name: "logs-0" });
    expect(search.requests).toHaveLength(13);
  });

  test("81: a call after a write of this process sends a new request, also while an equal call still runs", async () => {
    const search = await scene.search();
    const held = gate();
    search.faults.add({
      match: "GET /_index_template/logs",
      times: 1,
      fault: async (answer) => ({ reply: (await Promise.all([answer(), held.opened]))[0] }),
    });
    const before = scene.rpc.ask(lookupToken, notFound);
    await until("request", () => search.requests.length === 1);
    await scene.rpc.create({ ...template, inputs: { name: "logs", indexPatterns: ["a"] } });
    expect(await scene.rpc.ask(lookupToken, notFound)).toMatchObject({ indexPatterns: ["a"] });
    held.open(undefined);
    expect(await before).toEqual(notFound);
  });

  test("84: Cancel ends a lookup within 100 ms, at the best of three", async () => {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const search = await scene.search(); // which configures, so that calls are served again
      search.faults.add({ match: "GET /_index_template/*", fault: faults.hang() });
      const call = failureOf(scene.rpc.invoke(lookupToken, notFound));
      await until("request", () => search.requests.length === 1);
      const { ms, answer } = await timed(async () => (await scene.rpc.cancel(), call));
      expect(answer.code).toBe(status.CANCELLED);
      times.push(ms);
    }
    await expectWithin(100, Math.min(...times));
  });

  test("84: a call that the engine drops is aborted", async () => {
    const closed = gate();
    const url = await httpServer((_, response) => void response.once("close", () => closed.open(undefined)));
    await scene.rpc.configure({ searchServers: [{ endpoints: [url] }] });
    const impatient = scenes.connect(scene.plugin.port, 300);
    expect((await failureOf(impatient.invoke(lookupToken, notFound))).code).toBe(status.DEADLINE_EXCEEDED);
    await closed.opened;
  });
});
