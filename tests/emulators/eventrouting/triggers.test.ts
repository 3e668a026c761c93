/** Triggers: their life from create to delete, what an update may touch, and every rejection. */
import type { JsonObject } from "../exchange";
import type { ParsedResponse } from "./caller";
import { callerOf, exampleTrigger, fieldsOf, home, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";

let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;
const name = `${home}/triggers/orders`;

beforeEach(() => {
  emulator = createEventEmulator();
  emulator.operations.usual = { pending: 0 };
  request = callerOf(emulator);
});

const create = (change: JsonObject = {}, id = "orders"): ParsedResponse =>
  request(`POST triggers?triggerId=${id}`, { ...exampleTrigger, ...change });
const get = (id = "orders"): JsonObject => request(`GET triggers/${id}`).body;
const patch = (mask: string, body: unknown): ParsedResponse => request(`PATCH triggers/orders?updateMask=${mask}`, body);

const type = (value: string): JsonObject => ({ attribute: "type", value });

describe("create", () => {
  it("stores what was sent and adds computed values", () => {
    const reply = create({ name });
    expect(reply).toMatchObject({
      status: 200,
      body: { done: true, response: { "@type": "type.googleapis.com/google.cloud.eventarc.v1.Trigger", name } },
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/) as string;
    const subscription = expect.stringMatching(/^projects\/demo-project\/subscriptions\/eventarc-us-central1-orders-sub-\d+$/) as string;
    expect(get()).toEqual({
      ...exampleTrigger,
      name,
      uid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      createTime: time,
      updateTime: time,
      transport: { pubsub: { topic: "projects/demo-project/topics/orders", subscription } },
      etag: expect.stringMatching(/^"1-\w{22}"$/) as string,
    });
  });

  it("creates a topic when none is given, and omits zero values", () => {
    create({ transport: null, labels: {}, channel: "", serviceAccount: "", retryPolicy: { max_attempts: "1" } });
    const created = get();
    expect(created).toHaveProperty("transport.pubsub.topic", expect.stringMatching(/topics\/eventarc-us-central1-orders-\d+$/));
    expect(created).toHaveProperty("retryPolicy", { maxAttempts: 1 });
    for (const member of ["channel", "serviceAccount"]) expect(created).not.toHaveProperty(member);
  });

  it("ignores output-only members", () => {
    create({ uid: "mine", conditions: { a: { code: "OK" } }, etag: "mine", createTime: "2020-01-01T00:00:00Z" });
    expect(get()).not.toMatchObject({ uid: "mine" });
    expect(get()).not.toHaveProperty("conditions");
    expect(get()["createTime"]).not.toBe("2020-01-01T00:00:00Z");
  });

  it("rejects invalid IDs, contradicting names, and a duplicate", () => {
    for (const id of ["", "Orders", "1orders", "orders-", "a".repeat(64), "a%2Fb"])
      expect(fieldsOf(create({}, id))).toEqual(["trigger_id"]);
    expect(fieldsOf(request("POST triggers", exampleTrigger))).toEqual(["trigger_id"]);
    expect(fieldsOf(create({ name: `${home}/triggers/other` }))).toEqual(["trigger.name"]);
    expect(create({ name: name.replace("demo-project", "481516234200") }).status).toBe(200);
    expect(create()).toMatchObject(rejection(409, "ALREADY_EXISTS"));
  });

  it.each<[string, JsonObject, string[]]>([
    ["no filter", { eventFilters: [], transport: null }, ["event_filters"]],
    ["two types", { eventFilters: [type("a.b.v1.c"), type("a.b.v1.d")], transport: null }, ["event_filters"]],
    ["a filter without value", { eventFilters: [...exampleTrigger.eventFilters, { attribute: "a" }] }, ["event_filters[1].value"]],
    [
      "an operator on the type",
      { eventFilters: [{ ...type("a.b.v1.c"), operator: "match-path-pattern" }], transport: null },
      ["event_filters[0].operator"],
    ],
    [
      "an operator of functions",
      { eventFilters: [...exampleTrigger.eventFilters, { attribute: "a", value: "b", operator: "path_pattern" }] },
      ["event_filters[1].operator"],
    ],
    [
      "an audit log of no method",
      { eventFilters: [type("google.cloud.audit.log.v1.written"), { attribute: "serviceName", value: "s" }], transport: null },
      ["event_filters"],
    ],
    ["a topic for other events", { eventFilters: [type("a.b.v1.c")] }, ["transport.pubsub.topic"]],
    ["a topic that is a word", { transport: { pubsub: { topic: "orders" } } }, ["transport.pubsub.topic"]],
    ["no destination", { destination: {} }, ["destination"]],
    ["two destinations", { destination: { workflow: `${home}/workflows/w`, httpEndpoint: { uri: "http://10.0.0.1/" } } }, ["destination"]],
    ["a function", { destination: { cloudFunction: `${home}/functions/f` } }, ["destination.cloud_function"]],
    ["a run service without region", { destination: { cloudRun: { service: "orders" } } }, ["destination.cloud_run.region"]],
    [
      "an incomplete cluster",
      { destination: { gke: { cluster: "c", location: "l" } } },
      ["destination.gke.namespace", "destination.gke.service"],
    ],
    ["a workflow that is a word", { destination: { workflow: "w" } }, ["destination.workflow"]],
    [
      "a workflow of others",
      { destination: { workflow: "projects/partner-project/locations/us-central1/workflows/w" } },
      ["destination.workflow"],
    ],
    ["an address that is none", { destination: { httpEndpoint: { uri: "ftp://10.0.0.1" } } }, ["destination.http_endpoint.uri"]],
    [
      "a network without endpoint",
      {
        destination: { workflow: `${home}/workflows/w`, networkConfig: { networkAttachment: "projects/p/regions/r/networkAttachments/n" } },
      },
      ["destination.network_config"],
    ],
    ["a channel that is a word", { channel: "partner-in" }, ["channel"]],
    ["an account that is none", { serviceAccount: "events" }, ["service_account"]],
    ["another content type", { eventDataContentType: "text/plain" }, ["event_data_content_type"]],
    ["many attempts", { retryPolicy: { maxAttempts: 5 } }, ["retry_policy.max_attempts"]],
    ["labels in capitals", { labels: { Team: "a", team: "A" } }, ["labels", "labels"]],
  ])("rejects %s", (_, change, fields) => {
    const reply = create(change);
    expect(reply).toMatchObject(rejection(400, "INVALID_ARGUMENT"));
    expect(fieldsOf(reply)).toEqual(fields.map((field) => `trigger.${field}`));
    expect(emulator.objects.triggers.size).toBe(0);
  });

  it.each<[string, JsonObject]>([
    ["a cluster", { gke: { cluster: "c", location: "l", namespace: "n", service: "s" } }],
    ["a workflow", { workflow: `${home}/workflows/w` }],
    [
      "an endpoint",
      {
        httpEndpoint: { uri: "https://a.internal:8443/x" },
        networkConfig: { networkAttachment: "projects/p/regions/r/networkAttachments/n" },
      },
    ],
  ])("takes %s as destination", (_, destination) => {
    expect(create({ destination }).status).toBe(200);
    expect(get()).toHaveProperty("destination", destination);
  });

  it("requires actAs on the service account", () => {
    emulator.denied.add("iam.serviceAccounts.actAs");
    expect(create()).toMatchObject(rejection(403, "PERMISSION_DENIED", expect.stringContaining(exampleTrigger.serviceAccount)));
    expect(create({ serviceAccount: null }).status).toBe(200);
  });

  it("does nothing with validateOnly", () => {
    expect(request("POST triggers?triggerId=orders&validateOnly=true", exampleTrigger)).toMatchObject({
      status: 200,
      body: { done: true },
    });
    expect(request("POST triggers?triggerId=orders&validateOnly=true", {}).status).toBe(400);
    expect(request("GET triggers/orders")).toMatchObject(rejection(404, "NOT_FOUND"));
  });
});

describe("update", () => {
  beforeEach(() => void create());

  it("changes what the mask names, and clears what the body omits", () => {
    const before = get();
    const workflow = `${home}/workflows/orders`;
    expect(patch("destination,labels", { name, destination: { workflow } }).status).toBe(200);
    const { labels: _, ...others } = before;
    const { updateTime, etag } = get();
    expect(get()).toEqual({ ...others, destination: { workflow }, updateTime, etag });
    expect([updateTime, etag].every((mark) => mark !== before["updateTime"] && mark !== before["etag"])).toBe(true);
  });

  it("accepts both spellings, an encoded comma, and paths into messages and maps", () => {
    expect(patch("service_account%2ClAbels", {}).status).toBe(400);
    expect(
      patch("service_account%2Clabels.team,destination.cloudRun.path", { destination: { cloudRun: {} }, labels: { team: "a", b: "c" } })
        .status,
    ).toBe(200);
    expect(get()).toMatchObject({ labels: { team: "a" }, destination: { cloudRun: { service: "orders", region: "us-central1" } } });
    expect(get()).not.toHaveProperty("serviceAccount");
    expect(get()).not.toHaveProperty("destination.cloudRun.path");
    expect(get()).not.toHaveProperty("labels.b");
  });

  it("without a mask changes only what is given; with a star everything that may change", () => {
    expect(request("PATCH triggers/orders", { labels: { a: "b" } }).status).toBe(200);
    expect(get()).toMatchObject({ labels: { a: "b" }, serviceAccount: exampleTrigger.serviceAccount });
    const { eventFilters, destination } = exampleTrigger;
    expect(patch("*", { eventFilters, destination }).status).toBe(200);
    expect(get()).not.toHaveProperty("labels");
    expect(get()).not.toHaveProperty("serviceAccount");
    expect(patch("*", { destination }).status).toBe(400);
  });

  it.each([
    "colour",
    "destination.colour",
    "name",
    "uid",
    "channel",
    "transport",
    "transport.pubsub.topic",
    "etag",
    "*,labels",
    "labels,",
    "create_time",
    "serviceAccount.x",
  ])("rejects the mask %s", (mask) => {
    expect(fieldsOf(patch(mask, {}))).toEqual(["update_mask"]);
  });

  it("rejects another event type, and accepts other filters", () => {
    const filter = { attribute: "a", value: "b" };
    expect(
      patch("eventFilters", { eventFilters: [type("google.cloud.storage.object.v1.deleted"), { attribute: "bucket", value: "b" }] }).status,
    ).toBe(400);
    expect(patch("eventFilters", { eventFilters: [filter, ...exampleTrigger.eventFilters] }).status).toBe(200);
  });

  it("validates the resulting trigger", () => {
    expect(fieldsOf(patch("destination", {}))).toEqual(["trigger.destination"]);
    expect(fieldsOf(patch("labels", { labels: { A: "b" } }))).toEqual(["trigger.labels"]);
    emulator.denied.add("iam.serviceAccounts.actAs");
    expect(patch("labels", {})).toMatchObject(rejection(403, "PERMISSION_DENIED"));
  });

  it("validates the etag of the body", () => {
    expect(patch("labels", { etag: '"1-other"' })).toMatchObject(rejection(409, "ABORTED"));
    expect(patch("labels", { etag: get()["etag"] }).status).toBe(200);
  });

  it("creates a missing one only with allowMissing", () => {
    expect(request("PATCH triggers/other?updateMask=labels", exampleTrigger)).toMatchObject(rejection(404, "NOT_FOUND"));
    expect(request("PATCH triggers/other?updateMask=labels&allowMissing=true", exampleTrigger).status).toBe(200);
    expect(get("other")).toHaveProperty("destination");
  });
});

describe("delete", () => {
  it("deletes the trigger and the topic that the service created for it, never a topic of the caller", () => {
    create();
    create({ transport: null }, "own");
    emulator.transports.add("projects/demo-project/topics/orders");
    expect(emulator.transports.size).toBe(4);
    for (const id of ["orders", "own"]) expect(request(`DELETE triggers/${id}`, {})).toMatchObject({ status: 200, body: { done: true } });
    expect([...emulator.transports]).toEqual(["projects/demo-project/topics/orders"]);
    expect(request("GET triggers/own")).toMatchObject(rejection(404, "NOT_FOUND"));
  });

  it("supports etag and allowMissing", () => {
    create();
    expect(request("DELETE triggers/orders?etag=%22x%22")).toMatchObject(rejection(409, "ABORTED"));
    expect(request("DELETE triggers/other")).toMatchObject(rejection(404, "NOT_FOUND"));
    expect(request("DELETE triggers/other?allowMissing=true").body).toMatchObject({
      done: true,
      response: { "@type": "type.googleapis.com/google.protobuf.Empty" },
    });
    expect(request(`DELETE triggers/orders?etag=${encodeURIComponent(String(get()["etag"]))}&validateOnly=true`).status).toBe(200);
    expect(get()).toHaveProperty("name");
    expect(request(`DELETE triggers/orders?etag=${encodeURIComponent(String(get()["etag"]))}`).status).toBe(200);
  });
});
