// Objects of the service as outputs: renamed members, conditions as texts, defaults for missing members. See docs/modules/eventrouting.md#names, docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#iam-policy-functions.
import { conditionTexts, policyOf, recordOf, remoteDestination } from "../../../../provider/modules/eventrouting/mapping";
import { schema } from "./support";

const trigger = (remote: object) => recordOf(schema, "triggers", { ...remote });

const nothing = {
  name: "",
  uid: "",
  etag: "",
  createTime: "",
  updateTime: "",
  channel: "",
  serviceAccount: "",
  eventDataContentType: "application/json",
  labels: {},
  conditions: {},
  eventFilters: [],
  destination: {},
  transport: {},
};

test.each([{}, Object.fromEntries(Object.keys(nothing).map((key) => [key, null]))])("what a trigger leaves out: %j", (remote) =>
  expect(trigger(remote)).toEqual(nothing),
);

test("empty texts count as absent", () => {
  const destination = { cloudRun: { service: "s", region: "r", path: "" }, workflow: "" };
  const record = trigger({ eventDataContentType: "", destination, eventFilters: [{ attribute: "type", value: "", operator: "" }] });
  expect(record).toEqual({
    ...nothing,
    destination: { containerService: { service: "s", region: "r" } },
    eventFilters: [{ attribute: "type", value: "" }],
  });
});

test.each([
  ["cloudRun", "containerService", { service: "s", region: "r", path: "/p" }],
  ["gke", "kubernetesService", { cluster: "c", location: "l", namespace: "n", service: "s" }],
  ["httpEndpoint", "httpEndpoint", { uri: "http://10.0.0.1" }],
  ["networkConfig", "networkConfig", { networkAttachment: "projects/p/regions/r/networkAttachments/n" }],
  ["workflow", "workflow", "projects/p/locations/l/workflows/w"],
  ["cloudFunction", "cloudFunction", "projects/p/locations/l/functions/f"],
])("destination %s is %s only", (remote, local, value) => {
  expect(trigger({ destination: { [remote]: value } })["destination"]).toEqual({ [local]: value });
  expect(remoteDestination({ [local]: value })).toEqual({ [remote]: value });
});

test("required members of a target are completed", () => {
  expect(trigger({ destination: { httpEndpoint: {} } })["destination"]).toEqual({ httpEndpoint: { uri: "" } });
  expect(trigger({ destination: { cloudRun: { service: "s" } } })["destination"]).toEqual({
    containerService: { service: "s", region: "" },
  });
});

test("only present members are returned", () => {
  expect(
    trigger({ unexpected: 1, retryPolicy: { maxAttempts: 1 }, satisfiesPzs: true, transport: { pubsub: { topic: "t", odd: 2 } } }),
  ).toEqual({
    ...nothing,
    retryPolicy: { maxAttempts: 1 },
    satisfiesPzs: true,
    transport: { pubsub: { topic: "t" } },
  });
  expect(trigger({ eventFilters: [{ attribute: "a", value: "v", operator: "new-one" }] })["eventFilters"]).toEqual([
    { attribute: "a", value: "v", operator: "new-one" },
  ]);
});

test.each([
  [{ code: "C", message: "m" }, "C: m"],
  [{ code: "C" }, "C"],
  [{ code: "C", message: "" }, "C"],
  [{ message: "m" }, "OK: m"],
  [{}, "OK"],
  [{ code: 0 }, "OK"],
  [{ code: 5, message: "gone: away" }, "NOT_FOUND: gone: away"],
  [{ code: 16 }, "UNAUTHENTICATED"],
  [{ code: 42, message: "m" }, "42: m"],
  ["ready", "ready"],
])("condition %j is %j", (given, expected) => {
  expect(trigger({ conditions: { c: given } })["conditions"]).toEqual({ c: expected });
});

test("a null condition is absent", () => expect(conditionTexts({ a: null, b: "x" })).toEqual({ b: "x" }));

test("omitted members of channels and connections", () => {
  const times = { name: "", uid: "", createTime: "", updateTime: "", labels: {} };
  const channel = { ...times, activationToken: "", cryptoKeyName: "", provider: "", pubsubTopic: "", state: "STATE_UNSPECIFIED" };
  expect(recordOf(schema, "channels", {})).toEqual(channel);
  expect(recordOf(schema, "channelConnections", {})).toEqual({ ...times, activationToken: "", channel: "" });
});

test("policies", () => {
  expect(policyOf(schema, { etag: "ACAB" })).toEqual({ bindings: [], auditConfigs: [], etag: "ACAB", version: 0 });
  const condition = { title: "t", expression: "e" };
  expect(
    policyOf(schema, {
      version: 3,
      bindings: [{ role: "r", members: ["user:a"], condition }, {}],
      auditConfigs: [
        { auditLogConfigs: [{ exemptedMembers: [] }, { logType: "DATA_READ", exemptedMembers: ["user:b"] }] },
        { service: "s", auditLogConfigs: [] },
      ],
    }),
  ).toEqual({
    etag: "",
    version: 3,
    bindings: [
      { role: "r", members: ["user:a"], condition },
      { role: "", members: [] },
    ],
    auditConfigs: [
      { service: "", auditLogConfigs: [{ logType: "LOG_TYPE_UNSPECIFIED" }, { logType: "DATA_READ", exemptedMembers: ["user:b"] }] },
      { service: "s", auditLogConfigs: [] },
    ],
  });
});
