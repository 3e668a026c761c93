// Cases 65 to 86 but for 85: functions, their arguments, their results, and what may go wrong on the way (protocol 2.8, 8; search.md 5, 8, 9).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import * as scenes from "../support/scene";
import { httpServer, stopServers } from "../support/servers";
import { helperToken, lookupToken, template } from "../support/scene";
import type { Json, Properties } from "../support/structs";
import { holds, reveal, secret, secretPaths, sentinels } from "../support/structs";
import { gate, timed, until } from "../support/waiting";

interface Sample {
  name: string;
  inputs: Properties;
  json: string;
  id: string;
}

const samples = JSON.parse(readFileSync(join(__dirname, "..", "samples", "processors.json"), "utf8")) as Sample[];
const helperNames = Object.keys(schema.functions!).filter((token) => token.includes("Processor"));
const scene = scenes.sceneOfFile();
afterEach(stopServers);
const notFound = { name: "logs" };

/** Case 65: exactly the schema's outputs, and all those that are promised. */
function expectSchemaOutputs(token: string, result: Properties): void {
  const { properties = {}, required = [] } = schema.functions![token]!.outputs!;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(result)));
  expect(Object.keys(result)).toEqual(expect.arrayContaining(required));
}

describe("results", () => {
  test("65: there is a sample for every helper", () => {
    expect(new Set(samples.map(({ name }) => `quartet:search:${name}`))).toEqual(new Set(helperNames));
    expect(helperNames).toHaveLength(48);
  });

  test.each(samples.map((sample) => [sample.name, sample] as const))(
    "65: %s answers the schema's outputs",
    async (name, { inputs, json, id }) => {
      const token = `quartet:search:${name}`;
      const result = await scene.rpc.ask(token, inputs);
      expectSchemaOutputs(token, result);
      expect(result).toMatchObject({ ...inputs, id });
      expect(JSON.parse(result["json"] as string)).toEqual(JSON.parse(json));
      const body = JSON.stringify(Object.values(JSON.parse(result["json"] as string) as object)[0]);
      expect(body).toBe(JSON.stringify(Object.values(JSON.parse(json) as object)[0]));
    },
  );

  test("65: a lookup answers the schema's outputs, all that is given and what is promised", async () => {
    await scene.search();
    const inputs = {
      name: "logs",
      indexPatterns: ["logs-*"],
      priority: 200,
      metadata: '{"owner":"a"}',
      dataStream: { hidden: true },
      template: { settings: '{"number_of_shards":3}', aliases: [{ name: "app", routing: "1" }] },
    };
    await scene.rpc.create({ ...template, inputs });
    const result = await scene.rpc.ask(lookupToken, { name: "logs" });
    expectSchemaOutputs(lookupToken, result);
    expect(result).toEqual({
      id: "q3nYfJ1lTgSxL8c0Hq0m5A/logs",
      name: "logs",
      indexPatterns: ["logs-*"],
      composedOfs: [],
      ignoreMissingComponentTemplates: [],
      priority: 200,
      metadata: '{"owner":"a"}',
      dataStream: { hidden: true, allowCustomRouting: false },
      template: {
        settings: '{"index":{"number_of_shards":"3"}}',
        aliases: [{ name: "app", indexRouting: "1", searchRouting: "1", routing: "", isHidden: false, isWriteIndex: false }],
      },
    });
  });

  test("69: defaults apply to what is absent or null; false, 0 and empty texts are kept", async () => {
    const token = "quartet:search:getSearchIngestProcessorCommunityId";
    expect(await scene.rpc.ask(token, { ignoreFailure: null })).toMatchObject({ ignoreFailure: false, seed: 0, ignoreMissing: false });
    expect(await scene.rpc.ask("quartet:search:getSearchIngestProcessorNetworkDirection", { internalNetworks: ["private"] })).toMatchObject(
      { ignoreMissing: true },
    );
    const kept = await scene.rpc.ask("quartet:search:getSearchIngestProcessorNetworkDirection", {
      internalNetworks: ["private"],
      ignoreMissing: false,
    });
    expect(kept).toMatchObject({ ignoreMissing: false });
    expect(JSON.parse(kept["json"] as string)).toMatchObject({ network_direction: { ignore_missing: false } });
    const set = await scene.rpc.ask("quartet:search:getSearchIngestProcessorSet", { field: "a", value: "", override: false });
    expect(JSON.parse(set["json"] as string)).toMatchObject({ set: { value: "", override: false } });
    expect(JSON.parse((await scene.rpc.ask(token, { icmpType: 0 }))["json"] as string)).toMatchObject({ community_id: { icmp_type: 0 } });
  });

  test("74, 86: a lookup answers the same in a preview, in an update, and for an engine that has no such flag", async () => {
    const search = await scene.search();
    const answers = [await scene.rpc.invoke(lookupToken, notFound, true), await scene.rpc.invoke(lookupToken, notFound, false)];
    expect(answers[0]).toEqual(answers[1]);
    expect(search.requests.length).toBe(2);
  });
});

describe("arguments", () => {
  test("66: all that is wrong is told at once, in the order of the paths, and nobody is asked", async () => {
    const search = await scene.search();
    const searchConnections = [{ endpoints: "http://h:1", pasword: "x", insecure: 1 }];
    const { failures } = await scene.rpc.invoke(lookupToken, { zeta: 1, searchConnections });
    expect(failures.map(({ property }) => property)).toEqual([
      "name",
      "searchConnections[0].endpoints",
      "searchConnections[0].insecure",
      "searchConnections[0].pasword",
      "zeta",
    ]);
    expect(search.requests).toEqual([]);
  });

  test("66: what only a rule can tell is a failure too: ranges, exclusions, JSON texts", async () => {
    const { failures } = await scene.rpc.invoke("quartet:search:getSearchIngestProcessorScript", {
      source: "a",
      scriptId: "b",
      onFailures: ["{}", "[1]"],
    });
    expect(failures).toEqual([
      { property: "onFailures[1]", reason: expect.stringContaining("not a JSON object") },
      { property: "scriptId", reason: expect.stringContaining("exactly one of") },
    ]);
    const ranges = await scene.rpc.invoke("quartet:search:getSearchIngestProcessorCommunityId", { seed: 65536 });
    expect(ranges.failures).toEqual([{ property: "seed", reason: "expected a number from 0 to 65535; got 65536" }]);
  });

  test("67: an unknown argument is a failure with a suggestion", async () => {
    const { failures } = await scene.rpc.invoke(helperToken, { field: "a", ignoreMising: true });
    expect(failures).toEqual([{ property: "ignoreMising", reason: 'unknown property "ignoreMising"; did you mean "ignoreMissing"?' }]);
  });

  test.each([
    ["quartet:search:getSearchIngestProcessorByte", /"quartet:search:getSearchIngestProcessorBytes"/],
    ["quartet:serch:getSearchIndexTemplate", /"quartet:search:getSearchIndexTemplate".*no module "serch"/],
    ["nonsense", /unknown function "nonsense"/],
  ])("68: the unknown token %s is named with the nearest one", async (token, words) => {
    const { code, message } = await failureOf(scene.rpc.invoke(token));
    expect(code).toBe(status.INVALID_ARGUMENT);
    expect(message).toContain(`"${token}"`);
    expect(message).toMatch(words);
  });

  test("70: a secret argument stands unwrapped in no result, error or failure", async () => {
    scene.rpc.secrets.add("hidden-word");
    const result = await scene.rpc.ask("quartet:search:getSearchIngestProcessorSet", {
      field: "a",
      value: secret("hidden-word"),
      tag: "plain",
    });
    expect(holds(result, "hidden-word")).toBe(false);
    expect(secretPaths(result).sort()).toEqual(["id", "json", "value"]);
    expect(reveal(result)).toMatchObject({ field: "a", value: "hidden-word", tag: "plain" });
    const { failures } = await scene.rpc.invoke("quartet:search:getSearchIngestProcessorConvert", {
      field: "a",
      type: secret("hidden-word"),
    });
    expect(failures.map(({ property }) => property)).toEqual(["type"]);
    await scene.search();
    await scene.rpc.ask(lookupToken, { name: secret("hidden-word") });
  });

  test("71: what the schema calls secret is wrapped at the leaf, and nothing else", async () => {
    const search = await scene.search();
    const block = { ...search.block, caFile: "" };
    const result = await scene.rpc.ask(lookupToken, { name: "logs", searchConnections: [block] });
    expect(secretPaths(result).sort()).toEqual(["searchConnections[0].apiKey", "searchConnections[0].endpoints"]);
    expect(reveal(result)).toEqual({ name: "logs", searchConnections: [block] });
  });

  test("72: there is no wrapper around nothing", async () => {
    const { url } = await scene.search({ security: undefined });
    const result = await scene.rpc.ask(lookupToken, {
      name: "logs",
      searchConnections: [{ endpoints: [url], password: null, apiKey: secret(null) }],
    });
    expect(result).toEqual({ name: "logs", searchConnections: [{ endpoints: secret([url]) }] });
    expect(await scene.rpc.ask(lookupToken, { name: "logs" })).toEqual(notFound);
  });

  test("73: a missing argument may be one that is not known yet, which is said in previews only", async () => {
    const preview = await scene.rpc.invoke(helperToken, {}, true);
    expect(preview.failures).toEqual([{ property: "field", reason: expect.stringMatching(/required.*preview/) }]);
    const update = await scene.rpc.invoke(helperToken, {});
    expect(update.failures).toEqual([{ property: "field", reason: expect.not.stringContaining("preview") }]);
  });

  test.each(Object.entries(sentinels))(
    "75: the sentinel of type %s as an argument is a failure, and nobody is asked",
    async (_type, text) => {
      const search = await scene.search();
      for (const name of [text, secret(text)] as Json[]) {
        const { failures } = await scene.rpc.invoke(lookupToken, { name });
        expect(failures).toEqual([{ property: "name", reason: expect.stringContaining("not known yet") }]);
      }
      expect(search.requests).toEqual([]);
    },
  );
});

describe("trouble at the remote", () => {
  test("76: what does not exist is answered with its name alone; a page that says 404 is no such answer", async () => {
    const search = await scene.search();
    expect(await scene.rpc.ask(lookupToken, notFound)).toEqual(notFound);
    expect(search.requests).toHaveLength(1);
    search.faults.add({ match: "GET /_index_template/logs", fault: faults.htmlBody(404) });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.FAILED_PRECONDITION);
    expect(message).toMatch(/GET \/_index_template\/logs: HTTP 404: .*Welcome[^]*not the answer of a search server/);
  });

  test("77: 401 names the kind of credentials that was sent, never its value", async () => {
    const { url } = await scene.search({ security: { users: {} } });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.UNAUTHENTICATED);
    expect(message).toMatch(/HTTP 401: security_exception: [^]*sent: an API key/);
    for (const [block, kind] of [
      [{ username: "tester", password: scenes.keySecret }, "user name and password"],
      [{ bearerToken: scenes.keySecret }, "a bearer token"],
      [{}, "no credentials"],
    ] as const) {
      const searchConnections = [{ endpoints: [url], ...block }];
      expect((await failureOf(scene.rpc.invoke(lookupToken, { name: "logs", searchConnections }))).message).toContain(`sent: ${kind}`);
    }
  });

  test("77: 403 says which right is lacking", async () => {
    await scene.search({ security: { apiKeys: { tester: { key: scenes.keySecret, cluster: [] } } } });
    const { code, message } = await failureOf(scene.rpc.invoke(lookupToken, notFound));
    expect(code).toBe(status.PERMISSION_DENIED);
    expect(message).toContain("manage_index_templates");
  });

  test("78: 429 with Retry-After 2 is waited for, by all calls to that host, and told once", async () => {
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
    const told = scene.engine.lines.slice(before).filter(({ message }) => message.includes("next try"));
    expect(told).toMatchObject([{ message: "rate limited by the service, next try in 2s", ephemeral: true, severity: "info" }]);
  });

  test("79: 503 for ever ends with the number of attempts and the last status", async () => {
    const search = await scene.search();
    search.faults.add({ match: "GET /_index_template/*", fault: faults.unavailable(503) });
    const { ms, answer } = await timed(() => failureOf(scene.rpc.invoke(lookupToken, notFound)));
    expect(answer.code).toBe(status.UNAVAILABLE);
    expect(answer.message).toMatch(/GET \/_index_template\/logs: HTTP 503: [^]*4 attempts/);
    expect(search.requests).toHaveLength(4);
    expect(ms).toBeLessThan(7000);
  });

  test.each([
    ["a body that is no JSON", faults.garbledBody(), /HTTP 200: the answer of type application\/json is not JSON: \{"index_templates"/],
    ["a page of a proxy", faults.htmlBody(), /HTTP 200: the answer of type text\/html is not JSON: <!DOCTYPE html>/],
    ["a body that is cut off", faults.halfBody(), /closed in the middle of the answer.*ECONNRESET/],
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
  test("80: a hundred equal calls at once are one request; errors are not kept; other credentials are not shared", async () => {
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

  test("81: a lookup after a write of this process asks anew, also when the same lookup still runs", async () => {
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

  test("84: Cancel ends a lookup within 100 ms", async () => {
    const own = await scenes.openScene();
    const search = await own.search();
    search.faults.add({ match: "GET /_index_template/*", fault: faults.hang() });
    const call = failureOf(own.rpc.invoke(lookupToken, notFound));
    await until("request", () => search.requests.length === 1);
    const { ms, answer } = await timed(async () => (await own.rpc.cancel(), call));
    expect(answer.code).toBe(status.CANCELLED);
    expect(ms).toBeLessThan(100);
  });

  test("84: a lookup that the engine drops is not kept running", async () => {
    const closed = gate();
    const url = await httpServer((_, response) => void response.once("close", () => closed.open(undefined)));
    await scene.rpc.configure({ searchServers: [{ endpoints: [url] }] });
    const impatient = scenes.connect(scene.plugin.port, 300);
    expect((await failureOf(impatient.invoke(lookupToken, notFound))).code).toBe(status.DEADLINE_EXCEEDED);
    await closed.opened;
  });
});
