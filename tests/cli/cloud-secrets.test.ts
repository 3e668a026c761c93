// Keys of the provider and secrets of the API gateway are encrypted in states and redacted in the CLI's output, also when the service fails.
import type { Run } from "../../tools/workspace";
import type { EmulatorRequest } from "../emulators/exchange";
import type { Fault } from "../emulators/faults";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";

const secretId = "AKIDcanaryOfTheProvider000000000000";
/** The secrets of the program and the configuration; each text is unique. */
const canaries = { secretKey: "canaryProviderKey7fQz", accessKeySecret: "canary_access_secret_9LmX", apiAppKey: "canaryAppKey3VbN" };

let cli: Cli;
let cloud: Cloud;
let stack: Stack;
const runs: Run[] = [];

/** Includes the secrets that the service generated. */
function secrets(): string[] {
  const { apps, documents } = cloud.emulator.gateway;
  const created = apps.entries().flatMap(([, { key, secret }]) => [key, secret]);
  return [...Object.values(canaries), ...created, ...documents.entries().map(([, { password }]) => password)].filter(Boolean) as string[];
}

const leaked = (text: string): string[] => secrets().filter((secret) => text.includes(secret));

/** Runs the CLI with maximum verbosity, and records its output. */
async function logged(...args: string[]): Promise<Run> {
  const run = await stack.run(args);
  runs.push(run);
  return run;
}

const serviceId = "${service.id}";
const bare = { serviceName: "orders", protocol: "http", netTypes: ["OUTER"] };
const program = {
  resources: {
    service: { type: "quartet:cloud:ApiGatewayService", properties: bare },
    api: {
      type: "quartet:cloud:ApiGatewayApi",
      properties: {
        serviceId,
        apiName: "order",
        requestConfigPath: "/order",
        serviceConfigType: "MOCK",
        serviceConfigMockReturnMessage: "hello",
      },
    },
    doc: {
      type: "quartet:cloud:ApiGatewayApiDoc",
      properties: { apiDocName: "orders", serviceId, environment: "release", apiIds: ["${api.id}"] },
    },
    key: {
      type: "quartet:cloud:ApiGatewayApiKey",
      properties: { secretName: "partner", accessKeyType: "manual", accessKeyId: "partner_key", accessKeySecret: canaries.accessKeySecret },
    },
    app: { type: "quartet:cloud:ApiGatewayApiApp", properties: { apiAppName: "dashboard" } },
    renewed: {
      type: "quartet:cloud:ApiGatewayUpdateApiAppKey",
      properties: { apiAppId: "${app.id}", apiAppKey: canaries.apiAppKey },
    },
  },
  variables: {
    keys: { "fn::invoke": { function: "quartet:cloud:getApiGatewayApiKeys", arguments: { apiKeyId: "${key.id}" } } },
  },
  outputs: {
    accessKeySecret: "${key.accessKeySecret}",
    appKey: "${app.apiAppKey}",
    appSecret: "${app.apiAppSecret}",
    password: "${doc.sharePassword}",
    keys: "${keys.lists}",
  },
};

beforeAll(async () => {
  cloud = await openCloud({ keys: { [secretId]: { secretKey: canaries.secretKey, account: "100000000001" } } });
  cli = await openCli();
  stack = await cli.stack("cloud-secrets");
  stack.program(program);
  const { protocol, domain } = cloud.settings as Record<string, string>;
  const settings = { protocol, domain, region: "ap-guangzhou", secretId };
  for (const [name, value] of Object.entries(settings)) await stack.ok("config", "set", `quartet:${name}`, String(value));
  await stack.ok("config", "set", "--secret", "quartet:secretKey", canaries.secretKey);
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeClouds();
});

describe("156: secrets of module cloud", () => {
  it("the key of the stack configuration works", async () => {
    const run = await logged("up", "--yes", "--diff", "--debug", "--show-config", "--show-reads", "--show-full-output");
    expect(run).toMatchObject({ code: 0 });
    expect(new Set(cloud.emulator.calls.map((call) => call.secretId))).toEqual(new Set([secretId]));
    expect(secrets()).toHaveLength(6);
  });

  it("are encrypted in the state: inputs, outputs, provider and stack outputs", async () => {
    const state = await stack.ok("stack", "export");
    expect(leaked(state)).toEqual([]);
    const hidden = [
      ["key", "accessKeySecret"],
      ["app", "apiAppKey"],
      ["app", "apiAppSecret"],
      ["doc", "sharePassword"],
      ["renewed", "apiAppKey"],
    ] as const;
    const resources = await stack.resources();
    for (const [name, property] of hidden) {
      const found = resources.find(({ urn }) => urn.endsWith(`::${name}`))?.outputs?.[property];
      expect([name, property, JSON.stringify(found)]).toEqual([name, property, expect.stringContaining("ciphertext")]);
    }
    expect(leaked(JSON.stringify(await stack.outputs()))).toEqual([]);
  });

  it("remain encrypted with the passphrase; nothing changes", async () => {
    const shown = leaked(await stack.ok("stack", "export", "--show-secrets"));
    expect(shown).toEqual(expect.arrayContaining(Object.values(canaries)));
    expect(await stack.steps()).toEqual([]);
  });

  it("are not printed by the CLI on success; a changed secret is shown as changed, without its value", async () => {
    await logged("preview", "--diff", "--json");
    const [app] = cloud.emulator.gateway.apps.entries().map(([, each]) => each);
    Object.assign(app!, { secret: "canaryMadeByService5RtY" });
    await logged("refresh", "--yes", "--skip-preview", "--diff", "--debug");
    await logged("stack", "output", "--json");
    await logged("config");
    expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
    expect(runs.filter(({ stdout, stderr }) => leaked(stdout + stderr).length > 0).map(({ args }) => args)).toEqual([]);
  });

  it("are not printed when a proxy repeats the request", async () => {
    runs.length = 0;
    stack.environment = { TENCENTCLOUD_READ_RETRY_TIMEOUT: "0", TENCENTCLOUD_WRITE_RETRY_TIMEOUT: "0" };
    const changed = structuredClone(program);
    changed.resources.key.properties.accessKeySecret += "_two";
    changed.resources.renewed.properties.apiAppKey += "_two";
    stack.program(changed);
    const rejected = (message: string): string => JSON.stringify({ Response: { Error: { Code: "InvalidParameter", Message: message } } });
    const responses: [number, (echo: string) => string][] = [
      [503, (echo) => `you sent ${echo}`],
      [200, rejected],
    ];
    for (const [status, response] of responses) {
      let echo = "";
      const match = ({ headers, body }: EmulatorRequest): boolean => {
        echo = `${headers["authorization"] ?? ""} ${body}`;
        return headers["x-tc-action"]?.startsWith("Update") === true;
      };
      const fault: Fault = async () => ({ reply: { status, headers: { "content-type": "application/json" }, body: response(echo) } });
      cloud.faults.add({ match, fault });
      const run = await logged("up", "--yes", "--skip-preview", "--debug", "--continue-on-error");
      for (const action of ["UpdateApiKey", "UpdateApiAppKey"]) expect(run.stdout).toContain(`apigateway ${action} failed`);
      cloud.faults.clear();
    }
    expect(runs.map(({ stdout, stderr }) => leaked(stdout + stderr))).toEqual([[], []]);
  });

  it("are not printed when a request is rejected before it is sent", async () => {
    const wrong = structuredClone(program);
    wrong.resources.key.properties.accessKeySecret += "!";
    stack.program(wrong);
    const run = await logged("preview", "--diff", "--debug");
    expect(run.stdout + run.stderr).toMatch(/accessKeySecret: expected 10 to 50 letters, digits or underscores/);
    expect([run.code === 0, leaked(run.stdout + run.stderr)]).toEqual([false, []]);
    stack.program(program);
  });

  it("are not printed by destroy", async () => {
    const run = await logged("destroy", "--yes", "--diff", "--debug");
    expect([run.code, leaked(run.stdout + run.stderr)]).toEqual([0, []]);
  });
});
