/**
 * Credentials of settings, programs and the environment, secrets of programs, and those that services generate: encrypted in states, and in nothing else that
 * leaves the CLI or the plugin, also when a request fails.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../tools/workspace";
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import { schema } from "../provider/tools/schema-file";
import { cliOfFile, type Program, type Stack } from "../support/cli";
import { openCloud, type Cloud } from "../support/cloud";
import { startCollector, type Collector } from "../support/collector";
import { openSearch, type Search } from "../support/search";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hashOf = (text: string) => `$2a$10$${text.padEnd(53, "0")}`;

/** Credentials; each text is unique. */
const credentials = {
  password: "canary-password-7fQz",
  key: "canary-key-9LmX",
  header: "canary-header-3VbN",
  environment: "canary-environment-5RtY",
  secretKey: "canaryProviderKey7fQz",
};
const apiKey = base64(`id:${credentials.key}`);
const secretId = "AKIDcanaryOfTheProvider000000000000";

/** The secrets of a version of the program. */
const canariesOf = (version: 1 | 2) => ({
  password: `canary-user-9LmX-${version}`,
  passwordHash: hashOf(`canaryHash3VbN${version}`),
  builtinPassword: `canary-builtin-5RtY-${version}`,
  builtinHash: hashOf(`canaryBuiltin8KdW${version}`),
  accessKeySecret: `canary_access_secret_9LmX_${version}`,
  apiAppKey: `canaryAppKey3VbN_${version}`,
});

const cli = cliOfFile();
let search: Search;
let cloud: Cloud;
let stack: Stack;
let collector: Collector;
const runs: Run[] = [];

/** A version of the program, each with other secrets. */
function programOf(version: 1 | 2): Program {
  const { password, passwordHash, builtinPassword, builtinHash, accessKeySecret, apiAppKey } = canariesOf(version);
  const triggers = { version };
  const serviceId = "${service.id}";
  const api = {
    serviceId,
    apiName: "order",
    requestConfigPath: "/order",
    serviceConfigType: "MOCK",
    serviceConfigMockReturnMessage: "hello",
  };
  const connection = { endpoints: [search.url], apiKey, headers: { "X-Opaque-Id": credentials.header } };
  const kinds: Record<string, [kind: string, properties: object]> = {
    connected: ["search:SearchIngestPipeline", { name: "connected", processors: ['{"drop":{}}'], searchConnections: [connection] }],
    ann: ["search:SearchUser", { username: "ann", password }],
    bob: ["search:SearchUser", { username: "bob", passwordHash }],
    kibana: ["search:SearchBuiltinUser", { username: "kibana_system", password: builtinPassword }],
    beats: ["search:SearchBuiltinUser", { username: "beats_system", passwordHash: builtinHash }],
    key: ["search:SearchApiKey", { roleDescriptors: { app: { clusters: ["monitor"] } }, triggers }],
    cross: ["search:SearchApiKey", { type: "cross_cluster", access: { searches: [{ names: ["logs-*"] }] }, triggers }],
    token: ["search:SearchServiceToken", { service: "fleet-server", triggers }],
    service: ["cloud:ApiGatewayService", { serviceName: "orders", protocol: "http", netTypes: ["OUTER"] }],
    api: ["cloud:ApiGatewayApi", api],
    doc: ["cloud:ApiGatewayApiDoc", { apiDocName: "orders", serviceId, environment: "release", apiIds: ["${api.id}"] }],
    partner: ["cloud:ApiGatewayApiKey", { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_key", accessKeySecret }],
    app: ["cloud:ApiGatewayApiApp", { apiAppName: "dashboard" }],
    renewed: ["cloud:ApiGatewayUpdateApiAppKey", { apiAppId: "${app.id}", apiAppKey }],
  };
  const resources = Object.entries(kinds).map(([name, [kind, properties]]) => [name, { type: `quartet:${kind}`, properties }]);
  const searchConnections = [{ endpoints: [search.url], username: "elastic", password: credentials.password }];
  const call = (name: string, args: object): object => ({ "fn::invoke": { function: `quartet:${name}`, arguments: args } });
  const outputs = ["key.encoded", "key.apiKey", "cross.encoded", "token.value", "partner.accessKeySecret", "app.apiAppSecret"];
  return {
    resources: Object.fromEntries(resources) as Record<string, unknown>,
    variables: {
      found: call("search:getSearchIndexTemplate", { name: "none", searchConnections }),
      keys: call("cloud:getApiGatewayApiKeys", { apiKeyId: "${partner.id}" }),
    },
    outputs: { found: "${found}", keys: "${keys.lists}", all: outputs.map((path) => `\${${path}}`) },
  };
}

const known = new Set<string>();

/** Includes the secrets that the services have generated so far, and the forms in which credentials are sent. */
function secrets() {
  const { apiKeys, serviceTokens } = search.emulator;
  const { apps, documents } = cloud.emulator.gateway;
  const current = [
    ...Object.values(canariesOf(1)),
    ...Object.values(canariesOf(2)),
    ...Object.values(credentials),
    apiKey,
    ...[credentials.password, credentials.environment].map((password) => base64(`elastic:${password}`)),
    ...apiKeys.entries().flatMap(([id, { secret }]) => [secret, base64(`${id}:${secret}`)]),
    ...serviceTokens.entries().map(([, value]) => value),
    ...apps.entries().flatMap(([, { key, secret }]) => [key, secret]),
    ...documents.entries().flatMap(([, { password }]) => password ?? []),
  ];
  for (const secret of current) known.add(secret);
  return [...known];
}

const leaked = (text: string) => secrets().filter((secret) => text.includes(secret));

/** Runs the CLI with maximum verbosity, and records its output. */
async function logged(command: string, ...args: string[]) {
  const run = await stack.run([command, "--diff", "--debug", ...args]);
  runs.push(run);
  return run;
}

/** Expects that no run since the last call showed a secret. */
function expectHidden() {
  expect(runs.splice(0).flatMap(({ args, stdout, stderr }) => leaked(stdout + stderr).map((secret) => [args.join(" "), secret]))).toEqual(
    [],
  );
}

const apply = ["--yes", "--skip-preview"];

beforeAll(async () => {
  const users = {
    elastic: { password: credentials.password, cluster: ["all"] },
    other: { password: credentials.environment, cluster: ["all"] },
  };
  search = await openSearch({ security: { users, apiKeys: { id: { key: credentials.key, cluster: ["all"] } } } });
  cloud = await openCloud({ keys: { [secretId]: { secretKey: credentials.secretKey, account: "100000000001" } } });
  collector = await startCollector();
  const retries = { TENCENTCLOUD_READ_RETRY_TIMEOUT: "0", TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "0" };
  stack = await cli.stack("secrets", { ...retries, PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
  stack.program(programOf(1));
  const set = (path: string, ...value: string[]) => stack.ok("config", "set", "--path", `quartet:${path}`, ...value);
  const { protocol, domain } = cloud.settings;
  const plain = {
    protocol,
    domain,
    region: "ap-guangzhou",
    secretId,
    "searchServers[0].endpoints[0]": search.url,
    "searchServers[0].username": "elastic",
  };
  for (const [path, value] of Object.entries(plain)) await set(path, String(value));
  await set("secretKey", "--secret", credentials.secretKey);
  await set("searchServers[0].password", "--secret", credentials.password);
});
afterAll(() => collector?.stop());

describe("156: secrets, access 120:", () => {
  it("of the configuration and of a connection block work", async () => {
    const run = await logged("up", "--yes", "--show-config", "--show-reads", "--show-full-output");
    expect([run.code, run.code === 0 ? "" : run.stdout]).toEqual([0, ""]);
    const authorizations = new Set(search.requests.map(({ headers }) => headers["authorization"]));
    expect(authorizations).toEqual(new Set([`Basic ${base64(`elastic:${credentials.password}`)}`, `ApiKey ${apiKey}`]));
    expect(search.requests.map(({ headers }) => headers["x-opaque-id"])).toContain(credentials.header);
    expect(new Set(cloud.emulator.calls.map((call) => call.secretId))).toEqual(new Set([secretId]));
  });

  it("are encrypted in the state, wherever the schema has a secret", async () => {
    const state = await stack.ok("stack", "export");
    expect(leaked(state)).toEqual([]);
    expect(state).toMatch(/"found": \{\s*"4dabf18193072939515e22adb298388d"/);
    expect(leaked(JSON.stringify(await stack.outputs()))).toEqual([]);
    const resources = await stack.resources();
    const hidden = resources.flatMap(({ type, outputs = {} }) =>
      Object.keys(outputs).flatMap((name) => (JSON.stringify(outputs[name]).includes('"ciphertext"') ? [`${type} ${name}`] : [])),
    );
    const places = Object.entries(schema.resources!)
      .filter(([token]) => !token.startsWith("quartet:eventrouting/"))
      .flatMap(([token, { properties = {} }]) =>
        Object.keys(properties).flatMap((name) => (properties[name]!.secret ? [`${token} ${name}`] : [])),
      );
    expect([...new Set(hidden)].sort()).toEqual([...places, "quartet:search:SearchIngestPipeline searchConnections"].sort());
    const shown = leaked(await stack.ok("stack", "export", "--show-secrets"));
    expect(shown).toEqual(expect.arrayContaining([...Object.values(canariesOf(1)), apiKey, credentials.header]));
  });

  it("are not printed by previews, refreshes and changes of every secret", async () => {
    await logged("preview", "--json");
    Object.assign(cloud.emulator.gateway.apps.entries()[0]![1], { secret: "canaryMadeByService5RtY" });
    await logged("refresh", ...apply);
    stack.program(programOf(2));
    await logged("preview", "--json");
    await logged("up", ...apply, "--show-full-output");
    for (const args of [["stack", "output", "--json"], ["config"]]) runs.push(await stack.run(args));
    expect(runs.flatMap(({ code, args, stdout }) => (code === 0 ? [] : [[args, stdout]]))).toEqual([]);
    expectHidden();
  });

  it.each<[string, number, (echo: string) => string]>([
    ["a proxy", 503, (echo) => `you sent ${echo}`],
    ["Elasticsearch", 400, (reason) => JSON.stringify({ error: { type: "illegal_argument_exception", reason }, status: 400 })],
    ["Tencent Cloud", 200, (Message) => JSON.stringify({ Response: { Error: { Code: "InvalidParameter", Message } } })],
  ])("are not printed when %s repeats the request", async (_server, status, body) => {
    stack.program(programOf(1));
    let echo = "";
    const repeating = (isHit: (request: EmulatorRequest) => boolean) => ({
      match: (request: EmulatorRequest) => {
        echo = JSON.stringify([request.headers, request.body]);
        return isHit(request);
      },
      fault: async () => ({ reply: { status, headers: { "content-type": "application/json" }, body: body(echo) } satisfies EmulatorReply }),
    });
    search.faults.add(repeating(({ method }) => method !== "GET"));
    cloud.faults.add(repeating(({ headers }) => headers["x-tc-action"]?.startsWith("Update") === true));
    expect((await logged("up", ...apply, "--continue-on-error")).code).not.toBe(0);
    search.faults.clear();
    search.faults.add(repeating(() => true));
    expect((await logged("refresh", ...apply)).code).not.toBe(0);
    search.faults.clear();
    cloud.faults.clear();
    expectHidden();
  });

  it("of the environment are sent to the server, and appear nowhere else", async () => {
    const access = { ELASTICSEARCH_USERNAME: "other", ELASTICSEARCH_PASSWORD: credentials.environment };
    const other = await cli.stack("environment", { ...search.environment, ...access });
    other.program({
      resources: { plain: { type: "quartet:search:SearchIngestPipeline", properties: { name: "plain", processors: ['{"drop":{}}'] } } },
    });
    const outputs = [await other.ok("up", "--yes", "--debug", "--diff"), await other.ok("stack", "export", "--show-secrets")];
    expect([leaked(outputs.join("\n")), search.emulator.pipelines.has("plain")]).toEqual([[], true]);
  });

  it("are in no trace, in no file that the CLI stores, and not printed by destroy", async () => {
    expect((await logged("destroy", ...apply)).code).toBe(0);
    expectHidden();
    expect(collector.spans.some(({ name }) => name.endsWith("/Delete"))).toBe(true);
    expect(leaked(collector.messages.map((message) => message.toString("latin1")).join("\n"))).toEqual([]);
    const files = ["state", "home"].flatMap((part) =>
      readdirSync(join(cli.workspace.folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => leaked(readFileSync(file, "utf8")).length > 0)).toEqual([]);
  });
});
