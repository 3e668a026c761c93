// The program of the tests of module eventrouting: an object of every type, each with a policy, a binding and a member.
import type { JsonObject } from "../emulators/exchange";
import type { Program, StateResource } from "../support/cli";

const of = (kind: string, properties: object): JsonObject => ({
  type: `quartet:eventrouting/v1:${kind}`,
  properties: properties as JsonObject,
});

const reader = "roles/eventarc.viewer";
const until = { title: "until 2030", expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' };

const triggers: Record<string, JsonObject> = {
  orders: of("Trigger", {
    triggerId: "orders",
    eventFilters: [
      { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" },
      { attribute: "kind", value: "order.*", operator: "match-path-pattern" },
    ],
    transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
    destination: { containerService: { service: "orders", region: "us-central1", path: "/events" } },
    serviceAccount: "runner@demo-project.iam.gserviceaccount.com",
    labels: { team: "shop", stage: "test" },
  }),
  refunds: of("Trigger", {
    triggerId: "refunds",
    channel: "${inbox.name}",
    eventFilters: [{ attribute: "type", value: "com.example.refund" }],
    destination: { workflow: "refunds" },
  }),
};

const activationToken = { "fn::secret": "token-of-the-subscriber" };
const channels: Record<string, JsonObject> = {
  inbox: of("Channel", { channelId: "inbox", labels: { team: "shop" } }),
  partner: of("Channel", { channelId: "partner", provider: "partner" }),
  link: of("ChannelConnection", {
    channelConnectionId: "link",
    project: "partner-project",
    activationToken,
    channel: "projects/subscriber-project/locations/us-central1/channels/one",
  }),
  other: of("ChannelConnection", {
    channelConnectionId: "other",
    project: "partner-project",
    activationToken,
    channel: "projects/subscriber-project/locations/us-central1/channels/two",
    labels: { team: "partner" },
  }),
};

const access: Record<string, JsonObject> = {
  ordersBinding: of("TriggerIamBinding", { name: "${orders.name}", role: reader, members: ["group:shop@example.com"] }),
  ordersMember: of("TriggerIamMember", { name: "${orders.name}", role: "roles/eventarc.admin", member: "user:ana@example.com" }),
  refundsPolicy: of("TriggerIamPolicy", {
    triggerId: "${refunds.triggerId}",
    bindings: [{ role: reader, members: ["user:bob@example.com"], condition: until }],
  }),
  partnerBinding: of("ChannelIamBinding", { name: "${partner.name}", role: "roles/eventarc.publisher", members: ["user:ana@example.com"] }),
  partnerMember: of("ChannelIamMember", { name: "${partner.name}", role: reader, member: "user:eve@example.com", condition: until }),
  inboxPolicy: of("ChannelIamPolicy", {
    channelId: "${inbox.channelId}",
    bindings: [
      { role: reader, members: ["user:bob@example.com", "group:shop@example.com"] },
      { role: "roles/eventarc.publisher", members: ["serviceAccount:loads@demo-project.iam.gserviceaccount.com"] },
    ],
  }),
  linkBinding: of("ChannelConnectionIamBinding", { name: "${link.name}", role: reader, members: ["user:bob@example.com"] }),
  linkMember: of("ChannelConnectionIamMember", { name: "${link.name}", role: "roles/eventarc.admin", member: "user:ana@example.com" }),
  otherPolicy: of("ChannelConnectionIamPolicy", {
    channelConnectionId: "${other.channelConnectionId}",
    project: "partner-project",
    bindings: [{ role: reader, members: ["user:bob@example.com"] }],
  }),
};

/** The program. */
export const routing: Program = {
  resources: { ...triggers, ...channels, ...access },
  outputs: { topic: "${inbox.pubsubTopic}", token: "${partner.activationToken}", given: "${link.activationToken}" },
};

/** The numbers of resources and of resource types in the program. */
export const size = { resources: 15, kinds: 12 };

/** Returns the file of `pulumi import --file`: every resource of a state with its ID. */
export function importFile(resources: readonly StateResource[]): string {
  return JSON.stringify({ resources: resources.map(({ urn, type, id }) => ({ type, name: urn.split("::").at(-1), id })) });
}
