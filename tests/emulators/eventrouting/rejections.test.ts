/**
 * What Eventarc and IAM policies must reject. tests/conformance/functions.test.ts, tests/invariants and tests/provider/modules/eventrouting show what is
 * accepted and returned.
 */
import type { JsonObject } from "../exchange";
import { callerOf, exampleTrigger, fieldsOf, home, rejection } from "./caller";
import { createEventEmulator, type EventEmulator } from "./index";

type Call = ReturnType<typeof callerOf>;
const start = 1_700_000_000_000;
/** An emulator with a trigger, a channel that waits for its partner, and an audited policy. */
function open(): { emulator: EventEmulator; call: Call } {
  const emulator = createEventEmulator({ now: () => new Date(start), locations: ["us-central1", "us-east1"] });
  emulator.operations.usual = { pending: 0 };
  const call = callerOf(emulator);
  call("POST triggers?triggerId=orders", exampleTrigger);
  call("POST channels?channelId=partner-in", { provider: `${home}/providers/partner` });
  return { emulator, call };
}

const channel = `${home}/channels/partner-in`;
const elsewhere = "projects/partner-project/locations/us-central1";

const type = (value: string): JsonObject => ({ attribute: "type", value });
const other = (more: JsonObject): JsonObject => ({ eventFilters: [...exampleTrigger.eventFilters, more] });
const workflow = `${home}/workflows/w`;
const networkConfig = { networkAttachment: "projects/p/regions/r/networkAttachments/n" };
const trigger = (change: JsonObject, fields: string): Row => ["POST triggers?triggerId=new", { ...exampleTrigger, ...change }, fields];
const policy = (given: JsonObject, fields: string): Row => ["POST triggers/orders:setIamPolicy", { policy: given }, fields];
/** A role of the service. */
const role = "roles/eventarc.viewer";
/** A condition as policies of version 3 have it. */
const condition = { title: "until-2030", expression: 'request.time < timestamp("2030-01-01T00:00:00Z")' };

type Row = [line: string, body: unknown, fields: string];
/** The line with each of these ends. */
const each = (line: string, ends: readonly string[], body: unknown, fields: string) => ends.map((end): Row => [line + end, body, fields]);
/** Calls that are rejected as INVALID_ARGUMENT: the call, its body, and the fields that the rejection names, separated by blanks. */
const rows: Row[] = [
  ...each("POST triggers?triggerId=", ["Orders", "orders-", "a".repeat(64), "a%2Fb", ""], exampleTrigger, "trigger_id"),
  trigger({ name: `${home}/triggers/other` }, "trigger.name"),
  trigger({ eventFilters: [], transport: null }, "trigger.event_filters"),
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
  trigger({ destination: { workflow, httpEndpoint: { uri: "http://10.0.0.1/" } } }, "trigger.destination"),
  trigger({ destination: { gke: { cluster: "c", location: "l" } } }, "trigger.destination.gke.namespace trigger.destination.gke.service"),
  trigger({ destination: { workflow: `${elsewhere}/workflows/w` } }, "trigger.destination.workflow"),
  trigger({ destination: { httpEndpoint: { uri: "ftp://10.0.0.1" } } }, "trigger.destination.http_endpoint.uri"),
  trigger({ destination: { workflow, networkConfig } }, "trigger.destination.network_config"),
  trigger({ retryPolicy: { maxAttempts: 5 } }, "trigger.retry_policy.max_attempts"),
  trigger({ labels: { Team: "a", team: "A" } }, "trigger.labels trigger.labels"),
  trigger(
    { colour: 1, destination: { cloudRun: { service: 5, zone: "a" } } },
    "trigger.destination.cloud_run.service trigger.destination.cloud_run trigger",
  ),
  ...each(
    "PATCH triggers/orders?updateMask=",
    ["destination.colour", "name", "channel", "transport.pubsub.topic", "labels,", "serviceAccount.x"],
    {},
    "update_mask",
  ),
  ["PATCH triggers/orders?updateMask=destination", {}, "trigger.destination"],
  ["POST channels?channelId=c", { provider: "partner" }, "channel.provider"],
  ["POST channels?channelId=c", { state: "OPEN" }, "channel.state"],
  ...[{ channel }, { channel, activationToken: "other" }].map((body): Row => [
    `POST /v1/${elsewhere}/channelConnections?channelConnectionId=c`,
    body,
    "channel_connection.activation_token",
  ]),
  [`POST /v1/${elsewhere}/channelConnections?channelConnectionId=c`, {}, "channel_connection.channel"],
  ["GET triggers?pageSize=many", undefined, "page_size"],
  ["GET triggers?pageToken=abc", undefined, "page_token"],
  ...each("GET triggers?orderBy=", ["colour", "name%20down", "labels", "name,"], undefined, "order_by"),
  ...each(
    "GET triggers?filter=",
    ["colour=red", "destination.gke.colour:*", "name=", "(name:a", "name:a)", "name:a OR", "name.x=1"].map(encodeURIComponent),
    undefined,
    "filter",
  ),
  policy({ etag: "no bytes" }, "policy.etag"),
  policy({ bindings: [{ role: "viewer", members: [] }] }, "policy.bindings[0].role"),
  policy(
    { version: 3, bindings: [{ role, members: ["allUsers"], condition: {} }] },
    "policy.bindings[0].condition.title policy.bindings[0].condition.expression",
  ),
  ...["ana@example.com", "people:a@example.com", "user:ana", "domain:a@b.c", "deleted:user:a@b.c", "principal:a", "toString:a"].map(
    (member) => policy({ bindings: [{ role, members: [member] }] }, "policy.bindings[0].members"),
  ),
  ["POST triggers/orders:setIamPolicy", {}, "policy"],
  ["POST triggers/orders:setIamPolicy", { policy: {}, updateMask: "bindings," }, "update_mask"],
];

test.each(rows)("%s with %j names %s", (line, body, fields) => {
  const { emulator, call } = open();
  const state = () =>
    JSON.stringify([
      emulator.objects.triggers.entries(),
      emulator.objects.channels.entries(),
      call("GET triggers/orders:getIamPolicy").body,
    ]);
  const before = state();
  const response = call(line, body);
  expect(response).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  expect(fieldsOf(response)).toEqual(fields.split(" "));
  expect(state()).toBe(before);
});

test.each<[line: string, status: number, body?: unknown, headers?: Record<string, string | undefined>]>([
  ["GET triggers/orders/", 404],
  ["GET triggers/orders:getPolicy", 404],
  ["POST triggers/orders:getIamPolicy", 405],
  ["PATCH channelConnections/link?updateMask=labels", 405],
  ["GET triggers/%ff", 400],
  ["GET triggers", 403, undefined, { "x-goog-user-project": "other" }],
  ["GET /v1/projects/demo-project/locations/mars/triggers", 403],
  ["GET /v1/projects/demo-project/locations/-/triggers/orders", 403],
  ["DELETE triggers/none", 404],
  ["DELETE triggers/orders?etag=%22x%22", 409],
  ["PATCH triggers/orders?updateMask=labels", 409, { etag: '"1-other"' }],
  ["POST triggers?triggerId=orders", 409, exampleTrigger],
  ...["triggers/orders?view=FULL", "channels?filter=a", "triggers?pageSize=1&page_size=1", "triggers?alt=xml", "triggers?toString=1"].map(
    (line): [string, number] => [`GET ${line}`, 400],
  ),
  ...["{", "[]"].map((body): [string, number, string] => ["POST triggers?triggerId=b", 400, body]),
  ["POST triggers?triggerId=b", 400, exampleTrigger, { "content-type": "text/plain" }],
  ["GET triggers/orders", 400, {}],
  ["DELETE triggers/orders", 400, { name: "a" }],
  ...[undefined, "Bearer other", "test", "Bearer  test", "bearer test"].map(
    (authorization): [string, number, undefined, { authorization: string | undefined }] => [
      "GET triggers",
      401,
      undefined,
      { authorization },
    ],
  ),
])("%s is rejected with %i", (...[line, status, body, headers]) => {
  expect(open().call(line, body, headers).status).toBe(status);
});

test.each([
  ["GET triggers", "triggers.list"],
  ["GET triggers/orders", "triggers.get"],
  ["POST triggers?triggerId=a", "triggers.create"],
  ["POST triggers/orders:setIamPolicy", "triggers.setIamPolicy"],
])("%s needs eventarc.%s", (line, permission) => {
  const { emulator, call } = open();
  emulator.denied.add(`eventarc.${permission}`);
  const response = call(line, /^P/.test(line) ? {} : undefined);
  expect(response).toMatchObject(rejection(403, "PERMISSION_DENIED", expect.stringContaining(`'eventarc.${permission}'`)));
});

test("an operation locks its object; the account must be usable; a page token belongs to its request", () => {
  const { emulator, call } = open();
  emulator.operations.usual = { pending: 1 };
  call("PATCH triggers/orders?updateMask=labels", {});
  for (const line of ["PATCH triggers/orders?updateMask=labels", "DELETE triggers/orders"])
    expect(call(line, line.startsWith("P") ? {} : undefined)).toMatchObject(rejection(409, "ABORTED"));
  const started = call("POST triggers?triggerId=second", exampleTrigger).body;
  expect(call("GET triggers/second").status).toBe(404);
  expect(call("POST triggers?triggerId=second", exampleTrigger)).toMatchObject(rejection(409, "ALREADY_EXISTS"));
  expect(call(`GET /v1/${String(started.name).replace("us-central1", "us-east1")}`).status).toBe(404);
  call(`GET /v1/${String(started.name)}`);
  const token = encodeURIComponent(String(call("GET triggers?pageSize=1").body.nextPageToken));
  expect(call(`GET triggers?pageSize=1&pageToken=${token}`).status).toBe(200);
  expect(fieldsOf(call(`GET triggers?pageSize=2&pageToken=${token}`))).toEqual(["page_token"]);
  emulator.denied.add("iam.serviceAccounts.actAs");
  expect(call("POST triggers?triggerId=third", exampleTrigger)).toMatchObject(rejection(403, "PERMISSION_DENIED"));
});

test("a policy is written with its etag, and conditions with version 3 only", () => {
  const { call } = open();
  const set = (given: JsonObject) => call("POST triggers/orders:setIamPolicy", { policy: given });
  const viewer = { role, members: ["group:ops@example.com"] };
  const conditional = { role, members: ["user:ana@example.com"], condition };
  expect(set({ etag: "ACAB", bindings: [viewer] }).status).toBe(200);
  expect(set({ etag: "ACAB", bindings: [] })).toMatchObject(rejection(409, "ABORTED"));
  for (const version of [0, 1]) expect(set({ version, bindings: [conditional] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  const { body } = set({ version: 3, bindings: [conditional] });
  expect(set({ etag: body.etag!, bindings: [viewer] })).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
  expect(call("GET triggers/orders:getIamPolicy").body.bindings).toMatchObject([{ role: expect.stringMatching(/_withcond_/) as string }]);
});
