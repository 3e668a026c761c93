/** Parameters that Eventarc and its IAM policies reject. */
import type { JsonObject } from "../exchange";
import { exampleTrigger, home } from "./caller";

const channel = `${home}/channels/partner-in`;
const elsewhere = "projects/partner-project/locations/us-central1";

const type = (value: string): JsonObject => ({ attribute: "type", value });
const other = (more: JsonObject): JsonObject => ({ eventFilters: [...exampleTrigger.eventFilters, more] });
const workflow = `${home}/workflows/w`;
const networkConfig = { networkAttachment: "projects/p/regions/r/networkAttachments/n" };
const trigger = (change: JsonObject, fields: string): Row => ["POST triggers?triggerId=new", { ...exampleTrigger, ...change }, fields];
const policy = (given: JsonObject, fields: string): Row => ["POST triggers/orders:setIamPolicy", { policy: given }, fields];
/** A role of the service. */
export const role = "roles/eventarc.viewer";
/** A condition as policies of version 3 have it. */
export const condition = { title: "until-2030", expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' };

type Row = [line: string, body: unknown, fields: string];
/** Calls that are rejected as INVALID_ARGUMENT: the call, its body, and the fields that the rejection names, separated by blanks. */
export const rows: Row[] = [
  ...["Orders", "1orders", "orders-", "a".repeat(64), "a%2Fb", ""].map((id): Row => [
    `POST triggers?triggerId=${id}`,
    exampleTrigger,
    "trigger_id",
  ]),
  ["POST triggers", exampleTrigger, "trigger_id"],
  trigger({ name: `${home}/triggers/other` }, "trigger.name"),
  trigger({ eventFilters: [], transport: null }, "trigger.event_filters"),
  trigger({ eventFilters: [type("a.b.v1.c"), type("a.b.v1.d")], transport: null }, "trigger.event_filters"),
  trigger(other({ attribute: "a" }), "trigger.event_filters[1].value"),
  trigger(other({ attribute: "a", value: "b", operator: "path_pattern" }), "trigger.event_filters[1].operator"),
  trigger(
    { eventFilters: [{ ...type("a.b.v1.c"), operator: "match-path-pattern" }], transport: null },
    "trigger.event_filters[0].operator",
  ),
  trigger(
    { eventFilters: [type("google.cloud.audit.log.v1.written"), { attribute: "serviceName", value: "s" }], transport: null },
    "trigger.event_filters",
  ),
  trigger({ eventFilters: [type("a.b.v1.c")] }, "trigger.transport.pubsub.topic"),
  trigger({ transport: { pubsub: { topic: "orders" } } }, "trigger.transport.pubsub.topic"),
  trigger({ destination: {} }, "trigger.destination"),
  trigger({ destination: { workflow, httpEndpoint: { uri: "http://10.0.0.1/" } } }, "trigger.destination"),
  trigger({ destination: { cloudFunction: `${home}/functions/f` } }, "trigger.destination.cloud_function"),
  trigger({ destination: { cloudRun: { service: "orders" } } }, "trigger.destination.cloud_run.region"),
  trigger({ destination: { gke: { cluster: "c", location: "l" } } }, "trigger.destination.gke.namespace trigger.destination.gke.service"),
  trigger({ destination: { workflow: "w" } }, "trigger.destination.workflow"),
  trigger({ destination: { workflow: `${elsewhere}/workflows/w` } }, "trigger.destination.workflow"),
  trigger({ destination: { httpEndpoint: { uri: "ftp://10.0.0.1" } } }, "trigger.destination.http_endpoint.uri"),
  trigger({ destination: { workflow, networkConfig } }, "trigger.destination.network_config"),
  trigger({ channel: "partner-in" }, "trigger.channel"),
  trigger({ serviceAccount: "events" }, "trigger.service_account"),
  trigger({ eventDataContentType: "text/plain" }, "trigger.event_data_content_type"),
  trigger({ retryPolicy: { maxAttempts: 5 } }, "trigger.retry_policy.max_attempts"),
  trigger({ labels: { Team: "a", team: "A" } }, "trigger.labels trigger.labels"),
  trigger(
    { colour: 1, destination: { cloudRun: { service: 5, zone: "a" } } },
    "trigger.destination.cloud_run.service trigger.destination.cloud_run trigger",
  ),
  ...[
    "colour",
    "destination.colour",
    "name",
    "uid",
    "channel",
    "transport.pubsub.topic",
    "etag",
    "*,labels",
    "labels,",
    "serviceAccount.x",
  ].map((mask): Row => [`PATCH triggers/orders?updateMask=${mask}`, {}, "update_mask"]),
  ["PATCH triggers/orders?updateMask=destination", {}, "trigger.destination"],
  ["PATCH triggers/orders?updateMask=labels", { labels: { A: "b" } }, "trigger.labels"],
  ["POST channels?channelId=A", {}, "channel_id"],
  ["POST channels?channelId=c", { provider: "partner" }, "channel.provider"],
  ["POST channels?channelId=c", { cryptoKeyName: "main" }, "channel.crypto_key_name"],
  ["POST channels?channelId=c", { labels: { A: "" } }, "channel.labels"],
  ["POST channels?channelId=c", { state: "OPEN" }, "channel.state"],
  ...["provider", "state", "activationToken", "etag"].map((mask): Row => [
    `PATCH channels/partner-in?updateMask=${mask}`,
    {},
    "update_mask",
  ]),
  ...[{ channel }, { channel, activationToken: "other" }].map((body): Row => [
    `POST /v1/${elsewhere}/channelConnections?channelConnectionId=c`,
    body,
    "channel_connection.activation_token",
  ]),
  ...[{}, { channel: "partner-in", activationToken: "a" }].map((body): Row => [
    `POST /v1/${elsewhere}/channelConnections?channelConnectionId=c`,
    body,
    "channel_connection.channel",
  ]),
  ["GET triggers?pageSize=-1", undefined, "page_size"],
  ["GET triggers?pageSize=many", undefined, "page_size"],
  ["GET triggers?pageToken=abc", undefined, "page_token"],
  ["DELETE triggers/orders?allowMissing=yes", undefined, "allow_missing"],
  ...["colour", "name%20down", "name%20desc%20asc", "labels", "name,"].map((by): Row => [
    `GET triggers?orderBy=${by}`,
    undefined,
    "order_by",
  ]),
  ["GET providers?orderBy=eventTypes", undefined, "order_by"],
  ...["colour=red", "destination.gke.colour:*", "destination", "name=", "(name:a", "name:a)", "AND", "name:a OR", "name.x=1", "a b"].map(
    (filter): Row => [`GET triggers?filter=${encodeURIComponent(filter)}`, undefined, "filter"],
  ),
  policy({ etag: "no bytes" }, "policy.etag"),
  ...[2, 4, -1].map((version) => policy({ version }, "policy.version")),
  policy({ bindings: [{ role: "viewer", members: [] }, { members: [] }] }, "policy.bindings[0].role policy.bindings[1].role"),
  policy(
    { version: 3, bindings: [{ role, members: ["allUsers"], condition: {} }] },
    "policy.bindings[0].condition.title policy.bindings[0].condition.expression",
  ),
  ...[
    "ana@example.com",
    "",
    "people:a@example.com",
    "user:ana",
    "domain:a@b.c",
    "allusers",
    "deleted:user:a@b.c",
    "principal:a",
    "toString:a",
  ].map((member) => policy({ bindings: [{ role, members: [member] }] }, "policy.bindings[0].members")),
  ["POST triggers/orders:setIamPolicy", {}, "policy"],
  ...["roles", "bindings,", "*"].map((updateMask): Row => ["POST triggers/orders:setIamPolicy", { policy: {}, updateMask }, "update_mask"]),
];
