// Objects that another writer changes or creates. Update writes what Diff reports and nothing else; create adopts only an object that agrees with its inputs.
// See docs/protocol.md#writes and docs/modules/eventrouting.md#resources.
import type { RpcContext } from "../../../../../provider/contract/context";
import { ResourceInitFailedError } from "../../../../../provider/core/errors/errors";
import { toPlainMap, type PlainMap, type ValueMap } from "../../../../../provider/core/values/value";
import { Trigger } from "../../../../../provider/modules/eventrouting/resources/Trigger";
import { TransportError } from "../../../../../provider/http/transport-error";
import { modules } from "../../../../../provider/modules";
import { fromJson } from "../../../../../provider/plugin/codec";
import { createProvider } from "../../../../../provider/provider";
import type { HttpResponse } from "../../../../../provider/contract/http";
import { callerOf, exampleTrigger } from "../../../../emulators/eventrouting/caller";
import type { Collection } from "../../../../emulators/eventrouting/state";
import { driveResource } from "../../../../support/resource-driver";
import { emulatorFixture, clientOver, env, eventStack, home, operation, schema, type EmulatorFixture } from "../support";
import { ana, iamSetup, ops, setup, viewer } from "./iam-setup";

const rpc = (): RpcContext => ({
  ...operation(),
  limit: () => undefined,
  secondsLeft: () => Infinity,
  detached: () => operation(),
  hasWritten: true,
});

interface Step {
  fixture: EmulatorFixture;
  type: string;
  /** The state and inputs before. */
  stored: { id: string; inputs: ValueMap; outputs: ValueMap };
}

/** Runs an update as the engine does with `ignoreChanges`: ignored inputs have their old values. */
async function updated({ fixture, type, stored }: Step, news: PlainMap, ignoreChanges: string[] = []): Promise<PlainMap> {
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  await provider.configure({});
  const token = `quartet:eventrouting/v1:${type}`;
  const merged: ValueMap = { ...news };
  for (const key of ignoreChanges)
    if (stored.inputs[key] === undefined) delete merged[key];
    else merged[key] = stored.inputs[key];
  const { inputs } = await provider.check({ type: token, news: merged }, rpc());
  const request = {
    type: token,
    id: stored.id,
    urn: "urn:r",
    olds: stored.outputs,
    oldInputs: stored.inputs,
    news: inputs,
    preview: false,
  };
  return toPlainMap(await provider.update({ ...request, timeout: 0, ignoreChanges }, rpc()));
}

const patchOf = ({ requests }: EmulatorFixture) => {
  const patches = requests.filter(({ line }) => line.startsWith("PATCH"));
  expect(patches).toHaveLength(1);
  return { mask: patches[0]!.url.searchParams.get("updateMask"), body: patches[0]!.body };
};

const key = (id: string) => `${home}/keyRings/events/cryptoKeys/${id}`;
const type = { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" };
const trigger = { triggerId: "orders", eventFilters: [type], destination: { workflow: "flow" } };
const channel = { channelId: "orders", provider: "partner", cryptoKeyName: key("a") };

interface ForeignWrite {
  what: string;
  kind: "Channel" | "Trigger";
  collection: Collection;
  before: PlainMap;
  /** The changes of the other writer. */
  remoteChange: PlainMap;
  after: PlainMap;
  mask: string;
}

const onTrigger = { kind: "Trigger", collection: "triggers", before: trigger } as const;
const labeled = { after: { ...trigger, labels: { a: "b" } }, mask: "labels" };
const serviceAccount = "projects/-/serviceAccounts/ops@demo-project.iam.gserviceaccount.com";
const cases: ForeignWrite[] = [
  {
    what: "labels of a channel",
    kind: "Channel",
    collection: "channels",
    before: channel,
    remoteChange: { labels: { by: "ops" } },
    after: { ...channel, cryptoKeyName: key("b") },
    mask: "cryptoKeyName",
  },
  {
    what: "labels of a trigger",
    ...onTrigger,
    remoteChange: { labels: { by: "ops" } },
    after: { ...trigger, destination: { workflow: "b" } },
    mask: "destination",
  },
  { what: "the retry policy of a trigger", ...onTrigger, remoteChange: { retryPolicy: { maxAttempts: 1 } }, ...labeled },
  { what: "the service account of a trigger", ...onTrigger, remoteChange: { serviceAccount }, ...labeled },
];

describe.each(cases)("$what, set by another writer", ({ kind, collection, before, remoteChange, after, mask }) => {
  const prepared = async (): Promise<{ step: Step; record(): PlainMap; fixture: ReturnType<typeof eventStack> }> => {
    const fixture = eventStack(kind);
    await fixture.stack.up(before);
    const store = fixture.emulator.objects[collection];
    const { id } = fixture.stack.stored!;
    store.set(id, { ...store.get(id)!, ...remoteChange });
    return { fixture, step: { fixture, type: kind, stored: fixture.stack.stored! }, record: () => ({ ...store.get(id)! }) as PlainMap };
  };

  test("survives an update of another property", async () => {
    const { step, fixture, record } = await prepared();
    const state = await updated(step, after);
    expect(patchOf(fixture).mask).toBe(mask);
    expect(record()).toMatchObject(remoteChange);
    expect(state).toMatchObject(remoteChange);
  });

  test("survives after a refresh, with ignoreChanges", async () => {
    const { step, fixture, record } = await prepared();
    await fixture.stack.refresh();
    step.stored = fixture.stack.stored!;
    await updated(step, after, Object.keys(remoteChange));
    expect(patchOf(fixture).mask).toBe(mask);
    expect(record()).toMatchObject(remoteChange);
  });
});

test("undeclared members of a map are written unchanged", async () => {
  const fixture = emulatorFixture();
  callerOf(fixture.emulator)("POST triggers?triggerId=orders", { ...exampleTrigger, labels: { a: "1", by: "ops" } });
  const id = `${home}/triggers/orders`;
  const before = { ...trigger, labels: { a: "1" } };
  const driver = driveResource<ReturnType<typeof clientOver>>("quartet:eventrouting/v1:Trigger", Trigger, schema);
  await driver.update(id, { before, inputs: { ...trigger, labels: { a: "2" } } }, clientOver(fixture.send));
  expect(patchOf(fixture)).toMatchObject({ mask: "labels", body: { labels: { a: "2", by: "ops" } } });
});

test("audit settings of another writer survive an update of the bindings", async () => {
  const audits = [{ service: "eventarc.googleapis.com", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [ana] }] }];
  const { stack, policy, write, written } = iamSetup("TriggerIamPolicy", "triggers");
  const program = { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }], auditConfigs: [] };
  await stack.up(program);
  write(program.bindings, audits);
  await stack.up({ ...program, bindings: [{ role: viewer, members: [ops] }] });
  expect(written().at(-1)).toHaveProperty("updateMask", "bindings,etag");
  expect(policy()).toMatchObject({ bindings: [{ role: viewer, members: [ops] }], auditConfigs: audits });
});

test("the etag of a policy is known in previews that change nothing of it", async () => {
  const { stack, ...fixture } = iamSetup("TriggerIamPolicy", "triggers");
  await stack.up({ triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] });
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  await provider.configure({});
  const { id, inputs, outputs } = stack.stored!;
  const preview = async (news: ValueMap): Promise<ValueMap> => {
    const request = { type: "quartet:eventrouting/v1:TriggerIamPolicy", id, urn: "urn:r", olds: outputs, oldInputs: inputs, news };
    return provider.update({ ...request, preview: true, timeout: 0 }, rpc());
  };
  expect((await preview(inputs))["etag"]).toBe(outputs["etag"]);
  expect((await preview({ ...inputs, bindings: [{ role: viewer, members: [ops] }] }))["etag"]).not.toBe(outputs["etag"]);
});

/** A response of a proxy instead of the service: the outcome of the write is unknown, and it is not retried. */
const unreadable = (response: HttpResponse): HttpResponse => ({ ...response, status: 200, body: "<html>" });

const lostResponse = (): never => {
  throw new TransportError("body", "ECONNRESET", "the connection was reset", { ambiguous: true });
};

describe("a create whose response is lost", () => {
  const connection = { channelConnectionId: "orders", channel: `${home}/channels/a`, labels: { a: "b" } };
  const lost: { kind: string; program: PlainMap; collection: Collection; others: PlainMap[]; differs: string }[] = [
    {
      kind: "Trigger",
      program: trigger,
      collection: "triggers",
      others: [{ labels: { other: "x" } }, { eventDataContentType: "application/protobuf" }, { destination: { workflow: "other" } }],
      differs: "labels|eventDataContentType|destination",
    },
    {
      kind: "Channel",
      program: channel,
      collection: "channels",
      others: [{ cryptoKeyName: key("other") }, { labels: { by: "ops" } }],
      differs: "cryptoKeyName|labels",
    },
    {
      kind: "ChannelConnection",
      program: connection,
      collection: "channelConnections",
      others: [{ channel: `${home}/channels/other` }, { labels: {} }],
      differs: "channel|labels",
    },
  ];

  /** The first POST is carried out, but its response is lost; `other` changes the object before the next request. */
  const withConflict = (fixture: EmulatorFixture, collection: Collection, other: PlainMap): EmulatorFixture => {
    const name = `${home}/${collection}/orders`;
    const { send } = fixture;
    let isLost = false;
    const lossy: typeof send = async (request) => {
      const response = await send(request);
      if (request.method !== "POST" || isLost) return response;
      isLost = true;
      const store = fixture.emulator.objects[collection];
      store.set(name, { ...store.get(name)!, ...other });
      return unreadable(response);
    };
    return { ...fixture, send: lossy };
  };

  test.each(lost)("$kind: an object with the same inputs is adopted", async ({ kind, program, collection }) => {
    const { stack } = eventStack(kind, withConflict(emulatorFixture(), collection, {}));
    expect(await stack.up(program)).toBe("create");
    expect(stack.stored).toMatchObject({ id: `${home}/${collection}/orders`, unfinished: [] });
    expect(await stack.up(program)).toBe("same");
  });

  const others = lost.flatMap(({ others: all, ...rest }) => all.map((other) => ({ other, ...rest })));
  test.each(others)("$kind: an object with other inputs is not adopted: $other", async ({ kind, program, collection, other, differs }) => {
    const fixture = emulatorFixture();
    const name = `${home}/${collection}/orders`;
    const { stack } = eventStack(kind, withConflict(fixture, collection, other));
    const error = await stack.up(program).catch((error: unknown) => error);
    expect(error).not.toBeInstanceOf(ResourceInitFailedError);
    expect(error).toMatchObject({ code: "already_exists" });
    expect(String(error).match(/pulumi import .*/g)).toEqual([
      expect.stringMatching(`^pulumi import quartet:eventrouting/v1:${kind} \\S+ ${name}\``),
    ]);
    expect(String(error)).toMatch(new RegExp(differs));
    expect(stack.stored).toBeUndefined();
    expect(fixture.emulator.objects[collection].get(name)).toMatchObject(other);
  });

  test.each(lost)("$kind: an older object is not adopted, although it has the same inputs", async ({ kind, program, collection }) => {
    const age = { createTime: new Date(Date.now() - 100_000).toISOString() };
    const { stack } = eventStack(kind, withConflict(emulatorFixture(), collection, age));
    await expect(stack.up(program)).rejects.toMatchObject({ code: "already_exists" });
    expect(stack.stored).toBeUndefined();
  });

  test.each([
    ["TriggerIamPolicy", "unavailable", { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] }],
    ["TriggerIamBinding", "already_exists", { name: "orders", role: viewer, members: [ana] }],
    ["TriggerIamMember", "unavailable", { name: "orders", role: viewer, member: ana }],
  ])("%s: a policy that another writer set is not adopted", async (kind, code, program) => {
    const fixture = setup();
    const send: typeof fixture.send = async (request) => {
      const response = await fixture.send(request);
      if (!request.url.endsWith(":setIamPolicy")) return response;
      fixture.emulator.policies.write(`${home}/triggers/orders`, { bindings: [{ role: viewer, members: [ops] }], auditConfigs: [] });
      return unreadable(response);
    };
    const { stack } = iamSetup(kind, "triggers", { ...fixture, send });
    await expect(stack.up(program)).rejects.toMatchObject({ code });
    expect(stack.stored).toBeUndefined();
  });

  test.each([
    ["TriggerIamBinding", { name: "orders", role: viewer, members: [ana] }],
    ["TriggerIamMember", { name: "orders", role: viewer, member: ana }],
  ])("%s: what the lost write has made is adopted", async (kind, program) => {
    for (const lose of [unreadable, lostResponse]) {
      const fixture = setup();
      let isLost = false;
      const send: typeof fixture.send = async (request) => {
        const response = await fixture.send(request);
        if (!request.url.endsWith(":setIamPolicy") || isLost) return response;
        isLost = true;
        return lose(response);
      };
      const { stack } = iamSetup(kind, "triggers", { ...fixture, send });
      expect(await stack.up(program)).toBe("create");
      expect(await stack.up(program)).toBe("same");
    }
  });
});
