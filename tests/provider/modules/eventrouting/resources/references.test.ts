// Names of objects inside records, where the service names a project by its number. See docs/modules/eventrouting.md#names and docs/modules/eventrouting.md#resources: no drift, and no replacement after an import.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { eventStack, home, objectKinds } from "../support";

const numbered = (value: unknown): PlainMap =>
  JSON.parse(JSON.stringify(value).replaceAll("projects/demo-project/", "projects/481516234200/")) as PlainMap;
const trigger = objectKinds[0]!.program;
const partner = [{ attribute: "type", value: "partner.v1.x" }];
const networkConfig = { networkAttachment: "projects/demo-project/regions/us-central1/networkAttachments/n" };
const cryptoKeyName = `${home}/keyRings/events/cryptoKeys/main`;

test.each([
  ["Trigger", { ...trigger, eventFilters: partner, channel: "a" }],
  ["Trigger", { ...trigger, transport: { pubsub: { topic: "projects/demo-project/topics/orders" } } }],
  ["Trigger", { ...trigger, destination: { httpEndpoint: { uri: "http://10.0.0.1/" }, networkConfig } }],
  ["Channel", { channelId: "orders", provider: "partner", cryptoKeyName }],
  ["ChannelConnection", { channelConnectionId: "orders", channel: `${home}/channels/a` }],
])("%s: a project by its number (%#)", async (kind, program) => {
  const { stack, emulator } = eventStack(kind);
  await stack.up(program);
  const name = stack.stored!.id;
  const store = emulator.objects[objectKinds.find((each) => each.kind === kind)!.collection];
  store.set(name, { ...numbered(store.get(name)), name } as never);
  expect([await stack.refresh(), await stack.up(program)]).toEqual([[], "same"]);
  await stack.import(name);
  expect(await stack.preview(program)).toEqual([]);
});
