// Old engines send no old inputs: Diff takes the inputs from the state, and values that the service added there are no change.
// See docs/protocol.md#case-109.
import { ProviderProcess } from "../../../../support/provider-process";
import { emulatorFixture, env, eventStack, objectKinds } from "../support";
import { ana, setup, viewer } from "./iam-setup";

const transport = { pubsub: { topic: "projects/demo-project/topics/orders" } };

test.each([
  { kind: "Trigger", program: { ...objectKinds[0]!.program, transport, labels: { a: "b" } } },
  ...objectKinds.slice(1),
  { kind: "TriggerIamPolicy", program: { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] } },
  { kind: "TriggerIamBinding", program: { name: "orders", role: viewer, members: [ana] } },
  { kind: "TriggerIamMember", program: { name: "orders", role: viewer, member: ana } },
])("$kind: no change ($program)", async ({ kind, program }) => {
  const { stack, send } = eventStack(kind, kind.includes("Iam") ? setup() : emulatorFixture());
  await stack.up(program);
  const { provider } = new ProviderProcess({ send, env });
  const { inputs, state: olds } = stack.stored!;
  const request = { type: `quartet:eventrouting/v1:${kind}`, olds, oldInputs: undefined, news: inputs, ignoreChanges: [] };
  expect((await provider.diff(request)).changes).toEqual([]);
});
