// Passwords, and the secrets that Elasticsearch generates, are encrypted in states, and in nothing else that leaves the CLI or the plugin, also when a request fails.
import type { Run } from "../../tools/workspace";
import { schema } from "../provider/tools/schema-file";
import type { EmulatorRequest } from "../emulators/exchange";
import type { Fault } from "../emulators/faults";
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import { startCollector, type Collector } from "../support/collector";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

const administrator = { username: "admin", password: "canary-of-the-connection-7fQz" };
const hashOf = (text: string): string => `$2a$10$${text.padEnd(53, "0")}`;

/** The secrets of a version of the program; each text is unique. */
const canariesOf = (version: 1 | 2) => ({
  password: `canary-password-9LmX-${version}`,
  passwordHash: hashOf(`canaryHash3VbN${version}`),
  builtinPassword: `canary-builtin-5RtY-${version}`,
  builtinHash: hashOf(`canaryBuiltin8KdW${version}`),
});

/** A version of the program, each with other secrets. */
function programOf(version: 1 | 2): Program {
  const { password, passwordHash, builtinPassword, builtinHash } = canariesOf(version);
  const triggers = { version };
  const kinds: Record<string, [kind: string, properties: object]> = {
    ann: ["SearchUser", { username: "ann", password }],
    bob: ["SearchUser", { username: "bob", passwordHash }],
    kibana: ["SearchBuiltinUser", { username: "kibana_system", password: builtinPassword }],
    beats: ["SearchBuiltinUser", { username: "beats_system", passwordHash: builtinHash }],
    key: ["SearchApiKey", { roleDescriptors: { app: { clusters: ["monitor"] } }, triggers }],
    cross: ["SearchApiKey", { type: "cross_cluster", access: { searches: [{ names: ["logs-*"] }] }, triggers }],
    token: ["SearchServiceToken", { service: "fleet-server", triggers }],
  };
  const resources = Object.fromEntries(
    Object.entries(kinds).map(([name, [kind, properties]]) => [name, { type: `quartet:search:${kind}`, properties }]),
  );
  return { resources, outputs: { encoded: "${key.encoded}", apiKey: "${key.apiKey}", cross: "${cross.encoded}", token: "${token.value}" } };
}

/** Where the schema of the kinds of access has secrets, inputs and outputs. */
const places = Object.entries(schema.resources!).flatMap(([token, { properties = {} }]) =>
  token.startsWith("quartet:search:")
    ? Object.keys(properties).flatMap((name) => (properties[name]!.secret ? [`${token} ${name}`] : []))
    : [],
);

let cli: Cli;
let search: Search;
let stack: Stack;
let collector: Collector;
const runs: Run[] = [];

/** Includes the secrets that the server generated, and the forms in which credentials are sent. */
function secrets(): string[] {
  const { apiKeys, serviceTokens } = search.emulator;
  const keys = apiKeys.entries().flatMap(([id, { secret }]) => [secret, Buffer.from(`${id}:${secret}`).toString("base64")]);
  const { username, password } = administrator;
  const credentials = [password, Buffer.from(`${username}:${password}`).toString("base64")];
  const given = [...Object.values(canariesOf(1)), ...Object.values(canariesOf(2))];
  return [...given, ...credentials, ...keys, ...serviceTokens.entries().map(([, value]) => value)];
}

const leaked = (text: string): string[] => secrets().filter((secret) => text.includes(secret));
const shown = ({ args, stdout, stderr }: Run): string[] => leaked(stdout + stderr).map((secret) => `${args.join(" ")}: ${secret}`);

/** Runs the CLI with maximum verbosity, and records its output. */
async function logged(...args: string[]): Promise<Run> {
  const run = await stack.run(args);
  runs.push(run);
  return run;
}

beforeAll(async () => {
  const users = { [administrator.username]: { password: administrator.password, cluster: ["all"] } };
  search = await openSearch({ security: { users } });
  collector = await startCollector();
  cli = await openCli();
  const environment = {
    ...search.environment,
    ELASTICSEARCH_USERNAME: administrator.username,
    ELASTICSEARCH_PASSWORD: administrator.password,
    PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
  };
  stack = await cli.stack("access-secrets", environment);
  stack.program(programOf(1));
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
  collector?.stop();
});

describe("access 120: secrets of users, keys and tokens", () => {
  it("are generated, or of the program", async () => {
    const run = await logged("up", "--yes", "--diff", "--debug", "--show-config", "--show-reads", "--show-full-output");
    expect([run.code, run.code === 0 ? "" : run.stdout]).toEqual([0, ""]);
    expect(secrets()).toHaveLength(15);
  });

  it("are encrypted in the state, wherever the schema has a secret", async () => {
    const state = await stack.ok("stack", "export");
    expect(leaked(state)).toEqual([]);
    expect(leaked(JSON.stringify(await stack.outputs()))).toEqual([]);
    const hidden = (await stack.resources()).flatMap(({ type, outputs = {} }) =>
      Object.keys(outputs).flatMap((name) => (JSON.stringify(outputs[name]).includes('"ciphertext"') ? [`${type} ${name}`] : [])),
    );
    expect([...new Set(hidden)].sort()).toEqual(places.sort());
    expect(leaked(await stack.ok("stack", "export", "--show-secrets"))).toHaveLength(9);
  });

  it("are not printed by previews, refreshes, and changes of every secret", async () => {
    await logged("preview", "--diff", "--json", "--debug");
    await logged("refresh", "--yes", "--skip-preview", "--diff", "--debug");
    await logged("stack", "output", "--json");
    stack.program(programOf(2));
    await logged("preview", "--diff", "--json", "--debug");
    await logged("up", "--yes", "--skip-preview", "--diff", "--debug", "--show-full-output");
    expect(runs.filter(({ code }) => code !== 0).map(({ args, stdout }) => [args, stdout])).toEqual([]);
    expect(runs.flatMap(shown)).toEqual([]);
  });

  it("are not printed when a proxy repeats the request", async () => {
    runs.length = 0;
    stack.program(programOf(1));
    const rejected = (reason: string): string => JSON.stringify({ error: { type: "illegal_argument_exception", reason }, status: 400 });
    for (const [status, response] of [
      [503, (echo: string) => `you sent ${echo}`],
      [400, rejected],
    ] as const) {
      let echo = "";
      const match = ({ method, headers, body }: EmulatorRequest): boolean => {
        echo = `${headers["authorization"] ?? ""} ${body}`;
        return method !== "GET";
      };
      const fault: Fault = async () => ({ reply: { status, headers: { "content-type": "application/json" }, body: response(echo) } });
      search.faults.add({ match, fault });
      expect((await logged("up", "--yes", "--skip-preview", "--debug", "--diff", "--continue-on-error")).code).not.toBe(0);
      search.faults.clear();
    }
    expect(runs.flatMap(shown)).toEqual([]);
  });

  it("are in no trace, and not printed by destroy", async () => {
    expect((await logged("destroy", "--yes", "--skip-preview", "--debug", "--diff")).code).toBe(0);
    expect(runs.flatMap(shown)).toEqual([]);
    expect(collector.spans.some(({ name }) => name.endsWith("/Delete"))).toBe(true);
    expect(leaked(collector.messages.map((message) => message.toString("latin1")).join("\n"))).toEqual([]);
  });
});
