/** Triggers: what the service adds to them, and what it makes and removes along with them. See docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#triggers. */
import type { JsonObject } from "../exchange";
import { isObject } from "../objects";
import type { Kind } from "./collection";
import { checkRules, form, type Rule, textAt } from "./rules";
import { type Shapes, snake } from "./shapes";
import type { Place, State } from "./state";

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

/** The type of events that come from a topic, the only one for which a caller may choose the topic. */
const PUBSUB = "google.cloud.pubsub.topic.v1.messagePublished";

/** The attributes that events of a type need. */
const neededBy = (type: string) => {
  if (type === "google.cloud.audit.log.v1.written") return ["serviceName", "methodName"];
  return type.startsWith("google.cloud.storage.object.v1.") ? ["bucket"] : [];
};

const filtersOf = ({ eventFilters }: JsonObject) => (Array.isArray(eventFilters) ? eventFilters.filter(isObject) : []);

/** The event type of a trigger; empty when it has no such filter. */
const eventType = (trigger: JsonObject) => textAt(filtersOf(trigger).find(({ attribute }) => attribute === "type") ?? {}, "value");

const filterRules = (trigger: JsonObject): Rule[] => {
  const attributes = filtersOf(trigger).map((filter) => textAt(filter, "attribute"));
  const isTyped = attributes.filter((name) => name === "type").length === 1;
  const each = filtersOf(trigger).flatMap((filter, index): Rule[] => {
    const operator = textAt(filter, "operator");
    const operators = attributes[index] === "type" ? [""] : ["", "match-path-pattern"]; // path_pattern is for functions alone
    return [
      ...["attribute", "value"].map((name): Rule => [
        textAt(filter, name) === "",
        `event_filters[${index}].${name}`,
        `${name} is required`,
      ]),
      [!operators.includes(operator), `event_filters[${index}].operator`, `operator '${operator}' is not supported for this attribute`],
    ];
  });
  return [
    [!isTyped, "event_filters", "exactly one event filter for the attribute 'type' must be provided"],
    ...each,
    ...neededBy(eventType(trigger)).map((name): Rule => [
      !attributes.includes(name),
      "event_filters",
      `missing required attribute "${name}" in trigger.event_filters`,
    ]),
  ];
};

const required: Readonly<Record<string, readonly string[]>> = {
  cloudRun: ["service", "region"],
  gke: ["cluster", "location", "namespace", "service"],
  httpEndpoint: ["uri"],
};

const destinationRules = (trigger: JsonObject, { project }: Place): Rule[] => {
  const destination = isObject(trigger.destination) ? trigger.destination : {};
  const targets = [...Object.keys(required), "workflow", "cloudFunction"].filter((name) => name in destination);
  const uri = textAt(destination, "httpEndpoint", "uri");
  const network = textAt(destination, "networkConfig", "networkAttachment");
  const hasNetwork = "networkConfig" in destination;
  return [
    [targets.length !== 1, "destination", "exactly one destination must be set"],
    ["cloudFunction" in destination, "destination.cloud_function", "cloud function triggers are made by the Cloud Functions product only"],
    form(
      trigger,
      "destination.workflow",
      new RegExp(`^projects/${project}/locations/[^/]+/workflows/[^/]+$`),
      "workflow must be a workflow of the same project",
    ),
    [
      uri !== "" && !(/^https?:\/\/[^/\s]+/.test(uri) && URL.canParse(uri)),
      "destination.http_endpoint.uri",
      "uri must be an absolute http or https URI",
    ],
    [hasNetwork && !("httpEndpoint" in destination), "destination.network_config", "network_config needs http_endpoint"],
    [
      hasNetwork && !/^projects\/[^/]+\/regions\/[^/]+\/networkAttachments\/[^/]+$/.test(network),
      "destination.network_config.network_attachment",
      "network_attachment is malformed",
    ],
    ...targets.flatMap((target) =>
      (required[target] ?? []).map((name): Rule => [
        textAt(destination, target, name) === "",
        `destination.${snake(target)}.${name}`,
        `${name} is required`,
      ]),
    ),
  ];
};

const TOPIC = /^projects\/[^/]+\/topics\/[A-Za-z][\w.~+%-]{2,254}$/;
const CHANNEL = /^projects\/[^/]+\/locations\/[^/]+\/channels\/[^/]+$/;
const ACCOUNT = /^(projects\/[^/]+\/serviceAccounts\/)?([^@\s/]+@[^@\s/]+\.[^@\s/]+|\d+)$/;

/** Rejects a trigger that is to be made, or (with `was`) one as an update would leave it. */
const checkTrigger = (trigger: JsonObject, place: Place, was?: JsonObject) => {
  const retry = trigger.retryPolicy;
  const hasTopic = textAt(trigger, "transport", "pubsub", "topic") !== "";
  checkRules("trigger", trigger, [
    ...filterRules(trigger),
    ...destinationRules(trigger, place),
    form(trigger, "transport.pubsub.topic", TOPIC, "topic must have the form projects/{project}/topics/{topic}"),
    form(trigger, "channel", CHANNEL, "channel must have the form projects/{project}/locations/{location}/channels/{channel}"),
    form(trigger, "serviceAccount", ACCOUNT, "service_account is no email of a service account"),
    form(trigger, "eventDataContentType", /^application\/(json|protobuf)$/, "unsupported content type"),
    [isObject(retry) && retry.maxAttempts !== 1, "retry_policy.max_attempts", "max_attempts may only be 1"],
    [was !== undefined && eventType(trigger) !== eventType(was), "event_filters", "the event type of a trigger cannot be updated"],
    [
      was === undefined && hasTopic && eventType(trigger) !== PUBSUB,
      "transport.pubsub.topic",
      `topic can only be set for events of the type ${PUBSUB}`,
    ],
  ]);
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
const ownTransports = (trigger: JsonObject) => {
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
