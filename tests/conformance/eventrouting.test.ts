// Module eventrouting/v1 over gRPC: each function; no message contains a token. See docs/modules/eventrouting.md#functions.
import { status } from "@grpc/grpc-js";
import { callerOf, exampleTrigger, home } from "../emulators/eventrouting/caller";
import * as faults from "../emulators/faults";
import { schema } from "../provider/tools/schema-file";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import { failureOf } from "../support/failure";
import { fixtureOfFile } from "../support/fixture";
import { shapeViolations } from "../support/schema-shape";
import type { Properties } from "../support/structs";
import { plainTexts, reveal, secret, secretPaths } from "../support/structs";

const token = (name: string): string => `quartet:eventrouting/v1:${name}`;
const canary = "ya29.c.b0Canary-of-the-token-4711";
const location = "us-central1";
const fixture = fixtureOfFile();
let events: Events;

beforeAll(() => void fixture.rpc.secrets.add(canary));
beforeEach(async () => {
  events = await openEvents();
  const { emulator } = events;
  emulator.tokens.known.set(canary, emulator.tokens.known.get("test")!);
  emulator.tokens.known.delete("test");
  emulator.operations.usual = { pending: 0 };
  await fixture.rpc.configure({ ...events.settings, googleAccessToken: secret(canary) });
});
afterEach(async () => {
  for (const { headers } of events.requests) expect(headers["authorization"]).toBe(`Bearer ${canary}`);
  await closeEvents();
});

const channel = `${home}/channels/partner-in`;
const sentLines = (): string[] => events.requests.map(({ method, path }) => `${method} ${path.replace(`/v1/${home}/`, "")}`);

/** A trigger, a pending channel, and its connection. */
function prepare(): string {
  const callEmulator = callerOf({
    handle: (request) => events.emulator.handle({ ...request, headers: { ...request.headers, authorization: `Bearer ${canary}` } }),
  });
  callEmulator("POST triggers?triggerId=orders", exampleTrigger);
  callEmulator("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  const { activationToken } = events.emulator.objects.channels.get(channel)!;
  const policy = { bindings: [{ role: "roles/eventarc.viewer", members: ["group:ops@example.com"] }] };
  for (const name of ["triggers/orders", "channels/partner-in"]) callEmulator(`POST ${name}:setIamPolicy`, { policy });
  return String(activationToken);
}

/** Connects the channel. */
function connect(activationToken: string): void {
  const { objects } = events.emulator;
  const name = `${home}/channelConnections/link`;
  const time = "2026-03-01T00:00:00Z";
  objects.channelConnections.set(name, { name, channel, uid: "8a9b", createTime: time, updateTime: time });
  expect(activationToken).not.toBe("");
}

describe("lookups", () => {
  const functions = schema.functions!;
  const questions: Record<string, { args: Properties; line: string; secrets?: string[] }> = {
    getTrigger: { args: { triggerId: "orders" }, line: "triggers/orders" },
    getChannel: { args: { channelId: "partner-in" }, line: "channels/partner-in", secrets: ["activationToken"] },
    getChannelConnection: { args: { channelConnectionId: "link" }, line: "channelConnections/link", secrets: ["activationToken"] },
    getTriggers: { args: {}, line: "triggers" },
    getChannels: { args: {}, line: "channels", secrets: ["channels[0].activationToken"] },
    getChannelConnections: { args: {}, line: "channelConnections", secrets: ["channelConnections[0].activationToken"] },
    getProvider: { args: { providerId: "storage.googleapis.com" }, line: "providers/storage.googleapis.com" },
    getProviders: { args: { filter: "displayName:cloud", orderBy: "name desc" }, line: "providers" },
    getTriggerIamPolicy: { args: { triggerId: "orders", optionsRequestedPolicyVersion: 3 }, line: "triggers/orders:getIamPolicy" },
    getChannelIamPolicy: { args: { channelId: "partner-in" }, line: "channels/partner-in:getIamPolicy" },
    getChannelConnectionIamPolicy: { args: { channelConnectionId: "link" }, line: "channelConnections/link:getIamPolicy" },
  };

  test("all of the schema are tested", () => {
    const tokens = Object.keys(functions).filter((name) => name.startsWith(token("")));
    expect(tokens.sort()).toEqual(Object.keys(questions).map(token).sort());
  });

  describe.each(Object.entries(questions))("%s", (name, { args, line, secrets = [] }) => {
    const whole = { ...args, location };

    test("returns the outputs of the schema; secrets are marked", async () => {
      const activationToken = prepare();
      connect(activationToken);
      const response = await fixture.rpc.resultOf(token(name), whole);
      const plain = reveal(response);
      expect(shapeViolations(plain, functions[token(name)]!.outputs!)).toEqual([]);
      expect(plain).toMatchObject({ ...whole, project: "demo-project" });
      expect(secretPaths(response)).toEqual(secrets);
      expect(plainTexts(response)).not.toContain(activationToken);
      expect(sentLines()).toEqual([`GET ${line}`]);
      if (secrets.length > 0) expect(secretPaths(await fixture.rpc.resultOf(token(name), { ...whole, withoutSecrets: true }))).toEqual([]);
    });

    test("rejects missing and unknown arguments, and slashes, by name, without a request", async () => {
      const failing = async (given: Properties): Promise<string[]> =>
        (await fixture.rpc.invoke(token(name), given)).failures.map(({ property }) => property).sort();
      const { required = [] } = functions[token(name)]!.inputs!;
      expect(await failing({})).toEqual([...required].sort());
      expect(await failing({ ...whole, unexpected: "x" })).toEqual(["unexpected"]);
      for (const key of required) {
        expect(await failing({ ...whole, [key]: "a/b" })).toEqual([key]);
        expect(await failing({ ...whole, [key]: "" })).toEqual([key]);
      }
      if (name.endsWith("IamPolicy"))
        expect(await failing({ ...whole, optionsRequestedPolicyVersion: 2 })).toEqual(["optionsRequestedPolicyVersion"]);
      expect(events.requests).toEqual([]);
    });
  });

  test("a missing object is a not-found error", async () => {
    const { code, message } = await failureOf(fixture.rpc.invoke(token("getTrigger"), { triggerId: "missing", location }));
    expect([code, message]).toEqual([status.NOT_FOUND, expect.stringContaining(`getTrigger ${home}/triggers/missing: 404 NOT_FOUND: `)]);
  });

  test("a server that repeats the token is not quoted", async () => {
    const body = JSON.stringify({ error: { code: 401, status: "UNAUTHENTICATED", message: `unknown: Bearer ${canary}` } });
    events.faults.add({ match: "GET *", fault: faults.instead({ status: 401, headers: { "content-type": "application/json" }, body }) });
    const { code, message } = await failureOf(fixture.rpc.invoke(token("getTriggers"), { location }));
    expect([code, message]).toEqual([status.UNAUTHENTICATED, expect.stringContaining("unknown: Bearer [secret]")]);
    expect(events.requests).toHaveLength(1);
  });

  test("a broken connection is retried; a redirect is not followed", async () => {
    events.faults.add({ match: "GET *", times: 1, fault: faults.resetBefore() });
    expect(await fixture.rpc.resultOf(token("getTriggers"), { location })).toMatchObject({ triggers: [] });
    const moved = { status: 302, headers: { location: `${events.url}/elsewhere` }, body: "" };
    events.faults.add({ match: "GET *", fault: faults.instead(moved) });
    expect((await failureOf(fixture.rpc.invoke(token("getTriggers"), { location }))).message).toContain("HTTP 302");
    expect(events.requests).toHaveLength(3);
  });

  test("no project: reported by the call, and no request is sent", async () => {
    await fixture.rpc.configure({ version: "0.1.0", eventApiUrl: events.url, googleAccessToken: secret(canary) });
    const { message } = await failureOf(fixture.rpc.invoke(token("getTriggers"), { location }));
    expect(message).toMatch(/googleProject.*GOOGLE_PROJECT/);
    expect(events.requests).toEqual([]);
  });
});

test("an operation is waited for", async () => {
  events.emulator.operations.next.push({ pending: 1, messages: ["checking the destination"] });
  const subject = { type: token("Channel") };
  const before = fixture.engine.lines.length;
  const { id } = await fixture.rpc.create({ ...subject, inputs: await fixture.rpc.inputs(subject, { channelId: "slow" }) });
  expect(id).toBe(`${home}/channels/slow`);
  expect(sentLines()[1]).toMatch(/^GET operations\//);
  expect(fixture.engine.lines.slice(before).map(({ message }) => message)).toContain("checking the destination");
});
