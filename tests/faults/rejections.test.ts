// Secrets in settings that are rejected before any remote is called: no reason, status or line quotes them (cases 19, 44, 140). shapes.test.ts covers inputs,
// and tests/invariants/functions arguments.
import type { ServiceError } from "@grpc/grpc-js";
import * as faults from "../emulators/faults";
import { failureOf } from "../support/failure";
import * as fixtures from "../support/fixture";
import { lookupToken, pipeline } from "../support/fixture";
import { plainTexts, secret, type Json, type Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const canary = "canary-of-rejections-x7Q";

/** All texts of a failed call: failures, or its status. Fails when the call succeeds. */
async function complaint(call: Promise<{ failures: { property: string; reason: string }[] }>) {
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
    ["a header that is none", block({ headers: { "X-Token": `${canary}\u0000` } })],
    ["a list in place of a text", block({ password: [canary], username: "elastic" })],
    ["an address of another protocol, with a query", block({ endpoints: [`ftp://tester:${canary}@127.0.0.1?token=${canary}`] })],
    ["an address that is none", block({ endpoints: [`http://tester:%zz${canary}@:port`] })],
    ["JSON that is cut off", `[{"apiKey":"${canary}"`],
  ];

  test.each(wrong)("%s", async (_title, given) => {
    const settings = { version: "0.1.0", searchServers: given };
    const texts = [
      await complaint(fixture.rpc.checkConfig(settings)),
      await complaint(fixture.rpc.invoke(lookupToken, { name: "a", searchConnections: given })),
      await complaint(fixture.rpc.check({ ...pipeline, news: { name: "a", processors: ["{}"], searchConnections: given } })),
      plainTexts(JSON.parse(JSON.stringify(await fixture.rpc.diffConfig({ searchServers: given }))) as Json),
    ];
    const configured = fixture.rpc.configure({ ...settings, searchServers: secret(given) });
    texts.push((await failureOf(configured.then(() => fixture.rpc.resultOf(lookupToken, { name: "a" })))).message);
    expect(texts.join("\n")).not.toContain(canary);
  });
});

test.each<[string, Record<string, string>]>([
  ["an address that is none", { ELASTICSEARCH_ENDPOINTS: `http://u:${canary}@:port` }],
  ["a word that is no truth value", { ELASTICSEARCH_INSECURE: canary }],
  ["a proxy that is none", { HTTP_PROXY: `http://u:${canary}@:port`, ELASTICSEARCH_ENDPOINTS: "http://search.invalid:9200" }],
])("the environment: %s", async (_title, env) => {
  const own = await fixtures.openFixture({ env: { ELASTICSEARCH_ENDPOINTS: "http://127.0.0.1:1", ...env } });
  await own.rpc.configure({ version: "0.1.0" });
  const { message } = await failureOf(own.rpc.create({ ...pipeline, timeout: 0.5, inputs: { name: "a", processors: ['{"drop":{}}'] } }));
  expect([message, own.plugin.stdout(), own.plugin.stderr()].join("\n")).not.toContain(canary);
});

test("a secret that the program removes stays secret while the service returns it", async () => {
  const search = await fixture.search();
  const drop = '{"drop":{}}';
  const inputs = { name: "a", processors: [drop], metadata: secret(`{"m":"${canary}"}`) };
  const { id, properties } = await fixture.rpc.create({ ...pipeline, inputs });
  search.faults.add({ match: "PUT /*", fault: faults.instead({ status: 500, headers: {}, body: "no" }) });
  const news = { name: "a", processors: [drop, drop] };
  const failed = await failureOf(fixture.rpc.update({ ...pipeline, id, olds: properties, oldInputs: inputs, news }));
  expect(failed.initFailed!.properties).toHaveProperty("metadata");
  expect(plainTexts(failed.initFailed!.properties)).not.toContain(canary);
});
