// Old engines send no old inputs: Diff takes the inputs from the state, and values that the service added there are no change.
// See docs/protocol.md#case-109.
import { modules } from "../../../../../provider/modules";
import { fromJson } from "../../../../../provider/plugin/codec";
import { createProvider } from "../../../../../provider/provider";
import { callerOf } from "../../../../emulators/eventrouting/caller";
import { emulatorFixture, env, eventStack, home, schema } from "../support";
import { ana, kinds, viewer } from "./iam-setup";

const type = { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" };
const trigger = { triggerId: "new", eventFilters: [type], destination: { workflow: "flow" } };
const topic = "projects/demo-project/topics/orders";

const programs: [string, object][] = [
  ["Trigger", trigger],
  ["Trigger", { ...trigger, transport: { pubsub: { topic } }, labels: { a: "b" } }],
  ["Channel", { channelId: "new", provider: "partner" }],
  ["ChannelConnection", { channelConnectionId: "new", channel: "other", activationToken: "t" }],
  ...kinds.flatMap(([kind, , key]): [string, object][] => [
    [`${kind}IamPolicy`, { [key]: "orders", bindings: [{ role: viewer, members: [ana] }] }],
    [`${kind}IamBinding`, { name: "orders", role: viewer, members: [ana] }],
    [`${kind}IamMember`, { name: "orders", role: viewer, member: ana }],
  ]),
];

test.each(programs)("%s %j: no change", async (kind, program) => {
  const fixture = eventStack(kind, emulatorFixture());
  const call = callerOf(fixture.emulator);
  call("POST triggers?triggerId=orders", { eventFilters: [type], destination: { workflow: `${home}/workflows/flow` } });
  call("POST channels?channelId=orders", {});
  call("POST channelConnections?channelConnectionId=orders", { channel: `${home}/channels/elsewhere` });
  await fixture.stack.up(program);
  const provider = createProvider({ schema, modules, send: fixture.send, env, fromJson });
  const { inputs, outputs } = fixture.stack.stored!;
  const request = { type: `quartet:eventrouting/v1:${kind}`, olds: outputs, oldInputs: undefined, news: inputs, ignoreChanges: [] };
  expect((await provider.diff(request)).changes).toEqual([]);
});
