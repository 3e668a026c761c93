// Cases 34 to 50: settings in every form in which they arrive, credentials and the environment, changes of settings. See docs/protocol.md#configuration and docs/modules/search.md#connection.
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { createInjector } from "../support/injector";
import type { Rpc } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { apiKey, helperToken, lookupToken } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { secret, sentinels, signatureKey, unknown } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const version = "0.1.0";
const endpoints = ["http://127.0.0.1:9200"];

/** CheckConfig returns the inputs unchanged, without a failure. */
async function expectAccepted(news: Properties): Promise<void> {
  expect(await fixture.rpc.checkConfig(news)).toEqual({ inputs: news, failures: [] });
}

/** A lookup succeeds, which proves that address and credentials are in use. */
async function expectConnected(rpc: Rpc): Promise<void> {
  expect(await rpc.resultOf(lookupToken, { name: "logs" })).toEqual({ name: "logs" });
}

describe("CheckConfig", () => {
  test("34: the version alone: no failures", () => expectAccepted({ version }));

  test("35: an unknown key is one failure with a suggestion", async () => {
    const { failures } = await fixture.rpc.checkConfig({ version, searchServer: "[]" });
    expect(failures).toEqual([
      { property: "searchServer", reason: expect.stringMatching(/unknown setting "searchServer".*did you mean "searchServers"\?/) },
    ]);
  });

  test("35: keys of the engine are not reported as unknown", async () => {
    const { inputs, failures } = await fixture.rpc.checkConfig({
      version,
      pluginDownloadURL: "https://plugins.example.com",
      __internal: {},
    });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ version, pluginDownloadURL: "https://plugins.example.com" });
  });

  test.each<[string, Json]>([
    ["true", true],
    ["the text true", "true"],
    ["an unknown", unknown],
  ])("36: a truth value as %s is accepted, in an object and in its JSON form", async (_title, insecure) => {
    const block = [{ endpoints, insecure }];
    await expectAccepted({ version, searchServers: block });
    await expectAccepted({ version, searchServers: JSON.stringify(block) });
  });

  test("36: an unknown of its own type is accepted, and returned as the one that all SDKs support", async () => {
    const { inputs, failures } = await fixture.rpc.checkConfig({ version, searchServers: [{ endpoints, insecure: sentinels.boolean }] });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ version, searchServers: [{ endpoints, insecure: unknown }] });
  });

  test("36: another text in the place of a truth value fails with its property", async () => {
    for (const searchServers of [[{ endpoints, insecure: "maybe" }], JSON.stringify([{ endpoints, insecure: "maybe" }])]) {
      const { failures } = await fixture.rpc.checkConfig({ version, searchServers });
      expect(failures).toEqual([
        { property: "searchServers[0].insecure", reason: expect.stringMatching(/expected a boolean.*quartet:searchServers/) },
      ]);
    }
  });

  test("39: empty text for a setting that is no text counts as absent", () => expectAccepted({ version, searchServers: "" }));

  test("40: JSON text that holds an unknown is neither validated nor replaced", async () => {
    await expectAccepted({ version, searchServers: `[{"endpoints":["${unknown}"],"apiKey":"${unknown}"}]` });
    await expectAccepted({ version, searchServers: `[{"endpoints":${unknown}}]` });
    await expectAccepted({ version, searchServers: unknown });
    await expectAccepted({
      version,
      searchServers: JSON.stringify([
        { endpoints: unknown, password: { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", value: unknown } },
      ]),
    });
  });

  test("41: the version stays, and nothing of the environment is added", async () => {
    const { rpc } = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: endpoints[0]!, ELASTICSEARCH_API_KEY: apiKey } });
    expect(await rpc.checkConfig({ version: "0.0.9" })).toEqual({ inputs: { version: "0.0.9" }, failures: [] });
    expect(await rpc.checkConfig({ version, searchServers: "[{}]" })).toEqual({ inputs: { version, searchServers: "[{}]" }, failures: [] });
  });

  test.each<[string, Json, string, RegExp]>([
    ["no list", { endpoints }, "searchServers", /expected a list/],
    ["no JSON", "http://127.0.0.1:9200", "searchServers", /expected a list or its JSON form/],
    ["two blocks", [{ endpoints }, { endpoints }], "searchServers[1]", /expected at most 1 entry; got 2/],
    ["a bad address", [{ endpoints: ["127.0.0.1:9200"] }], "searchServers[0].endpoints", /expected an http or https URL/],
    [
      "a query in the address",
      [{ endpoints: ["http://h:1/?a=b"] }],
      "searchServers[0].endpoints",
      /must not contain a query or a fragment/,
    ],
    [
      "two kinds of credentials",
      [{ endpoints, apiKey: "a", username: "b", password: "c" }],
      "searchServers[0].apiKey",
      /apiKey and username exclude each other/,
    ],
    ["half a pair", [{ endpoints, username: "b" }], "searchServers[0].username", /username requires password/],
    ["a misspelt field", [{ endpoint: endpoints }], "searchServers[0].endpoint", /did you mean "endpoints"\?/],
  ])("35: %s fails with its property, a reason and the setting to change", async (_title, searchServers, property, reason) => {
    for (const form of [searchServers, JSON.stringify(searchServers)].slice(typeof searchServers === "string" ? 1 : 0)) {
      const { failures } = await fixture.rpc.checkConfig({
        version,
        searchServers: typeof searchServers === "string" ? searchServers : form,
      });
      expect(failures).toContainEqual({ property, reason: expect.stringMatching(reason) });
      expect(failures.every((failure) => failure.reason.includes("pulumi config set"))).toBe(true);
    }
  });
});

describe("Configure", () => {
  const block = (url: string): Properties => ({ endpoints: [url], apiKey });

  test.each<[string, (block: Properties) => Json]>([
    ["a real object", (given) => [given]],
    ["JSON text", (given) => JSON.stringify([given])],
    ["JSON text with a secret inside", (given) => JSON.stringify([{ ...given, apiKey: secret(apiKey) }])],
    ["a real object with a secret inside", (given) => [{ ...given, apiKey: secret(apiKey) }]],
    ["a secret around a real object", (given) => secret([given])],
    ["a secret around JSON text", (given) => secret(JSON.stringify([given]))],
    ["a secret around JSON text with a secret inside", (given) => secret(JSON.stringify([{ ...given, apiKey: secret(apiKey) }]))],
  ])("37, 42, 44: a setting as %s works without CheckConfig", async (_title, form) => {
    const search = await fixtures.openSearch();
    await fixture.rpc.configure({ version, searchServers: form(block(search.url)) });
    await expectConnected(fixture.rpc);
    search.faults.add({ match: "GET /*", fault: async () => ({ reply: { status: 500, headers: {}, body: `no luck with ${apiKey}` } }) });
    const { message } = await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs" })); // The client asserts that no response contains the key.
    expect(message).toContain("no luck with [secret]");
  });

  test("38: texts that look like JSON stay texts", async () => {
    const search = await fixtures.openSearch({ security: { users: { "42": { password: "{}", cluster: ["all"] } } } });
    for (const searchServers of [[{ endpoints: [search.url], username: "42", password: "{}" }]]) {
      await fixture.rpc.configure({ version, searchServers });
      await expectConnected(fixture.rpc);
      await fixture.rpc.configure({ version, searchServers: JSON.stringify(searchServers) });
      await expectConnected(fixture.rpc);
    }
  });

  test("39: an empty text counts as absent: there is no server", async () => {
    await fixture.rpc.configure({ version, searchServers: "" });
    expect((await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs" }))).message).toContain(
      "No Elasticsearch endpoint is configured",
    );
  });

  test("43: without credentials it succeeds; the first request fails with the sources, and helpers work", async () => {
    const { rpc } = await fixtures.openFixture();
    await rpc.configure({ version });
    expect(await failureOf(rpc.invoke(lookupToken, { name: "logs" }))).toEqual({
      code: status.FAILED_PRECONDITION,
      message: expect.stringContaining("pulumi config set --path 'quartet:searchServers[0].endpoints[0]'"),
    });
    expect((await rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
    const search = await fixtures.openSearch();
    expect(await rpc.resultOf(lookupToken, { name: "logs", searchConnections: [block(search.url)] })).toMatchObject({ name: "logs" });
  });

  test("43: a helper works before Configure; a function that needs the remote reports what is missing", async () => {
    const { rpc } = await fixtures.openFixture();
    expect((await rpc.resultOf(helperToken, { field: "size" }))["field"]).toBe("size");
    expect(await failureOf(rpc.invoke(lookupToken, { name: "logs" }))).toMatchObject({ code: status.FAILED_PRECONDITION });
  });

  test("44: conflicting credentials are rejected without their values", async () => {
    const failed = await failureOf(
      fixture.rpc.configure({ version, searchServers: secret([{ endpoints, apiKey, username: "tester", password: fixtures.keySecret }]) }),
    );
    expect(failed).toMatchObject({ code: status.INVALID_ARGUMENT, message: expect.stringContaining("searchServers[0].apiKey") });
  });

  test("45: configured values take precedence over the environment, which fills the groups that are absent", async () => {
    const mine = await fixtures.openSearch();
    const other = await fixtures.openSearch({ security: { apiKeys: { other: { key: "from-the-environment", cluster: ["all"] } } } });
    const otherKey = Buffer.from("other:from-the-environment").toString("base64");
    const { rpc } = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: other.url, ELASTICSEARCH_API_KEY: otherKey } });
    rpc.secrets.add("from-the-environment");
    await rpc.configure({ version });
    await expectConnected(rpc);
    await rpc.configure({ version, searchServers: secret([block(mine.url)]) });
    await expectConnected(rpc);
    await rpc.configure({ version, searchServers: [{ endpoints: [other.url] }] });
    await expectConnected(rpc);
    expect([mine.requests.length, other.requests.length]).toEqual([1, 2]);
  });

  test("45: with QUARTET_CREDENTIALS=environment the credentials of the environment take precedence over stale settings", async () => {
    const search = await fixtures.openSearch();
    const { rpc } = await fixtures.openFixture({ env: { QUARTET_CREDENTIALS: "environment", ELASTICSEARCH_API_KEY: apiKey } });
    await rpc.configure({ version, searchServers: [{ endpoints: [search.url], username: "tester", password: "stale-password" }] });
    await expectConnected(rpc);
  });

  test("46: a variable that changes after Configure changes nothing", async () => {
    const first = await fixtures.openSearch({ security: undefined });
    const second = await fixtures.openSearch({ security: undefined });
    const injector = createInjector();
    const { rpc, plugin } = await fixtures.openFixture({ env: { ...injector.env, ELASTICSEARCH_ENDPOINTS: first.url } });
    await rpc.configure({ version });
    await injector.run(plugin, `process.env.ELASTICSEARCH_ENDPOINTS = ${JSON.stringify(second.url)};`);
    await expectConnected(rpc);
    expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
    injector.remove();
  });
});

describe("DiffConfig", () => {
  const server: Properties = { endpoints, username: "tester", password: "old-password", insecure: true };

  test.each<[string, Json, Json]>([
    ["JSON text and a real object", JSON.stringify([server]), [server]],
    ["two ways to write the JSON text", JSON.stringify([server], undefined, 2), JSON.stringify([server])],
    ["true and its text", [server], [{ ...server, insecure: "true" }]],
    ["empty text and nothing", "", null],
  ])("47: %s are equal", async (_title, before, after) => {
    expect(await fixture.rpc.diffConfig({ version, searchServers: before }, { version, searchServers: after })).toMatchObject({
      changes: "none",
      diffs: [],
    });
  });

  test("48: a new password is an update", async () => {
    const after = JSON.stringify([{ ...server, password: "new-password" }]);
    expect(
      await fixture.rpc.diffConfig({ version, searchServers: JSON.stringify([server]) }, { version, searchServers: after }),
    ).toMatchObject({
      changes: "some",
      replaces: [],
      detailed: { "searchServers[0].password": "UPDATE" },
    });
  });

  test("48: a new version replaces nothing", async () => {
    expect(
      (await fixture.rpc.diffConfig({ version, searchServers: [server] }, { version: "0.2.0", searchServers: [server] })).replaces,
    ).toEqual([]);
  });

  test.each<[string, Json]>([
    ["another address", ["http://127.0.0.1:9201"]],
    ["an address that is not known yet", [unknown]],
    ["addresses that are not known yet", unknown],
  ])("49: %s is an update: the same cluster may stand behind it", async (_title, next) => {
    const after = [{ ...server, endpoints: next }];
    for (const form of [after, JSON.stringify(after)]) {
      expect(await fixture.rpc.diffConfig({ version, searchServers: [server] }, { version, searchServers: form })).toMatchObject({
        changes: "some",
        replaces: [],
      });
    }
  });

  test("49: unknown settings replace nothing", async () => {
    expect(await fixture.rpc.diffConfig({ version, searchServers: [server] }, { version, searchServers: unknown })).toMatchObject({
      changes: "some",
      replaces: [],
    });
  });
});
