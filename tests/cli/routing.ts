// The program of the tests of module eventrouting: two objects of every type, one with a binding and a member, the other one with a policy.
import type { Program } from "../support/cli";

const of = (kind: string, properties: object): object => ({ type: `quartet:eventrouting/v1:${kind}`, properties });

/** The input that names the objects of a type, and other inputs. */
const kinds = {
  Trigger: { key: "triggerId", inputs: { eventFilters: [{ attribute: "type", value: "x.y" }], destination: { workflow: "orders" } } },
  Channel: { key: "channelId", inputs: { provider: "partner" } },
  ChannelConnection: { key: "channelConnectionId", inputs: { channel: "elsewhere", activationToken: { "fn::secret": "token" } } },
};

const viewer = "roles/eventarc.viewer";
const condition = { title: "until 2030", expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' };

const resources = Object.entries(kinds).flatMap(([kind, { key, inputs }]) => {
  const granted = `\${first${kind}.name}`;
  return Object.entries({
    [`first${kind}`]: of(kind, { ...inputs, [key]: "first" }),
    [`second${kind}`]: of(kind, { ...inputs, [key]: "second", labels: { team: "shop" } }),
    [`binding${kind}`]: of(`${kind}IamBinding`, { name: granted, role: "roles/eventarc.admin", members: ["user:ana@example.com"] }),
    [`member${kind}`]: of(`${kind}IamMember`, { name: granted, role: viewer, member: "user:eve@example.com", condition }),
    [`policy${kind}`]: of(`${kind}IamPolicy`, {
      [key]: `\${second${kind}.${key}}`,
      bindings: [{ role: viewer, members: ["user:bob@example.com", "group:shop@example.com"] }],
    }),
  });
});

/** The program. */
export const routing: Program = {
  resources: Object.fromEntries(resources),
  outputs: { token: "${firstChannel.activationToken}", given: "${firstChannelConnection.activationToken}" },
};
