// The credentials and the endpoint of Google in programs, and the messages for invalid ones.
import type { Cli, Program, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";

let cli: Cli;
let events: Events;
let stack: Stack;

beforeAll(async () => {
  events = await openEvents();
  cli = await openCli();
  stack = await cli.stack("event-settings");
});
beforeEach(() => {
  // Without credentials of the user and without a metadata server.
  const home = { HOME: cli.workspace.folder, USERPROFILE: cli.workspace.folder, APPDATA: cli.workspace.folder };
  stack.environment = { ...events.environment, ...home, METADATA_SERVER_DETECTION: "none" };
  events.emulator.calls.length = 0;
  events.emulator.tokenCalls.length = 0;
});
afterAll(async () => {
  await cli?.workspace.remove();
  await closeEvents();
});

const listed = (args: object = { location: "us-central1" }): Program => ({
  variables: { found: { "fn::invoke": { function: "quartet:eventrouting/v1:getTriggers", arguments: args } } },
  outputs: { triggers: "${found.triggers}" },
});

/** Runs a command that is expected to fail, and returns the CLI's output. */
async function complaint(program = listed()): Promise<string> {
  stack.program(program);
  const { code, stdout, stderr } = await stack.run(["preview", "--debug"]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|prematurely|internal error|goroutine \d/m);
  return stdout;
}

describe("error messages", () => {
  it("without credentials: every source is listed, and no request is sent", async () => {
    stack.environment["GOOGLE_OAUTH_ACCESS_TOKEN"] = undefined;
    const failureText = await complaint();
    expect(failureText).toMatch(
      /no Google credentials were found\.[^]*GOOGLE_APPLICATION_CREDENTIALS: not set[^]*gcloud auth application-default login/,
    );
    expect([events.emulator.calls, events.emulator.tokenCalls]).toEqual([[], []]);
  });

  it("of an unknown token", async () => {
    stack.environment["GOOGLE_OAUTH_ACCESS_TOKEN"] = "canary-unknown";
    const failureText = await complaint();
    expect(failureText).toMatch(/UNAUTHENTICATED[^]*The credentials are missing, wrong or expired/);
    expect(failureText).not.toContain("canary-unknown");
  });

  it("of malformed credentials", async () => {
    Object.assign(stack.environment, { GOOGLE_OAUTH_ACCESS_TOKEN: undefined, GOOGLE_CREDENTIALS: "canary-of-no-file.json" });
    const failureText = await complaint();
    expect(failureText).toMatch(/GOOGLE_CREDENTIALS: no credentials. Expected the path of an existing file or a JSON object/);
    expect(failureText).not.toContain("canary-of-no-file");
  });

  it("without a project, and of a project without access", async () => {
    stack.environment["GOOGLE_PROJECT"] = undefined;
    expect(await complaint()).toMatch(/no project for Eventarc\. Set the input project.*GOOGLE_PROJECT/);
    expect(events.emulator.calls).toEqual([]);
    const failureText = await complaint(listed({ location: "us-central1", project: "foreign-project" }));
    expect(failureText).toMatch(/403 PERMISSION_DENIED[^]*check project, location/i);
  });

  it("of an address to which no token may be sent", async () => {
    stack.environment["GOOGLE_EVENTARC_CUSTOM_ENDPOINT"] = "http://events.example.com";
    expect(await complaint()).toMatch(/GOOGLE_EVENTARC_CUSTOM_ENDPOINT.*expected https/);
  });
});

describe("where the token comes from", () => {
  it("the metadata server is the last source", async () => {
    Object.assign(stack.environment, { GOOGLE_OAUTH_ACCESS_TOKEN: undefined, METADATA_SERVER_DETECTION: undefined });
    stack.program(listed());
    await stack.ok("preview");
    expect(events.emulator.calls.map(({ rpc, status }) => [rpc, status])).toEqual([["ListTriggers", "OK"]]);
  });

  it("a program of another module requests no token", async () => {
    stack.environment["GOOGLE_OAUTH_ACCESS_TOKEN"] = undefined;
    const drop = { function: "quartet:search:getSearchIngestProcessorDrop", arguments: {}, return: "json" };
    stack.program({ variables: { drop: { "fn::invoke": drop } }, outputs: { drop: "${drop}" } });
    await stack.ok("preview");
    expect([events.emulator.calls, events.emulator.tokenCalls]).toEqual([[], []]);
  });
});
