// Values that Check or the service adds are no change, also without old inputs or with other settings.
// See docs/protocol.md#case-109 and docs/modules/eventrouting.md#settings.
import { ProviderProcess } from "../../../../support/provider-process";
import { emulatorFixture, env, eventStack, objectKinds, token } from "../support";
import { ana, setup, viewer } from "./iam-setup";

const transport = { pubsub: { topic: "projects/demo-project/topics/orders" } };

const objects = [
  { kind: "Trigger", program: { ...objectKinds[0]!.program, transport, labels: { a: "b" } } },
  { kind: "Trigger", program: { ...objectKinds[0]!.program, transport: { pubsub: { topic: "" } } } },
  ...objectKinds.slice(1),
  { kind: "TriggerIamPolicy", program: { triggerId: "orders", bindings: [{ role: viewer, members: [ana] }] } },
  { kind: "TriggerIamBinding", program: { name: "orders", role: viewer, members: [ana] } },
  { kind: "TriggerIamMember", program: { name: "orders", role: viewer, member: ana } },
];

// Old engines send no old inputs: Diff takes them from the state.
test.each(objects)("$kind: no change without old inputs ($program)", async ({ kind, program }) => {
  const { stack, send } = eventStack(kind, kind.includes("Iam") ? setup() : emulatorFixture());
  await stack.up(program);
  const { provider } = new ProviderProcess({ send, env });
  const { inputs, state: olds } = stack.stored!;
  const request = { type: `quartet:eventrouting/v1:${kind}`, olds, oldInputs: undefined, news: inputs, ignoreChanges: [] };
  expect((await provider.diff(request)).changes).toEqual([]);
});

test.each(objects)("$kind: no change with another project and location, or none, in the settings ($program)", async ({ kind, program }) => {
  const fixture = eventStack(kind, kind.includes("Iam") ? setup() : emulatorFixture());
  await fixture.stack.up(program);
  const { stored } = fixture.stack;
  const places: Record<string, string>[] = [{ GOOGLE_PROJECT: "partner-project", GOOGLE_REGION: "us-east1" }, {}];
  for (const place of places) {
    const { stack } = eventStack(kind, fixture, { GOOGLE_OAUTH_ACCESS_TOKEN: token, ...place });
    stack.stored = stored;
    await stack.configure();
    expect(await stack.preview(program)).toEqual([]);
  }
});
