// Names of objects inside records, where the service names a project by its number. See docs/modules/eventrouting.md#names and docs/modules/eventrouting.md#resources: no drift, and no replacement after an import.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { emulatorFixture, eventStack, home } from "../support";

const number = "481516234200";
const numbered = (name: string): string => name.replace("projects/demo-project/", `projects/${number}/`);
const storage = { eventFilters: [{ attribute: "type", value: "partner.v1.x" }] };
const topic = "projects/demo-project/topics/orders";
const published = { eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }] };
const network = { networkAttachment: "projects/demo-project/regions/us-central1/networkAttachments/n" };
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;

type Case = [kind: string, collection: "triggers" | "channels" | "channelConnections", program: PlainMap, reported: PlainMap];
const cases: Case[] = [
  [
    "Trigger",
    "triggers",
    { triggerId: "orders", ...storage, channel: "a", destination: { workflow: "flow" } },
    { channel: numbered(`${home}/channels/a`), destination: { workflow: numbered(`${home}/workflows/flow`) } },
  ],
  [
    "Trigger",
    "triggers",
    { triggerId: "orders", ...published, transport: { pubsub: { topic } }, destination: { workflow: "flow" } },
    { transport: { pubsub: { topic: numbered(topic), subscription: "projects/demo-project/subscriptions/s" } } },
  ],
  [
    "Trigger",
    "triggers",
    { triggerId: "orders", ...published, destination: { httpEndpoint: { uri: "http://10.0.0.1/" }, networkConfig: network } },
    {
      destination: {
        httpEndpoint: { uri: "http://10.0.0.1/" },
        networkConfig: { networkAttachment: numbered(network.networkAttachment) },
      },
    },
  ],
  [
    "Channel",
    "channels",
    { channelId: "orders", provider: "partner", cryptoKeyName },
    { provider: numbered(`${home}/providers/partner`), cryptoKeyName: numbered(cryptoKeyName) },
  ],
  [
    "ChannelConnection",
    "channelConnections",
    { channelConnectionId: "orders", channel: `${home}/channels/a` },
    { channel: numbered(`${home}/channels/a`) },
  ],
];

test.each(cases)("%s: a project by its number (%#)", async (kind, collection, program, reported) => {
  const fixture = eventStack(kind, emulatorFixture());
  await fixture.stack.up(program);
  const name = `${home}/${collection}/orders`;
  const { objects } = fixture.emulator;
  objects[collection].set(name, { ...objects[collection].get(name)!, ...reported });
  expect(await fixture.stack.refresh()).toEqual([]);
  expect(await fixture.stack.up(program)).toBe("same");
  await fixture.stack.import(name);
  expect(await fixture.stack.preview(program)).toEqual([]);
});

test("another project, or another object of a project by number, is drift", async () => {
  const fixture = eventStack("ChannelConnection", emulatorFixture());
  const program = { channelConnectionId: "orders", channel: `${home}/channels/a` };
  await fixture.stack.up(program);
  const store = fixture.emulator.objects.channelConnections;
  const name = `${home}/channelConnections/orders`;
  for (const channel of [`${home}/channels/a`.replace("demo-", "partner-"), numbered(`${home}/channels/b`)]) {
    store.set(name, { ...store.get(name)!, channel });
    expect(await fixture.stack.refresh()).toEqual(["channel"]);
    expect(await fixture.stack.preview(program)).toEqual(["channel!"]);
  }
});
