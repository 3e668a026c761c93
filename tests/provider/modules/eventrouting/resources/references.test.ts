// Names of objects inside records, where the service names a project by its number. See docs/modules/eventrouting.md#names and docs/modules/eventrouting.md#resources: no drift, and no replacement after an import.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { eventStack, home, objectKinds } from "../support";

const numbered = (value: unknown): PlainMap =>
  JSON.parse(JSON.stringify(value).replaceAll("projects/demo-project/", "projects/481516234200/")) as PlainMap;
const published = { triggerId: "orders", eventFilters: [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }] };
const partner = { triggerId: "orders", eventFilters: [{ attribute: "type", value: "partner.v1.x" }] };
const topic = "projects/demo-project/topics/orders";
const networkConfig = { networkAttachment: "projects/demo-project/regions/us-central1/networkAttachments/n" };
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;
const connection = { channelConnectionId: "orders", channel: `${home}/channels/a` };

/** A stack with the object, and a change of its record. */
async function created(kind: string, program: PlainMap) {
  const { stack, emulator } = eventStack(kind);
  await stack.up(program);
  const { collection } = objectKinds.find((each) => each.kind === kind)!;
  const name = `${home}/${collection}/orders`;
  const store = emulator.objects[collection];
  return {
    stack,
    name,
    record: store.get(name)!,
    change: (record: PlainMap) => store.set(name, { ...store.get(name)!, ...record } as never),
  };
}

test.each<[kind: string, program: PlainMap]>([
  ["Trigger", { ...partner, channel: "a", destination: { workflow: "flow" } }],
  ["Trigger", { ...published, transport: { pubsub: { topic } }, destination: { workflow: "flow" } }],
  ["Trigger", { ...published, destination: { httpEndpoint: { uri: "http://10.0.0.1/" }, networkConfig } }],
  ["Channel", { channelId: "orders", provider: "partner", cryptoKeyName }],
  ["ChannelConnection", connection],
])("%s: a project by its number (%#)", async (kind, program) => {
  const { stack, name, record, change } = await created(kind, program);
  change({ ...numbered(record), name });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up(program)).toBe("same");
  await stack.import(name);
  expect(await stack.preview(program)).toEqual([]);
});

test("another project, or another object of a project by number, is drift", async () => {
  const { stack, change } = await created("ChannelConnection", connection);
  for (const channel of [connection.channel.replace("demo-", "partner-"), "projects/481516234200/locations/us-central1/channels/b"]) {
    change({ channel });
    expect(await stack.refresh()).toEqual(["channel"]);
    expect(await stack.preview(connection)).toEqual(["channel!"]);
  }
});
