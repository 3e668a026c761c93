/** Triggers: what the service adds to them, and what it makes and removes along with them. See docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#triggers. */
import type { JsonObject } from "../exchange";
import type { Kind } from "./collection";
import { isObject } from "./shapes";
import type { Place, State } from "./state";
import { checkTrigger } from "./trigger-rules";
import { triggerShapes } from "./trigger-shapes";

const topicOf = ({ transport }: JsonObject): string => {
  const pubsub = isObject(transport) && isObject(transport["pubsub"]) ? transport["pubsub"] : {};
  return typeof pubsub["topic"] === "string" ? pubsub["topic"] : "";
};

const initial = (sent: JsonObject, place: Place, { marks }: State): JsonObject => {
  const { project, location, id } = place;
  const number = parseInt(marks.hex(4), 16) % 1000;
  const topicId = `topics/eventarc-${location}-${id}-${number}`;
  const subscription = `subscriptions/eventarc-${location}-${id}-sub-${number}`;
  const topic = topicOf(sent) || `projects/${project}/${topicId}`;
  return { ...sent, transport: { pubsub: { topic, subscription: `projects/${project}/${subscription}` } }, etag: marks.etag() };
};

/** What of a transport the service made itself: a topic of the caller is never touched. */
const ownTransports = (trigger: JsonObject): string[] => {
  const { pubsub } = trigger["transport"] as { pubsub: { topic: string; subscription: string } };
  return [pubsub.subscription, ...(/^projects\/[^/]+\/topics\/eventarc-/.test(pubsub.topic) ? [pubsub.topic] : [])];
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
  takes: { validateOnly: true, allowMissing: true, etag: true, orderBy: true, filter: true },
  check: checkTrigger,
  initial,
  appeared: (trigger, { transports }) => ownTransports(trigger).forEach((name) => transports.add(name)),
  disappeared: (trigger, { transports }) => ownTransports(trigger).forEach((name) => transports.delete(name)),
  usesAgent: true,
  actsAs: ({ serviceAccount }) => serviceAccount,
};
