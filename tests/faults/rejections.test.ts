// Secrets in what is rejected before any remote is called, and in what goes wrong inside: no reason, status or line quotes them (cases 19, 44, 70, 95, 140).
import type { ServiceError } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import { createInjector } from "../support/injector";
import { lengthDelimited, structBytes } from "../support/protobuf";
import * as fixtures from "../support/fixture";
import { helperToken, lookupToken, pipeline, template } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { plainTexts, secret } from "../support/structs";
import { until } from "../support/waiting";
import { Canaries } from "./canaries";
import { openSetup } from "./setup";

const fixture = fixtures.fixtureOfFile();
const canary = "canary-of-rejections-x7Q";
const hidden = secret(canary);

/** All texts of a failed call: failures, or its status. Fails when the call succeeds. */
async function complaint(call: Promise<{ failures: { property: string; reason: string }[] }>): Promise<string> {
  const failures = await call.then(
    (response) => response.failures,
    (error: ServiceError) => [{ property: "", reason: error.details ?? String(error) }],
  );
  if (failures.length === 0) throw new Error("there is no complaint");
  return failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n");
}

const block = (members: Properties): Json => [{ endpoints: ["http://127.0.0.1:1"], ...members }];

describe("settings", () => {
  const wrong: [string, Json][] = [
    ["two kinds of credentials", block({ apiKey: canary, bearerToken: canary, username: canary })],
    ["a password without a user", block({ password: canary })],
    ["a misspelt name", block({ pasword: canary })],
    ["a text that is no header", block({ apiKey: `${canary}\n` })],
    ["a header that is none", block({ headers: { "X-Token": `${canary}\u0000` } })],
    ["a list in place of a text", block({ password: [canary], username: "elastic" })],
    ["a map in place of a list", { endpoints: [canary] }],
    ["an address of another protocol", block({ endpoints: [`ftp://tester:${canary}@127.0.0.1`] })],
    ["an address with a query", block({ endpoints: [`http://tester:${canary}@127.0.0.1?token=${canary}`] })],
    ["an address that is none", block({ endpoints: [`http://tester:${canary}@:port`] })],
    ["an address whose user info is badly encoded", block({ endpoints: [`http://tester:%zz${canary}@127.0.0.1:1`] })],
    ["two blocks", [{ apiKey: canary }, { apiKey: canary }]],
    ["JSON that is cut off", `[{"apiKey":"${canary}"`],
    ["a text that is no JSON", canary],
    ["a key without its certificate", block({ keyData: canary })],
  ];

  test.each(wrong)("%s", async (_title, searchServers) => {
    const logged = await complaint(fixture.rpc.checkConfig({ version: "0.1.0", searchServers }));
    expect(logged).not.toContain(canary);
    for (const given of [searchServers, secret(searchServers)]) {
      const configured = fixture.rpc.configure({ version: "0.1.0", searchServers: given });
      const { message } = await failureOf(configured.then(() => fixture.rpc.resultOf(lookupToken, { name: "a" })));
      expect(message).not.toContain(canary);
    }
    expect(plainTexts(JSON.parse(JSON.stringify(await fixture.rpc.diffConfig({}, { searchServers }))) as Json)).not.toContain(canary);
  });

  test.each(wrong)("of a call: %s", async (_title, searchConnections) => {
    const args = { name: "a", searchConnections };
    expect(await complaint(fixture.rpc.invoke(lookupToken, args))).not.toContain(canary);
    expect(await complaint(fixture.rpc.check({ ...pipeline, news: { name: "a", processors: ["{}"], searchConnections } }))).not.toContain(
      canary,
    );
  });
});

describe("the environment", () => {
  test.each<[string, Record<string, string>]>([
    ["several kinds of credentials", { ELASTICSEARCH_API_KEY: canary, ELASTICSEARCH_PASSWORD: canary, ELASTICSEARCH_BEARER_TOKEN: canary }],
    ["an address of another protocol", { ELASTICSEARCH_ENDPOINTS: `ftp://u:${canary}@127.0.0.1` }],
    ["an address that is none", { ELASTICSEARCH_ENDPOINTS: `http://u:${canary}@:port` }],
    ["a word that is no truth value", { ELASTICSEARCH_INSECURE: canary }],
    [
      "a proxy that does not respond",
      { HTTP_PROXY: `http://u:${canary}@127.0.0.1:1`, ELASTICSEARCH_ENDPOINTS: "http://search.invalid:9200" },
    ],
    ["a proxy that is none", { HTTP_PROXY: `http://u:${canary}@:port`, ELASTICSEARCH_ENDPOINTS: "http://search.invalid:9200" }],
  ])("%s", async (_title, env) => {
    const own = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: "http://127.0.0.1:1", ...env } });
    await own.rpc.configure({ version: "0.1.0" });
    const { message } = await failureOf(own.rpc.create({ ...pipeline, timeout: 0.5, inputs: { name: "a", processors: ['{"drop":{}}'] } }));
    expect([message, own.plugin.stdout(), own.plugin.stderr()].join("\n")).not.toContain(canary);
  });
});

describe("inputs and arguments", () => {
  test.each<[string, { type: string }, Properties]>([
    ["a list in place of a text", pipeline, { name: secret([canary]), processors: ["{}"] }],
    ["a text that is no JSON", pipeline, { name: "a", processors: [secret(`{"a": ${canary}`)], metadata: secret(canary) }],
    ["an object with options of another kind", pipeline, { name: "a", processorObjects: [{ set: hidden, [canary.length]: hidden }] }],
    ["JSON of another kind", pipeline, { name: "a", processors: [secret(`["${canary}"]`)], metadata: secret(`"${canary}"`) }],
    ["a text in place of a number", template, { name: "a", indexPatterns: ["b"], priority: hidden, version: hidden }],
    ["a text in place of an object", template, { name: "a", indexPatterns: hidden, template: hidden, dataStream: hidden }],
    ["a misspelt name", template, { name: "a", indexPatterns: ["b"], metadat: hidden }],
    ["a name that the server would take for a pattern", pipeline, { name: secret(`${canary}*`), processors: ["{}"] }],
    ["a value outside the list", { type: "quartet:search:SearchEnrichPolicy" }, { name: "a", policyType: hidden, indices: hidden }],
    [
      "two branches at once",
      { type: "quartet:search:SearchConnector" },
      { serviceType: "a", configurationValues: { host: { secretValue: canary, string: hidden }, port: hidden } },
    ],
  ])("%s", async (_title, subject, news) => {
    const { inputs, failures } = await fixture.rpc.check({ ...subject, news });
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toContain(canary);
    expect(plainTexts(inputs)).not.toContain(canary);
    // Direct callers come without Check.
    for (const preview of [true, false]) {
      const failed = await fixture.rpc.create({ ...subject, inputs: news, preview, timeout: 1 }).then(
        ({ properties }) => plainTexts(properties),
        (error: ServiceError) => error.details,
      );
      expect(failed).not.toContain(canary);
    }
  });

  test.each<[string, string, Properties]>([
    ["a list in place of a text", helperToken, { field: secret([canary]) }],
    ["a handler that is no JSON", helperToken, { field: "a", onFailures: [secret(`{"a": ${canary}`)] }],
    ["a list in place of a value of an open list", "quartet:search:getSearchIngestProcessorConvert", { field: "a", type: [hidden] }],
    ["a misspelt name", helperToken, { field: "a", descripton: hidden }],
    ["parameters that are no JSON", "quartet:search:getSearchIngestProcessorScript", { source: hidden, params: secret(`{"p": ${canary}`) }],
    ["two arguments that exclude each other", "quartet:search:getSearchIngestProcessorScript", { source: hidden, scriptId: hidden }],
    ["a number out of range", "quartet:search:getSearchIngestProcessorCommunityId", { seed: secret(4711123) }],
  ])("%s of a function", async (_title, token, args) => {
    const logged = await complaint(fixture.rpc.invoke(token, args));
    expect(logged).not.toContain(canary);
    expect(logged).not.toContain("4711123");
  });

  test("bytes that are no message", async () => {
    const struct = structBytes({ field: canary, other: secret(canary) });
    for (const [i] of struct.entries()) {
      const damaged = Buffer.from(struct);
      damaged[i] = 0xff;
      const call = fixture.rpc.raw("Invoke", Buffer.concat([lengthDelimited(1, "quartet:search:nothing"), lengthDelimited(2, damaged)]));
      expect((await failureOf(call)).message).not.toContain(canary);
    }
  });
});

test("a secret that the program removes stays secret while the service returns it", async () => {
  const setup = await openSetup();
  await fixture.rpc.configure(fixtures.settingsFor({ endpoints: [setup.url] }));
  const drop = '{"drop":{}}';
  const inputs = { name: "a", processors: [drop], metadata: secret(`{"m":"${canary}"}`) };
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs });
  setup.faults.add({ match: "PUT /*", fault: faults.instead({ status: 500, headers: {}, body: "no" }) });
  const news = { name: "a", processors: [drop, drop] };
  const failed = await failureOf(fixture.rpc.update({ ...pipeline, id, olds: properties, oldInputs: inputs, news }));
  expect(failed.initFailed!.properties).toHaveProperty("metadata");
  expect(plainTexts(failed.initFailed!.properties)).not.toContain(canary);
  await setup.stop();
});

test("an uncaught defect shows no setting", async () => {
  const injector = createInjector();
  const { rpc, plugin } = await fixtures.openFixture({ env: injector.env });
  await rpc.configure(fixtures.settingsFor({ endpoints: ["http://127.0.0.1:1"], bearerToken: canary }));
  await injector.run(plugin, `Promise.reject(new Error("lost with ${canary}"));`);
  await until("word about it", () => plugin.stderr().includes("lost with"));
  expect(plugin.stderr()).not.toContain(canary);
  injector.remove();
});

test("the canaries of this file are found where they are shown", () => {
  const canaries = new Canaries();
  const text = canaries.of("place");
  canaries.record("here", `x ${text} y`);
  canaries.record("there", Buffer.from(`elastic:${text}`).toString("base64"));
  canaries.recordPlain("nowhere", { a: secret(text) });
  expect(canaries.leaked().map((line) => line.split(":")[0])).toEqual(["here shows place", "there shows place"]);
});
