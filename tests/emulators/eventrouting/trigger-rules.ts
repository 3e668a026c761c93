/** What the service rejects in a trigger. See docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#triggers. */
import type { JsonObject } from "../exchange";
import type { Violation } from "./errors";
import { invalid } from "./errors";
import { labelViolations } from "./labels";
import { isObject, snake } from "./shapes";
import type { Place } from "./state";

/** The type of events that come from a topic, the only one for which a caller may choose the topic. */
export const PUBSUB = "google.cloud.pubsub.topic.v1.messagePublished";
const AUDIT = "google.cloud.audit.log.v1.written";

const needed: Readonly<Record<string, readonly string[]>> = { [AUDIT]: ["serviceName", "methodName"] };
const STORAGE = /^google\.cloud\.storage\.object\.v1\./;

/** The part of an object, or an empty one. */
const part = (object: JsonObject, name: string): JsonObject => {
  const value = object[name];
  return isObject(value) ? value : {};
};

const text = (object: JsonObject, name: string): string => (typeof object[name] === "string" ? object[name] : "");

const filtersOf = (object: JsonObject): JsonObject[] =>
  Array.isArray(object["eventFilters"]) ? object["eventFilters"].filter(isObject) : [];

/** The event type of a trigger; empty when it has no such filter. */
export const eventType = (object: JsonObject): string =>
  text(filtersOf(object).find(({ attribute }) => attribute === "type") ?? {}, "value");

const violationOf = (field: string, problem: string): Violation => ({
  field: `trigger.${field}`,
  description: `The request was invalid: ${problem}`,
});

const filterViolations = (trigger: JsonObject): Violation[] => {
  const filters = filtersOf(trigger);
  const types = filters.filter(({ attribute }) => attribute === "type");
  const type = eventType(trigger);
  const wants = needed[type] ?? (STORAGE.test(type) ? ["bucket"] : []);
  const each = filters.flatMap((filter, index) => {
    const field = `event_filters[${index}]`;
    const operator = text(filter, "operator");
    const takes = filter["attribute"] === "type" ? [""] : ["", "match-path-pattern"]; // path_pattern is for functions alone
    return [
      ...["attribute", "value"]
        .filter((name) => text(filter, name) === "")
        .map((name) => violationOf(`${field}.${name}`, `${name} is required`)),
      ...(takes.includes(operator) ? [] : [violationOf(`${field}.operator`, `operator '${operator}' is not supported for this attribute`)]),
    ];
  });
  const missing = wants.filter((name) => filters.every(({ attribute }) => attribute !== name));
  return [
    ...(types.length === 1 ? [] : [violationOf("event_filters", "exactly one event filter for the attribute 'type' must be provided")]),
    ...each,
    ...missing.map((name) => violationOf("event_filters", `missing required attribute "${name}" in trigger.event_filters`)),
  ];
};

const members: Readonly<Record<string, readonly string[]>> = {
  cloudRun: ["service", "region"],
  gke: ["cluster", "location", "namespace", "service"],
  httpEndpoint: ["uri"],
};

const isHttp = (uri: string): boolean => /^https?:\/\/[^/\s]+/.test(uri) && URL.canParse(uri);

const memberViolations = (destination: JsonObject): Violation[] =>
  Object.entries(members).flatMap(([target, names]) => {
    if (!(target in destination)) return [];
    const missing = names.filter((name) => text(part(destination, target), name) === "");
    return missing.map((name) => violationOf(`destination.${snake(target)}.${name}`, `${name} is required`));
  });

const workflowOf = ({ project }: Place): RegExp => new RegExp(`^projects/${project}/locations/[^/]+/workflows/[^/]+$`);

const destinationViolations = (trigger: JsonObject, place: Place): Violation[] => {
  const destination = part(trigger, "destination");
  const targets = ["cloudRun", "gke", "workflow", "httpEndpoint", "cloudFunction"].filter((name) => name in destination);
  const workflow = text(destination, "workflow");
  const uri = text(part(destination, "httpEndpoint"), "uri");
  const network = text(part(destination, "networkConfig"), "networkAttachment");
  const problems: [boolean, string, string][] = [
    [targets.length !== 1, "destination", "exactly one destination must be set"],
    ["cloudFunction" in destination, "destination.cloud_function", "cloud function triggers are made by the Cloud Functions product only"],
    [workflow !== "" && !workflowOf(place).test(workflow), "destination.workflow", "workflow must be a workflow of the same project"],
    [uri !== "" && !isHttp(uri), "destination.http_endpoint.uri", "uri must be an absolute http or https URI"],
    [
      "networkConfig" in destination && !("httpEndpoint" in destination),
      "destination.network_config",
      "network_config needs http_endpoint",
    ],
    [
      "networkConfig" in destination && !/^projects\/[^/]+\/regions\/[^/]+\/networkAttachments\/[^/]+$/.test(network),
      "destination.network_config.network_attachment",
      "network_attachment is malformed",
    ],
  ];
  return [...problems.flatMap(([is, field, why]) => (is ? [violationOf(field, why)] : [])), ...memberViolations(destination)];
};

const TOPIC = /^projects\/[^/]+\/topics\/[A-Za-z][\w.~+%-]{2,254}$/;
const CHANNEL = /^projects\/[^/]+\/locations\/[^/]+\/channels\/[^/]+$/;
const ACCOUNT = /^(projects\/[^/]+\/serviceAccounts\/)?([^@\s/]+@[^@\s/]+\.[^@\s/]+|\d+)$/;
const CONTENT_TYPES = ["", "application/json", "application/protobuf"];

const otherViolations = (trigger: JsonObject): Violation[] => {
  const topic = text(part(part(trigger, "transport"), "pubsub"), "topic");
  const account = text(trigger, "serviceAccount");
  const channel = text(trigger, "channel");
  const retry = trigger["retryPolicy"];
  const problems: [boolean, string, string][] = [
    [topic !== "" && !TOPIC.test(topic), "transport.pubsub.topic", "topic must have the form projects/{project}/topics/{topic}"],
    [
      channel !== "" && !CHANNEL.test(channel),
      "channel",
      "channel must have the form projects/{project}/locations/{location}/channels/{channel}",
    ],
    [account !== "" && !ACCOUNT.test(account), "service_account", "service_account is no email of a service account"],
    [!CONTENT_TYPES.includes(text(trigger, "eventDataContentType")), "event_data_content_type", "unsupported content type"],
    [retry !== undefined && part(trigger, "retryPolicy")["maxAttempts"] !== 1, "retry_policy.max_attempts", "max_attempts may only be 1"],
  ];
  return problems.flatMap(([is, field, why]) => (is ? [violationOf(field, why)] : []));
};

const creationViolations = (trigger: JsonObject): Violation[] => {
  const topic = text(part(part(trigger, "transport"), "pubsub"), "topic");
  const isExternal = topic !== "" && eventType(trigger) !== PUBSUB;
  return isExternal ? [violationOf("transport.pubsub.topic", `topic can only be set for events of the type ${PUBSUB}`)] : [];
};

const changeViolations = (trigger: JsonObject, was: JsonObject): Violation[] =>
  eventType(trigger) === eventType(was) ? [] : [violationOf("event_filters", "the event type of a trigger cannot be updated")];

/** Rejects a trigger that is to be made, or (with `was`) one as an update would leave it. */
export const checkTrigger = (trigger: JsonObject, place: Place, was?: JsonObject): void => {
  const violations = [
    ...filterViolations(trigger),
    ...destinationViolations(trigger, place),
    ...otherViolations(trigger),
    ...labelViolations(trigger, "trigger"),
    ...(was ? changeViolations(trigger, was) : creationViolations(trigger)),
  ];
  if (violations.length > 0) throw invalid(...violations);
};
