// Cases 76 to 79 and 82 to 84: lookups of a slow, overloaded, broken or nonconforming service. tests/provider/modules covers the messages,
// tests/provider/verbs/invoke concurrent calls. See docs/protocol.md#lookup-execution.
import { status } from "@grpc/grpc-js";
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { callerOf, exampleTrigger } from "../emulators/eventrouting/caller";
import * as faults from "../emulators/faults";
import { openEvents } from "../support/events";
import { failureOf } from "../support/failure";
import * as fixtures from "../support/fixture";
import { lookupToken, template } from "../support/fixture";
import { httpServer, stopServers } from "../support/servers";
import { closeServices } from "../support/services";
import { toStruct, type Properties } from "../support/structs";
import { deferred, until } from "../support/waiting";

const fixture = fixtures.fixtureOfFile();
afterEach(() => closeServices());
afterEach(stopServers);
const notFound = { name: "logs" };
const lookUp = (args: Properties = notFound) => fixture.rpc.resultOf(lookupToken, args);
const failing = (args: Properties = notFound) => failureOf(fixture.rpc.invoke(lookupToken, args));

test("76, 82: no matches are an empty list, all pages are joined in order, and a repeated cursor is an error", async () => {
  const { emulator, faults: rules, settings } = await openEvents();
  await fixture.rpc.configure(settings);
  const token = "quartet:eventrouting/v1:getTriggers";
  const args = { location: "us-central1", pageSize: 2, orderBy: "name" };
  expect((await fixture.rpc.resultOf(token, args))["triggers"]).toEqual([]);
  emulator.operations.usual = { pending: 0 };
  for (const id of ["e", "d", "c", "b", "a"]) callerOf(emulator)(`POST triggers?triggerId=${id}`, exampleTrigger);
  const { triggers } = await fixture.rpc.resultOf(token, args);
  expect((triggers as Properties[]).map(({ name }) => String(name).slice(-1))).toEqual(["a", "b", "c", "d", "e"]);
  const body = JSON.stringify({ triggers: [], nextPageToken: "again" });
  rules.add({ match: "GET *", fault: faults.instead({ status: 200, headers: { "content-type": "application/json" }, body }) });
  const message = expect.stringContaining("the pages of the list repeat") as string;
  expect(await failureOf(fixture.rpc.invoke(token, args))).toEqual({ code: status.UNAVAILABLE, message });
});

test("76: a missing template returns its name only; an HTML page with 404 is an error that names the service", async () => {
  const search = await fixture.search();
  expect(await lookUp()).toEqual(notFound);
  search.faults.add({ match: "GET *", fault: faults.htmlBody(404) });
  const message = expect.stringMatching(/HTTP 404: .*Welcome[^]*does not come from Elasticsearch/) as string;
  expect(await failing()).toEqual({ code: status.FAILED_PRECONDITION, message });
});

test("77: 401 names the kind of credentials that was sent, never its value; 403 the missing privilege", async () => {
  const { url } = await fixture.search({ security: { apiKeys: { tester: { key: fixtures.keySecret, cluster: [] } } } });
  expect(await failing()).toMatchObject({ code: status.PERMISSION_DENIED, message: expect.stringContaining("manage_index_templates") });
  const searchConnections = [{ endpoints: [url], bearerToken: fixtures.keySecret }];
  const message = expect.stringMatching(/HTTP 401: security_exception: [^]*sent with a bearer token/) as string;
  expect(await failing({ ...notFound, searchConnections })).toEqual({ code: status.UNAUTHENTICATED, message });
});

test("78: 429 with Retry-After 2 delays all calls to that host, and is logged once", async () => {
  const search = await fixture.search();
  const before = fixture.engine.lines.length;
  search.faults.add({ match: "GET *", fault: faults.throttle("2"), times: 1 });
  const first = lookUp();
  await until("status line about the pause", () => fixture.engine.lines.length > before);
  expect(await Promise.all([first, lookUp({ name: "other" })])).toEqual([notFound, { name: "other" }]);
  const [rejected, ...later] = search.requests.map(({ time }) => time);
  expect(Math.min(...later) - rejected!).toBeGreaterThanOrEqual(1950);
  const logged = fixture.engine.lines.slice(before).filter(({ message }) => message.includes("next try"));
  expect(logged).toMatchObject([{ message: "rate limited by Elasticsearch, next try in 2s", ephemeral: true, severity: "info" }]);
});

test("79: 503 for ever ends with the number of attempts and the last status", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET *", fault: faults.unavailable(503) });
  const message = expect.stringMatching(/GET \S+\/_index_template\/logs: HTTP 503: [^]*4 attempts/) as string;
  expect(await failing()).toEqual({ code: status.UNAVAILABLE, message });
});

test.each([
  ["is no JSON", faults.garbledBody(), /HTTP 200: the response of type application\/json is not JSON: \d+ characters that/],
  ["is cut off", faults.halfBody(), /closed before the end of the response.*ECONNRESET/],
])("83: a body that %s is an error with status and excerpt", async (_title, fault, expected) => {
  const search = await fixture.search();
  await fixture.rpc.create({ ...template, inputs: { name: "logs", indexPatterns: ["a"] } });
  search.faults.add({ match: "GET /_index_template/logs", fault });
  expect(await failing()).toEqual({ code: status.UNAVAILABLE, message: expect.stringMatching(expected) as string });
});

test("84: Cancel ends a lookup that gets no response", async () => {
  const search = await fixture.search();
  search.faults.add({ match: "GET *", fault: faults.hang() });
  const call = failing();
  await until("request", () => search.requests.length === 1);
  await fixture.rpc.cancel();
  expect((await call).code).toBe(status.CANCELLED);
});

test("84: the request of a call that the engine drops is aborted", async () => {
  const closed = deferred();
  const request = new InvokeRequest();
  request.setTok(lookupToken);
  request.setArgs(toStruct(notFound));
  const url = await httpServer((_, response) => {
    response.once("close", () => closed.resolve(undefined));
    call.cancel();
  });
  await fixture.rpc.configure({ searchServers: [{ endpoints: [url] }] });
  const call = fixture.rpc.stub.invoke(request, () => {});
  await expect(closed.promise).resolves.toBeUndefined();
});
