// 156: credentials from stack configuration, programs and the environment are encrypted in states and redacted in the CLI's output.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../tools/workspace";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Fault } from "../emulators/faults";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

/** Each text is unique. */
const canaries = {
  password: "canary-password-7fQz",
  key: "canary-key-9LmX",
  header: "canary-header-3VbN",
  environment: "canary-environment-5RtY",
};
const apiKey = Buffer.from(`id:${canaries.key}`).toString("base64");
const forms = [
  ...Object.values(canaries),
  apiKey,
  ...Object.values(canaries).map((text) => Buffer.from(`elastic:${text}`).toString("base64")),
];

let cli: Cli;
let search: Search;
let stack: Stack;
const runs: Run[] = [];

/** Returns the canaries that a text contains. */
const leaked = (text: string): string[] => forms.filter((form) => text.includes(form));

/** Runs the CLI with maximum verbosity, and records its output. */
async function logged(...args: string[]): Promise<Run> {
  const run = await stack.run(args);
  runs.push(run);
  return run;
}

beforeAll(async () => {
  const users = { elastic: { password: canaries.password, cluster: ["all"] }, other: { password: canaries.environment, cluster: ["all"] } };
  search = await openSearch({ security: { users, apiKeys: { id: { key: canaries.key, cluster: ["all"] } } } });
  cli = await openCli();
  stack = await cli.stack("secrets");
  stack.program({
    resources: {
      configured: {
        type: "quartet:search:SearchIngestPipeline",
        properties: { name: "configured", processors: ['{"drop":{}}'] },
      },
      connected: {
        type: "quartet:search:SearchIngestPipeline",
        properties: {
          name: "connected",
          processors: ['{"drop":{}}'],
          searchConnections: [{ endpoints: [search.url], apiKey, headers: { "X-Opaque-Id": canaries.header } }],
        },
      },
    },
    variables: {
      found: {
        "fn::invoke": {
          function: "quartet:search:getSearchIndexTemplate",
          arguments: { name: "none", searchConnections: [{ endpoints: [search.url], username: "elastic", password: canaries.password }] },
        },
      },
    },
    outputs: { id: "${configured.id}", connections: "${connected.searchConnections}", found: "${found}" },
  });
  const set = (path: string, ...value: string[]): Promise<string> =>
    stack.ok("config", "set", "--path", `quartet:searchServers[0].${path}`, ...value);
  await set("endpoints[0]", search.url);
  await set("username", "elastic");
  await set("password", "--secret", canaries.password);
});
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
});

describe("156: secrets", () => {
  it("the credentials of the stack configuration and of a connection block work", async () => {
    expect(await logged("up", "--yes", "--diff", "--debug", "--show-config", "--show-reads", "--show-full-output")).toMatchObject({
      code: 0,
    });
    const authorizations = new Set(search.requests.map(({ headers }) => headers["authorization"]));
    expect(authorizations).toEqual(
      new Set([`Basic ${Buffer.from(`elastic:${canaries.password}`).toString("base64")}`, `ApiKey ${apiKey}`]),
    );
    expect(search.requests.map(({ headers }) => headers["x-opaque-id"])).toContain(canaries.header);
  });

  it("are encrypted in the state: inputs, outputs, provider and stack outputs", async () => {
    const state = await stack.ok("stack", "export");
    expect(leaked(state)).toEqual([]);
    const connected = (await stack.resources()).find(({ urn }) => urn.endsWith("::connected"));
    for (const part of [connected?.inputs, connected?.outputs]) expect(JSON.stringify(part?.["searchConnections"])).toContain("ciphertext");
    expect(state).toMatch(/"found": \{\s*"4dabf18193072939515e22adb298388d"/);
    expect(leaked(JSON.stringify(await stack.outputs()))).toEqual([]);
  });

  it("the exported state contains them, encrypted with the passphrase", async () => {
    expect(leaked(await stack.ok("stack", "export", "--show-secrets")).length).toBeGreaterThan(0);
    expect(await stack.steps()).toEqual([]);
  });

  it("are not printed by the CLI on success", async () => {
    await logged("preview", "--diff", "--json");
    await logged("refresh", "--yes", "--diff", "--debug");
    await logged("stack", "output", "--json");
    await logged("config");
    expect(runs.filter(({ stdout, stderr }) => leaked(stdout + stderr).length > 0).map(({ args }) => args)).toEqual([]);
    expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
  });

  it("are not printed when a proxy repeats them in its response", async () => {
    runs.length = 0;
    for (const status of [401, 500, 200]) {
      let echo = "";
      const match = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean => {
        echo = JSON.stringify({ authorization: headers["authorization"], header: headers["x-opaque-id"] });
        return true;
      };
      const fault: Fault = async () => ({ reply: { status, headers: { "content-type": "text/plain" }, body: `you sent ${echo}` } });
      search.faults.add({ match, fault });
      expect((await logged("refresh", "--yes", "--skip-preview", "--debug", "--diff")).code).not.toBe(0);
      search.faults.clear();
    }
    expect(runs.map(({ stdout, stderr }) => leaked(stdout + stderr))).toEqual([[], [], []]);
  });

  it("credentials of the environment are sent to the server, and appear nowhere else", async () => {
    runs.length = 0;
    const other = await cli.stack("environment", {
      ...search.environment,
      ELASTICSEARCH_USERNAME: "other",
      ELASTICSEARCH_PASSWORD: canaries.environment,
    });
    other.program({
      resources: { plain: { type: "quartet:search:SearchIngestPipeline", properties: { name: "plain", processors: ['{"drop":{}}'] } } },
    });
    const outputs = [await other.ok("up", "--yes", "--debug", "--diff"), await other.ok("stack", "export", "--show-secrets")];
    expect(leaked(outputs.join("\n"))).toEqual([]);
    expect(search.emulator.pipelines.has("plain")).toBe(true);
  });

  it("are in no file that the CLI stores", () => {
    const folder = cli.workspace.folder;
    const files = ["state", "home"].flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => leaked(readFileSync(file, "utf8")).length > 0)).toEqual([]);
  });
});
