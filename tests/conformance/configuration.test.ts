// Cases 34 to 49: settings in every form in which they arrive, credentials and the environment, changes of settings. tests/provider/verbs/configure and
// tests/provider/modules cover the rules. See docs/protocol.md#configuration and docs/modules/search.md#connection.
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { createInjector } from "../support/injector";
import type { Rpc } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { apiKey, helperToken, lookupToken } from "../support/fixture";
import { secret, sentinels, signatureKey, unknown, type Json, type Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const version = "0.1.0";
const endpoints = ["http://127.0.0.1:9200"];

/** A lookup succeeds, which proves that address and credentials are in use. */
async function expectConnected(rpc: Rpc = fixture.rpc) {
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
}

describe("CheckConfig", () => {
  const sealed = { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value: unknown };
  test.each<[string, Properties]>([
    ["34: the version alone", {}],
    ["36: a truth value", { searchServers: [{ endpoints, insecure: true }] }],
    ["36: a truth value as a text", { searchServers: [{ endpoints, insecure: "true" }] }],
    ["36: an unknown truth value", { searchServers: [{ endpoints, insecure: unknown }] }],
    ["36: all of these in JSON form", { searchServers: JSON.stringify([{ endpoints, insecure: "true" }]) }],
    ["39: an empty text for a setting that is no text", { searchServers: "" }],
    ["40: an unknown setting", { searchServers: unknown }],
    ["40: JSON text with an unknown in place of a value", { searchServers: `[{"endpoints":${unknown}}]` }],
    ["40: JSON text with unknowns, one of them secret", { searchServers: JSON.stringify([{ endpoints: [unknown], password: sealed }]) }],
  ])("%s is accepted and returned unchanged", async (_title, settings) => {
    const news = { version, ...settings };
    expect(await fixture.rpc.checkConfig(news)).toEqual({ inputs: news, failures: [] });
  });

  test("35, 36: keys of the engine are dropped, and an unknown of its own type is the one that all SDKs support", async () => {
    const news = { version, pluginDownloadURL: "https://h", searchServers: [{ endpoints, insecure: unknown }] };
    const searchServers = [{ endpoints, insecure: sentinels.boolean }];
    expect(await fixture.rpc.checkConfig({ ...news, searchServers, __internal: {} })).toEqual({ inputs: news, failures: [] });
  });

  test.each<[string, Properties, string, RegExp]>([
    ["35: an unknown key", { searchServer: "[]" }, "searchServer", /unknown setting "searchServer".*did you mean "searchServers"\?/],
    [
      "36: another text in the place of a truth value, in JSON form",
      { searchServers: JSON.stringify([{ endpoints, insecure: "maybe" }]) },
      "searchServers[0].insecure",
      /expected a boolean.*pulumi config set .*quartet:searchServers/,
    ],
  ])("%s is a failure with its property and a remedy", async (_title, settings, property, reason) => {
    const { failures } = await fixture.rpc.checkConfig({ version, ...settings });
    expect(failures).toEqual([{ property, reason: expect.stringMatching(reason) }]);
  });

  test("41: the version stays, and nothing of the environment is added", async () => {
    const { rpc } = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: endpoints[0]!, ELASTICSEARCH_API_KEY: apiKey } });
    expect(await rpc.checkConfig({ version: "0.0.9" })).toEqual({ inputs: { version: "0.0.9" }, failures: [] });
  });
});

describe("Configure", () => {
  test.each<[string, (block: Properties) => Json]>([
    ["a real object with a secret inside", (given) => [{ ...given, apiKey: secret(apiKey) }]],
    ["JSON text", (given) => JSON.stringify([given])],
    ["a secret around JSON text with a secret inside", (given) => secret(JSON.stringify([{ ...given, apiKey: secret(apiKey) }]))],
  ])("37, 42, 44: a setting as %s works without CheckConfig", async (_title, form) => {
    const search = await fixtures.openSearch();
    await fixture.rpc.configure({ version, searchServers: form(search.block) });
    await expectConnected();
    search.faults.add({ match: "GET /*", fault: async () => ({ reply: { status: 500, headers: {}, body: `no luck with ${apiKey}` } }) });
    const { message } = await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs" })); // The client asserts that no response contains the key.
    expect(message).toContain("no luck with [secret]");
  });

  test("38: texts that look like JSON stay texts", async () => {
    const { url } = await fixtures.openSearch({ security: { users: { "42": { password: "{}", cluster: ["all"] } } } });
    const searchServers = JSON.stringify([{ endpoints: [url], username: "42", password: "{}" }]);
    await fixture.rpc.configure({ version, searchServers });
    await expectConnected();
  });

  test("39, 43: without a server it succeeds; the first request fails with the sources, and helpers work, also before it", async () => {
    const { rpc } = await fixtures.openFixture();
    const helped = async () => expect((await rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
    const call = async () => failureOf(rpc.invoke(lookupToken, { name: "logs" }));
    await helped();
    expect((await call()).code).toBe(status.FAILED_PRECONDITION);
    await rpc.configure({ version, searchServers: "" });
    const message = expect.stringContaining("pulumi config set --path 'quartet:searchServers[0].endpoints[0]'") as string;
    expect(await call()).toEqual({ code: status.FAILED_PRECONDITION, message });
    await helped();
  });

  test("44: conflicting credentials are rejected without their values", async () => {
    const searchServers = secret([{ endpoints, apiKey, username: "tester", password: fixtures.keySecret }]);
    const message = expect.stringContaining("searchServers[0].apiKey") as string;
    expect(await failureOf(fixture.rpc.configure({ version, searchServers }))).toEqual({ code: status.INVALID_ARGUMENT, message });
  });

  test("45: configured values take precedence over the environment, which fills the groups that are absent", async () => {
    const mine = await fixtures.openSearch();
    const other = await fixtures.openSearch();
    const { rpc } = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: other.url, ELASTICSEARCH_API_KEY: apiKey } });
    for (const settings of [{}, { searchServers: [mine.block] }, { searchServers: [{ endpoints: [other.url] }] }] as Properties[]) {
      await rpc.configure({ version, ...settings });
      await expectConnected(rpc);
    }
    expect([mine.requests.length, other.requests.length]).toEqual([1, 2]);
  });

  test("45: with QUARTET_CREDENTIALS=environment the credentials of the environment take precedence over stale settings", async () => {
    const search = await fixtures.openSearch();
    const { rpc } = await fixtures.openFixture({ env: { QUARTET_CREDENTIALS: "environment", ELASTICSEARCH_API_KEY: apiKey } });
    await rpc.configure({ version, searchServers: [{ endpoints: [search.url], username: "tester", password: "stale-password" }] });
    await expectConnected(rpc);
  });

  test("46: a variable that changes after Configure changes nothing", async () => {
    const search = await fixtures.openSearch({ security: undefined });
    const injector = createInjector();
    const { rpc, plugin } = await fixtures.openFixture({ env: { ...injector.env, ELASTICSEARCH_ENDPOINTS: search.url } });
    await rpc.configure({ version });
    await injector.run(plugin, `process.env.ELASTICSEARCH_ENDPOINTS = "http://127.0.0.1:1";`);
    await expectConnected(rpc);
    injector.remove();
  });
});

describe("DiffConfig", () => {
  const server: Properties = { endpoints, username: "tester", password: "old-password", insecure: true };

  test.each<[string, Json, Json, string]>([
    ["47: JSON text and a real object are equal", JSON.stringify([server], undefined, 2), [server], ""],
    ["47: true and its text are equal", [server], [{ ...server, insecure: "true" }], ""],
    ["47: empty text and nothing are equal", "", null, ""],
    ["48: a new password is an update", JSON.stringify([server]), [{ ...server, password: "new" }], "searchServers[0].password"],
    ["49: so is another address", [server], [{ ...server, endpoints: ["http://h:1"] }], "searchServers[0].endpoints[0]"],
    ["49: and an unknown one", [server], [{ ...server, endpoints: unknown }], "searchServers[0].endpoints"],
    ["49: and an unknown setting", [server], unknown, "searchServers"],
  ])("%s, beside a new version, which replaces nothing", async (_title, before, after, path) => {
    const old = { version, searchServers: before };
    // Old engines send no old inputs.
    for (const states of [{ oldInputs: old }, { olds: old }])
      expect(await fixture.rpc.diffConfig({ version: "0.2.0", searchServers: after }, states)).toMatchObject({
        changes: path ? "some" : "none",
        replaces: [],
        detailed: path ? { [path]: "UPDATE" } : {},
      });
  });
});
