/** Triggers: what the service adds to them, and what it makes and removes along with them. See docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#triggers. */
import type { JsonObject } from "../exchange";
import type { Kind } from "./collection";
import { textAt } from "./rules";
import type { Place, State } from "./state";
import { checkTrigger } from "./trigger-rules";
import type { Shapes } from "./shapes";

/** Members of a trigger. */
const triggerShapes: Shapes = {
  name: "string",
  uid: "string",
  createTime: "timestamp",
  updateTime: "timestamp",
  eventFilters: [{ members: { attribute: "string", value: "string", operator: "string" } }],
  serviceAccount: "string",
  destination: {
    members: {
      cloudRun: { members: { service: "string", path: "string", region: "string" } },
      cloudFunction: "string",
      gke: { members: { cluster: "string", location: "string", namespace: "string", service: "string", path: "string" } },
      workflow: "string",
      httpEndpoint: { members: { uri: "string" } },
      networkConfig: { members: { networkAttachment: "string" } },
    },
  },
  transport: { members: { pubsub: { members: { topic: "string", subscription: "string" } } } },
  labels: { map: "string" },
  channel: "string",
  conditions: { map: { members: { code: "string", message: "string" } } },
  eventDataContentType: "string",
  satisfiesPzs: "boolean",
  retryPolicy: { members: { maxAttempts: "int32" } },
  etag: "string",
};

const initial = (sent: JsonObject, place: Place, { marks }: State): JsonObject => {
  const { project, location, id } = place;
  const number = parseInt(marks.hex(4), 16) % 1000;
  const topicId = `topics/eventarc-${location}-${id}-${number}`;
  const subscription = `subscriptions/eventarc-${location}-${id}-sub-${number}`;
  const topic = textAt(sent, "transport", "pubsub", "topic") || `projects/${project}/${topicId}`;
  return { ...sent, transport: { pubsub: { topic, subscription: `projects/${project}/${subscription}` } }, etag: marks.etag() };
};

/** What of a transport the service made itself: a topic of the caller is never touched. */
const ownTransports = (trigger: JsonObject): string[] => {
  const [subscription, topic] = ["subscription", "topic"].map((name) => textAt(trigger, "transport", "pubsub", name)) as [string, string];
  return [subscription, ...(/^projects\/[^/]+\/topics\/eventarc-/.test(topic) ? [topic] : [])];
};

/** The kind Trigger. */
export const triggers: Kind = {
  collection: "triggers",
  noun: "Trigger",
  member: "trigger",
  idParam: "triggerId",
  shapes: triggerShapes,
  outputOnly: ["uid", "createTime", "updateTime", "conditions", "satisfiesPzs", "etag"],
  mutable: ["eventFilters", "serviceAccount", "destination", "labels", "eventDataContentType", "retryPolicy"],
  takes: ["allowMissing", "etag", "orderBy", "filter"],
  check: checkTrigger,
  initial,
  appeared: (trigger, { transports }) => ownTransports(trigger).forEach((name) => transports.add(name)),
  disappeared: (trigger, { transports }) => ownTransports(trigger).forEach((name) => transports.delete(name)),
  usesAgent: true,
  actsAs: ({ serviceAccount }) => serviceAccount,
};
