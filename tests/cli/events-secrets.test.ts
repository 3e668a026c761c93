// The token of the provider and the tokens of channels are encrypted in states and redacted in the CLI's output, also when the service fails.
import type { Run } from "../../tools/workspace";
import { json } from "../emulators/eventrouting/token-calls";
import type { EmulatorRequest } from "../emulators/exchange";
import type { Fault } from "../emulators/faults";
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents, routed } from "../support/events";

/** The secrets of the configuration and the program; each text is unique. */
const canaries = { access: "canary-access-token-7fQz", activation: "canary-activation-token-9LmX" };

let cli: Cli;
let events: Events;
let stack: Stack;
const runs: Run[] = [];

/** Includes the token that the service generated. */
function secrets(): string[] {
  const created = events.emulator.objects.channels.entries().map(([, { activationToken }]) => activationToken);
  return [...Object.values(canaries), ...created.filter((token) => typeof token === "string")];
}

const leaked = (text: string): string[] => secrets().filter((secret) => text.includes(secret));

/** Runs the CLI with maximum verbosity, and records its output. */
async function logged(...args: string[]): Promise<Run> {
  const run = await stack.run(args);
  runs.push(run);
  return run;
}

const program = (activationToken: string): Program => ({
  resources: {
    channel: { type: "quartet:eventrouting/v1:Channel", properties: { channelId: "inbox", provider: "partner" } },
    link: {
      type: "quartet:eventrouting/v1:ChannelConnection",
      properties: {
        channelConnectionId: "link",
        channel: "projects/subscriber-project/locations/us-central1/channels/one",
        activationToken,
      },
    },
  },
  variables: {
    found: {
      "fn::invoke": {
        function: "quartet:eventrouting/v1:getChannel",
        // The ID is unknown until the channel exists; its last part is the name.
        arguments: { location: "us-central1", channelId: { "fn::select": [5, { "fn::split": ["/", "${channel.id}"] }] } },
      },
    },
  },
  outputs: { created: "${channel.activationToken}", given: "${link.activationToken}", found: "${found.activationToken}" },
});

beforeAll(async () => {
  events = await openEvents();
  events.emulator.tokens.known.set(canaries.access, events.emulator.tokens.known.get("test")!);
  cli = await openCli();
  const { GOOGLE_OAUTH_ACCESS_TOKEN: _, ...environment } = events.environment;
  stack = await cli.stack("event-secrets", environment);
  stack.program(program(canaries.activation));
  await stack.ok("config", "set", "--secret", "quartet:googleAccessToken", canaries.access);
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeEvents();
});

describe("156: secrets of module eventrouting", () => {
  it("the token of the stack configuration works", async () => {
    const run = await logged("up", "--yes", "--diff", "--debug", "--show-config", "--show-reads", "--show-full-output");
    expect(run).toMatchObject({ code: 0 });
    expect(events.requests.map(({ headers }) => headers["authorization"])).toContain(`Bearer ${canaries.access}`);
    expect(secrets()).toHaveLength(3);
  });

  it("stand encrypted in the state and are hidden in the outputs; the passphrase decrypts them", async () => {
    expect(leaked(await stack.ok("stack", "export"))).toEqual([]);
    expect(await stack.outputs()).toEqual({ created: "[secret]", given: "[secret]", found: "[secret]" });
    expect(leaked(await stack.ok("stack", "export", "--show-secrets")).sort()).toEqual(secrets().sort());
    expect(await stack.steps()).toEqual([]);
  });

  it("are not printed by the CLI on success", async () => {
    await logged("preview", "--diff", "--json");
    await logged("refresh", "--yes", "--skip-preview", "--diff", "--debug");
    await logged("stack", "output", "--json");
    await logged("config");
    expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
    expect(runs.filter(({ stdout, stderr }) => leaked(stdout + stderr).length > 0).map(({ args }) => args)).toEqual([]);
  });

  it("are not printed when the service repeats the request", async () => {
    stack.program(program(`${canaries.activation}-two`));
    let echo = "";
    const match = ({ method, headers, body }: EmulatorRequest): boolean => {
      echo = `${headers["authorization"] ?? ""} ${body}`;
      return method === "POST";
    };
    const fault: Fault = async () => ({
      reply: json(400, { error: { code: 400, status: "INVALID_ARGUMENT", message: `you sent ${echo}` } }),
    });
    events.faults.add({ match, fault });
    const run = await logged("up", "--yes", "--skip-preview", "--debug");
    events.faults.clear();
    expect(run.code).not.toBe(0);
    expect(run.stdout).toMatch(/INVALID_ARGUMENT[^]*you sent/);
    expect(echo).toContain(canaries.access);
    expect(leaked(run.stdout + run.stderr)).toEqual([]);
  });

  it("are not printed by destroy", async () => {
    const run = await logged("destroy", "--yes", "--diff", "--debug");
    expect([run.code, leaked(run.stdout + run.stderr)]).toEqual([0, []]);
    expect(routed(events.emulator)).toEqual({});
  });
});
