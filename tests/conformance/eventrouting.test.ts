// Module eventrouting/v1 over gRPC: each function, and the three resource types from Check to Delete; no message contains a token. See docs/modules/eventrouting.md#functions and docs/modules/eventrouting.md#import.
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
import { plainTexts, reveal, secret, secretPaths, unknown, unknownPaths } from "../support/structs";

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

interface Sample {
  kind: string;
  id: string;
  inputs(): Properties;
  /** A change in place. */
  news?: Properties;
  replacing: Properties;
  /** Outputs that are secret. */
  secrets: string[];
  /** Inputs that an import does not return. */
  unreturned?: string[];
}

const samples: Sample[] = [
  {
    kind: "Trigger",
    id: `${home}/triggers/new`,
    inputs: () => ({
      triggerId: "new",
      eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }],
      destination: { containerService: { service: "orders", region: location } },
      labels: { team: "orders" },
    }),
    news: { labels: { team: "sales" }, destination: { workflow: "flow" } },
    replacing: { location: "us-east1" },
    secrets: [],
  },
  {
    kind: "Channel",
    id: `${home}/channels/new`,
    inputs: () => ({ channelId: "new", provider: "partner" }),
    news: { labels: { a: "b" } },
    replacing: { provider: "other" },
    secrets: ["activationToken"],
  },
  {
    kind: "ChannelConnection",
    id: `${home}/channelConnections/new`,
    inputs: () => ({ channelConnectionId: "new", channel: "partner-in", activationToken: secret(prepare()) }),
    replacing: { labels: { a: "b" } },
    secrets: ["activationToken"],
    unreturned: ["activationToken"],
  },
];

describe.each(samples.map((sample) => [sample.kind, sample] as const))(
  "%s",
  (kind, { id, inputs: given, news, replacing, secrets, unreturned = [] }) => {
    const subject = { type: token(kind) };
    const spec = schema.resources![subject.type]!;
    async function createObject(): Promise<{ inputs: Properties; properties: Properties }> {
      const inputs = await fixture.rpc.inputs(subject, given());
      const { id: createdId, properties } = await fixture.rpc.create({ ...subject, inputs });
      expect(createdId).toBe(id);
      events.requests.length = 0;
      return { inputs, properties };
    }

    test("Check completes inputs and sends no request", async () => {
      const inputs = await fixture.rpc.inputs(subject, given());
      events.requests.length = 0;
      expect(reveal(inputs)).toMatchObject({ name: id, project: "demo-project", location });
      expect(await fixture.rpc.check({ ...subject, news: inputs, olds: inputs })).toEqual({ inputs, failures: [] });
      expect((await fixture.rpc.diff({ ...subject, olds: inputs, oldInputs: inputs, news: inputs })).changes).toBe("none");
      expect(events.requests).toEqual([]);
    });

    test("missing and unknown inputs are rejected, each by name", async () => {
      const failing = async (news: Properties): Promise<string[]> =>
        (await fixture.rpc.check({ ...subject, news })).failures.map(({ property }) => property);
      expect((await failing({})).sort()).toEqual([...(spec.requiredInputs ?? [])].sort());
      expect(await failing({ ...given(), unexpected: "x" })).toEqual(["unexpected"]);
    });

    test("any input may be unknown in a preview", async () => {
      const all = given();
      for (const key of Object.keys(all)) {
        const { inputs, failures } = await fixture.rpc.check({ ...subject, news: { ...all, [key]: unknown } });
        const hidden = spec.inputProperties![key]!.secret === true;
        expect([failures, unknownPaths(inputs)]).toEqual([[], [hidden ? `${key}.value` : key]]);
        const { id: none, properties } = await fixture.rpc.create({ ...subject, inputs, preview: true });
        expect([none, reveal(properties)[key]]).toEqual(["", unknown]);
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(spec.required!));
      }
    });

    test("is created, returned as the schema declares, read without a difference, imported", async () => {
      const { inputs, properties } = await createObject();
      expect(shapeViolations(reveal(properties), spec)).toEqual([]);
      expect(reveal(properties)).toMatchObject(reveal(inputs));
      expect(secretPaths(properties)).toEqual(secrets);
      expect(await fixture.rpc.read({ ...subject, id, inputs, properties })).toEqual({ id, inputs, properties });
      const imported = await fixture.rpc.read({ ...subject, id: `v1/${id}` });
      expect(imported.id).toBe(id);
      expect(shapeViolations(reveal(imported.properties!), spec)).toEqual([]);
      const checked = await fixture.rpc.check({ ...subject, news: imported.inputs! });
      expect(checked).toEqual({ inputs: imported.inputs, failures: [] });
      const returned = Object.fromEntries(Object.entries(inputs).filter(([key]) => !unreturned.includes(key)));
      expect(
        (await fixture.rpc.diff({ ...subject, id, oldInputs: imported.inputs!, olds: imported.properties, news: returned })).changes,
      ).toBe("none");
    });

    test("is updated in place where possible, and otherwise replaced, the old object deleted first", async () => {
      const { inputs, properties } = await createObject();
      const known = { ...subject, id, olds: properties, oldInputs: inputs };
      const program = reveal(inputs);
      const { name: _, ...rest } = program;
      const replaced = await fixture.rpc.diff({ ...known, news: await fixture.rpc.inputs(subject, { ...rest, ...replacing }) });
      expect([replaced.changes, replaced.replaces.length > 0, replaced.deleteBeforeReplace]).toEqual(["some", true, true]);
      if (!news) return;
      const next = await fixture.rpc.inputs(subject, { ...program, ...news });
      expect(await fixture.rpc.diff({ ...known, news: next })).toMatchObject({ changes: "some", replaces: [] });
      const updated = await fixture.rpc.update({ ...known, news: next });
      expect(shapeViolations(reveal(updated), spec)).toEqual([]);
      expect(reveal(updated)).toMatchObject(reveal(next));
      expect(await fixture.rpc.read({ ...subject, id, inputs: next, properties: updated })).toEqual({
        id,
        inputs: next,
        properties: updated,
      });
      events.requests.length = 0;
      expect(await fixture.rpc.update({ ...subject, id, olds: updated, oldInputs: next, news: next })).toEqual(updated);
      expect(events.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    });

    test("is deleted, twice without an error, from ID and state", async () => {
      const { inputs, properties } = await createObject();
      await fixture.rpc.delete({ ...subject, id, properties });
      await fixture.rpc.delete({ ...subject, id, properties, oldInputs: inputs });
      const gone = { id: "", inputs: undefined, properties: undefined };
      expect(await fixture.rpc.read({ ...subject, id, inputs, properties })).toEqual(gone);
    });
  },
);

test("an operation is waited for", async () => {
  events.emulator.operations.next.push({ pending: 1, messages: ["checking the destination"] });
  const subject = { type: token("Channel") };
  const before = fixture.engine.lines.length;
  const { id } = await fixture.rpc.create({ ...subject, inputs: await fixture.rpc.inputs(subject, { channelId: "slow" }) });
  expect(id).toBe(`${home}/channels/slow`);
  expect(sentLines()[1]).toMatch(/^GET operations\//);
  expect(fixture.engine.lines.slice(before).map(({ message }) => message)).toContain("checking the destination");
});
