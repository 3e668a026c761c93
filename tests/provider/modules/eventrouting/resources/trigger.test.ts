// Triggers in a stack: defaults, validation, create, update by a mask, replacement, import.
// See docs/modules/eventrouting.md#resources, docs/modules/eventrouting.md#triggers and docs/modules/eventrouting.md#import.
import { exampleTrigger } from "../../../../emulators/eventrouting/caller";
import { eventStack, home, expectNoDrift, expectRejected } from "../support";

const name = `${home}/triggers/orders`;
const place = { project: "demo-project", location: "us-central1" };
const type = { attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" };
const bucket = { attribute: "bucket", value: "uploads" };
const containerService = { service: "orders", region: "us-central1", path: "/created" };
const program = { triggerId: "orders", eventFilters: [type], destination: { containerService } };
const full = {
  ...program,
  serviceAccount: "events@demo-project.iam.gserviceaccount.com",
  transport: { pubsub: { topic: "projects/demo-project/topics/orders" } },
  labels: { team: "orders" },
};
const networkConfig = { networkAttachment: "projects/p/regions/r/networkAttachments/n" };
const missing = { destination: { code: 5, message: "no such service" } };

/** A stack with the trigger, and the record of the service. */
async function created(declared: object = full) {
  const fixture = eventStack("Trigger");
  await fixture.stack.up(declared);
  return Object.assign(fixture, { record: () => fixture.emulator.objects.triggers.get(name)! });
}

test("is created with the inputs, returned as the service returns it, and deleted with allowMissing", async () => {
  const { stack, lines, requests } = await created();
  expect(lines()).toEqual(["POST triggers?triggerId=orders", "GET triggers/orders"]);
  expect(requests[0]!.body).toEqual({ name, ...exampleTrigger });
  expect(stack.stored!.id).toBe(name);
  expect(stack.inputs).toEqual({ ...full, ...place, name });
  const filled = { name, conditions: {}, channel: "", eventDataContentType: "application/json", uid: expect.any(String) };
  const transport = { pubsub: { ...full.transport.pubsub, subscription: expect.stringContaining("/subscriptions/") } };
  expect(stack.outputs).toMatchObject({ ...full, ...place, ...filled, transport, etag: expect.stringMatching(/./) });
  expect(await stack.up({ ...full, name: "orders" })).toBe("same");
  lines();
  await stack.destroy();
  expect(lines()).toEqual(["DELETE triggers/orders?allowMissing=true"]);
});

test("conditions that the service determines after the operation of a write are read once", async () => {
  const fixture = eventStack("Trigger");
  const record = () => fixture.emulator.objects.triggers.get(name)!;
  fixture.override = ({ line }) => void (line.startsWith("GET") && Object.assign(record(), { conditions: missing }));
  for (const [program, write] of [
    [full, "POST triggers?triggerId=orders"],
    [{ ...full, eventDataContentType: "application/protobuf" }, "PATCH triggers/orders?updateMask=eventDataContentType"],
  ] as const) {
    await fixture.stack.up(program);
    expect(fixture.lines()).toEqual([write, "GET triggers/orders"]);
    expect(fixture.stack.outputs["conditions"]).toEqual({ destination: "NOT_FOUND: no such service" });
    delete record()["conditions"];
  }
});

test("conditions are a warning, not a failure; in the result of the operation they are not read again", async () => {
  const { stack, lines, record } = await created();
  Object.assign(record(), { conditions: missing });
  await stack.refresh();
  const warning = `warning: The trigger ${name} is not ready: destination: NOT_FOUND: no such service`;
  expect(stack.lines).toContain(warning);
  lines();
  await stack.up({ ...full, eventDataContentType: "application/protobuf" });
  expect(lines()).toEqual(["PATCH triggers/orders?updateMask=eventDataContentType"]);
});

describe("a change", () => {
  const { labels: _labels, ...unlabeled } = full;
  const { serviceAccount: _account, ...anonymous } = full;

  test.each([
    ["of labels", { ...full, labels: { team: "sales" } }, "labels", { labels: { team: "sales" } }],
    ["to no account", anonymous, "serviceAccount", {}],
    [
      "of two",
      { ...unlabeled, destination: { containerService: { ...containerService, path: "/x" } } },
      "destination,labels",
      { destination: { cloudRun: { ...containerService, path: "/x" } } },
    ],
    [
      "of the target",
      { ...full, destination: { workflow: "flow" } },
      "destination",
      { destination: { workflow: `${home}/workflows/flow` } },
    ],
  ])("%s: the mask has it, and the body unless it is removed", async (_, news, mask, body) => {
    const { stack, lines, requests } = await created();
    lines();
    expect(await stack.up(news)).toBe("update");
    // Maps and objects are merged with those of the service.
    const reads = Object.keys(body).length > 0 ? ["GET triggers/orders"] : [];
    expect(lines()).toEqual([...reads, `PATCH triggers/orders?updateMask=${mask}`, "GET triggers/orders"]);
    expect(requests.at(-2)!.body).toEqual({ name, ...body });
    await expectNoDrift(stack);
  });

  const httpEndpoint = { uri: "http://10.0.0.1/" };
  const target = { workflow: `${home}/workflows/flow` };

  test.each([
    [{ destination: { workflow: "flow" } }, { gke: { cluster: "c", location: "l", namespace: "n", service: "s" } }, target],
    [{ destination: { workflow: "flow" } }, { httpEndpoint, networkConfig }, target],
    [{ destination: { httpEndpoint } }, { httpEndpoint: { uri: "http://10.0.0.2/" }, networkConfig }, { httpEndpoint, networkConfig }],
  ])("to %j, after another writer has set %j: the declared target alone is sent", async (news, destination, sent) => {
    const { stack, record, requests } = await created();
    record()["destination"] = destination;
    expect(await stack.up({ ...full, labels: { team: "sales" } })).toBe("update");
    expect(stack.lines).toEqual([]);
    expect(await stack.up({ ...full, labels: { team: "sales" }, ...news })).toBe("update");
    expect(requests.at(-2)!.body).toEqual({ name, destination: sent });
  });

  test("of filters: the type replaces, others do not, and their order and an empty operator are none", async () => {
    const stored = { attribute: "type", value: "google.cloud.storage.object.v1.finalized" };
    const storage = { ...program, eventFilters: [stored, bucket] };
    const { stack, requests } = await created(storage);
    expect(await stack.preview({ ...storage, eventFilters: [bucket, { ...stored, operator: "" }] })).toEqual([]);
    expect(await stack.preview(program)).toContainEqual(expect.stringContaining("!"));
    expect(await stack.up({ ...storage, eventFilters: [{ ...bucket, value: "other" }, stored] })).toBe("update");
    expect(requests.at(-2)!.line).toContain("updateMask=eventFilters");
  });
});

test.each([
  ["a topic of the service and the default content type", { ...program, eventDataContentType: "application/json" }, {}],
  ["an absent transport", program, { transport: undefined }],
  ["an empty topic, which is no change", { ...program, transport: { pubsub: { topic: "" } } }, {}],
])("import omits %s", async (_title, declared, change) => {
  const { stack, record } = await created(declared);
  Object.assign(record(), change);
  await stack.import(name);
  expect(stack.inputs).toEqual({ ...program, ...place, name });
  expect(await stack.up(declared)).toBe("same");
});

test("import rejects a trigger of a function", async () => {
  const { stack, record } = await created();
  Object.assign(record(), { destination: { cloudFunction: "projects/p/locations/l/functions/f" } });
  await expect(stack.import(name)).rejects.toThrow("belongs to a function");
});

test.each([
  ["no target", { destination: {} }, /destination \| expected exactly one of .*got none\. Set one/],
  ["two targets", { destination: { containerService, workflow: "w" } }, /got containerService and workflow/],
  ["a function", { destination: { containerService, cloudFunction: "f" } }, /cloudFunction cannot be set/],
  [
    "a network without its endpoint",
    { destination: { containerService, networkConfig } },
    /networkConfig has an effect for httpEndpoint only/,
  ],
  ["a relative URI", { destination: { httpEndpoint: { uri: "/x" } } }, /absolute http or https URI/],
  ["a URI without a host", { destination: { httpEndpoint: { uri: "http:x" } } }, /absolute http or https URI/],
  ["a workflow of another form", { destination: { workflow: "a/b" } }, /workflows\/\{workflow\}/],
  ["no filters", { eventFilters: [] }, /eventFilters.*at least one/],
  ["no type", { eventFilters: [bucket] }, /expected a filter with the attribute "type"/],
  ["a type with an operator", { eventFilters: [{ ...type, operator: "match-path-pattern" }] }, /takes no operator/],
  ["the operator of functions", { eventFilters: [type, { ...bucket, operator: "path_pattern" }] }, /Use match-path-pattern/],
  ["a name of its own", { name: "other" }, /name \| expected projects\/demo-project\/.*\/triggers\/orders/],
  ["an id with a slash", { triggerId: "a/b" }, /triggerId \| .*without a slash/],
  ["an id of dots", { triggerId: ".." }, /triggerId \| /],
  ["a subscription", { transport: { pubsub: { subscription: "s" } } }, /transport/],
])("%s is rejected before any request", async (_, change, expected) => {
  await expectRejected("Trigger", { ...program, ...change }, expected);
});
