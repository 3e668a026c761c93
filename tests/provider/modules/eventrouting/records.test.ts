// Objects of the service as outputs: renamed members, conditions as texts, defaults for missing members. See docs/modules/eventrouting.md#names, docs/modules/eventrouting.md#gettrigger and docs/modules/eventrouting.md#iam-policy-functions.
import type { PlainMap } from "../../../../provider/core/values/value";
import { conditionTexts, policyOf, recordOf, remoteDestination } from "../../../../provider/modules/eventrouting/mapping";
import { schema } from "./support";

const trigger = (remote: object) => recordOf(schema, "triggers", { ...remote });

const times = { name: "", uid: "", createTime: "", updateTime: "", labels: {} };
const nothing = {
  ...times,
  etag: "",
  channel: "",
  serviceAccount: "",
  eventDataContentType: "application/json",
  conditions: {},
  eventFilters: [],
  destination: {},
  transport: {},
};

test.each([["triggers", nothing]] as const)("members that %s leave out", (collection, expected) =>
  expect(recordOf(schema, collection, {})).toEqual(expected),
);

test("empty texts count as absent, required members are completed, and unknown members are not returned", () => {
  const destination = { cloudRun: { service: "s", path: "" }, workflow: "" };
  const eventFilters = [
    { attribute: "type", value: "", operator: "" },
    { attribute: "a", value: "v", operator: "new-one" },
  ];
  const transport = { pubsub: { topic: "t", odd: 2 } };
  const others = { eventDataContentType: "", unexpected: 1, retryPolicy: { maxAttempts: 1 }, satisfiesPzs: true };
  expect(trigger({ destination, eventFilters, transport, ...others })).toEqual({
    ...nothing,
    destination: { containerService: { service: "s", region: "" } },
    eventFilters: [{ attribute: "type", value: "" }, eventFilters[1]],
    transport: { pubsub: { topic: "t" } },
    retryPolicy: { maxAttempts: 1 },
    satisfiesPzs: true,
  });
  const eventTypes: PlainMap[] = [{ type: "a" }, { filteringAttributes: [{ attribute: "b", pathPatternSupported: true }, null] }];
  const attribute = { attribute: "b", description: "", required: false, pathPatternSupported: true, operators: ["match-path-pattern"] };
  expect(recordOf(schema, "providers", { eventTypes })["eventTypes"]).toEqual([
    { type: "a", description: "", eventSchemaUri: "", filteringAttributes: [] },
    { type: "", description: "", eventSchemaUri: "", filteringAttributes: [attribute] },
  ]);
});

test.each([
  ["cloudRun", "containerService", { service: "s", region: "r", path: "/p" }],
  ["httpEndpoint", "httpEndpoint", { uri: "http://10.0.0.1" }],
  ["networkConfig", "networkConfig", { networkAttachment: "projects/p/regions/r/networkAttachments/n" }],
  ["workflow", "workflow", "projects/p/locations/l/workflows/w"],
])("destination %s is %s only", (remote, local, value) => {
  expect(trigger({ destination: { [remote]: value } })["destination"]).toEqual({ [local]: value });
  expect(remoteDestination({ [local]: value })).toEqual({ [remote]: value });
});

test("conditions", () => {
  const given: PlainMap[string][] = [
    { code: "C", message: "m" },
    { code: "C", message: "" },
    { message: "m" },
    {},
    { code: 0 },
    { code: 5, message: "gone: away" },
    { code: 42, message: "m" },
    "ready",
  ];
  const texts = ["C: m", "C", "OK: m", "OK", "OK", "NOT_FOUND: gone: away", "42: m", "ready"];
  expect(given.map((c) => conditionTexts({ c, absent: null }))).toEqual(texts.map((c) => ({ c })));
});

test("policies", () => {
  expect(policyOf(schema, { etag: "ACAB" })).toEqual({ bindings: [], auditConfigs: [], etag: "ACAB", version: 0 });
  const full = { role: "r", members: ["user:a"], condition: { title: "t", expression: "e" } };
  const read = { logType: "DATA_READ", exemptedMembers: ["user:b"] };
  const auditConfigs: PlainMap[] = [{ auditLogConfigs: [{ exemptedMembers: [] }, read] }, { service: "s", auditLogConfigs: [] }];
  expect(policyOf(schema, { version: 3, bindings: [full, {}], auditConfigs })).toEqual({
    etag: "",
    version: 3,
    bindings: [full, { role: "", members: [] }],
    auditConfigs: [{ service: "", auditLogConfigs: [{ logType: "LOG_TYPE_UNSPECIFIED" }, read] }, auditConfigs[1]],
  });
});
