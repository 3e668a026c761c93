/** Lists: pages whose tokens belong to their request, order, filters, and places that did not respond. */
import type { JsonObject } from "../exchange";
import { callerOf, exampleTrigger, fieldsOf, home } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";

let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  emulator = createEventEmulator();
  emulator.operations.usual = { pending: 0 };
  request = callerOf(emulator);
});

const ids = (body: JsonObject, key = "triggers"): string[] =>
  ((body[key] ?? []) as { name: string }[]).map(({ name }) => name.split("/").pop() ?? "");

const create = (id: string, change: JsonObject = {}): void =>
  void expect(request(`POST triggers?triggerId=${id}`, { ...exampleTrigger, ...change }).status).toBe(200);

it("returns an empty message for an empty list", () => {
  for (const collection of ["triggers", "channels", "channelConnections"])
    expect(request(`GET ${collection}`)).toMatchObject({ status: 200, body: {} });
  expect(request("GET triggers").body).toEqual({});
});

describe("pages", () => {
  beforeEach(() => ["c", "a", "e", "b", "d"].forEach((id) => create(id)));

  it("continue where the last one ended", () => {
    const first = request("GET triggers?pageSize=2").body;
    expect(ids(first)).toEqual(["a", "b"]);
    const next = (body: JsonObject): JsonObject =>
      request(`GET triggers?pageSize=2&pageToken=${encodeURIComponent(String(body["nextPageToken"]))}`).body;
    const second = next(first);
    expect(ids(second)).toEqual(["c", "d"]);
    const third = next(second);
    expect(ids(third)).toEqual(["e"]);
    expect(third).not.toHaveProperty("nextPageToken");
  });

  it("have a default and a maximum size, which the service applies without an error", () => {
    emulator.pages = { usual: 3, largest: 4 };
    expect(ids(request("GET triggers").body)).toHaveLength(3);
    expect(ids(request("GET triggers?pageSize=0").body)).toHaveLength(3);
    expect(ids(request("GET triggers?pageSize=1000").body)).toHaveLength(4);
    expect(fieldsOf(request("GET triggers?pageSize=-1"))).toEqual(["page_size"]);
  });

  it("reject a token of another request, and malformed tokens", () => {
    const token = encodeURIComponent(String(request("GET triggers?pageSize=2").body["nextPageToken"]));
    expect(request(`GET triggers?pageSize=2&pageToken=${token}`).status).toBe(200);
    for (const line of [
      `GET triggers?pageSize=3&pageToken=${token}`,
      `GET triggers?pageSize=2&pageToken=${token}&filter=name%3Aa`,
      `GET triggers?pageSize=2&pageToken=${token}&orderBy=name`,
      `GET channels?pageSize=2&pageToken=${token}`,
      `GET /v1/projects/demo-project/locations/us-east1/triggers?pageSize=2&pageToken=${token}`,
      "GET triggers?pageToken=abc",
      "GET triggers?pageToken=bnVsbA==",
    ])
      expect(fieldsOf(request(line))).toEqual(["page_token"]);
  });

  it.each([
    ["name%20desc", ["e", "d", "c", "b", "a"]],
    ["trigger_id", ["a", "b", "c", "d", "e"]],
    ["create_time", ["c", "a", "e", "b", "d"]],
    ["serviceAccount,createTime%20desc", ["d", "b", "e", "a", "c"]],
  ])("are ordered by %s", (order, expected) => {
    expect(ids(request(`GET triggers?orderBy=${order}`).body)).toEqual(expected);
  });

  it.each(["colour", "name%20down", "name%20desc%20asc", "labels", "name,"])("reject the order %s", (order) => {
    expect(fieldsOf(request(`GET triggers?orderBy=${order}`))).toEqual(["order_by"]);
  });
});

describe("filters", () => {
  beforeEach(() => {
    create("run");
    create("kube", {
      destination: { gke: { cluster: "main", location: "l", namespace: "n", service: "s" } },
      labels: { team: "events" },
    });
    create("flow", { destination: { workflow: `${home}/workflows/w` }, labels: { team: "orders", tier: "1" } });
  });
  const filtered = (filter: string): string[] => ids(request(`GET triggers?filter=${encodeURIComponent(filter)}`).body);

  it.each([
    ["destination:gke", ["kube"]],
    ["destination:cloud_run", ["run"]],
    ["destination:cloudRun OR destination:workflow", ["flow", "run"]],
    ["labels.team=orders", ["flow", "run"]],
    ["labels.team = orders AND labels.tier:*", ["flow"]],
    ["labels.team=orders labels.tier:*", ["flow"]],
    ["labels.team=orders AND NOT labels.tier:*", ["run"]],
    ["-labels.tier:* labels.team!=events", ["run"]],
    ["(destination:gke OR labels.tier=1) AND labels.team:ORD", ["flow"]],
    ["labels.team=orders AND destination:gke OR labels.tier=1", ["flow"]],
    [`destination.workflow="${home}/workflows/w"`, ["flow"]],
    ["destination.gke.cluster=ma*", ["kube"]],
    [`name:"triggers/k"`, ["kube"]],
    ["eventFilters:type", ["flow", "kube", "run"]],
    ["create_time > 2020-01-01T00:00:00Z", ["flow", "kube", "run"]],
    ["create_time < 2020-01-01T00:00:00Z", []],
    [" ", ["flow", "kube", "run"]],
  ])("%s", (filter, expected) => {
    expect(filtered(filter)).toEqual(expected);
  });

  it.each([
    "colour=red",
    "destination.gke.colour:*",
    "destination",
    "name=",
    "(name:a",
    "name:a)",
    "AND",
    "name:a OR",
    "NOT",
    "=a",
    "name.x=1",
    "a b",
  ])("reject %s", (filter) => {
    expect(fieldsOf(request(`GET triggers?filter=${encodeURIComponent(filter)}`))).toEqual(["filter"]);
  });
});

it("lists unreachable locations", () => {
  emulator.unreachable = ["us-east1"];
  expect(request("GET triggers").body).toEqual({ unreachable: ["us-east1"] });
});

it("separates locations, and joins them for -", () => {
  create("a");
  const elsewhere = "/v1/projects/demo-project/locations/us-east1/triggers";
  request(`POST ${elsewhere}?triggerId=b`, exampleTrigger);
  expect(ids(request("GET triggers").body)).toEqual(["a"]);
  expect(ids(request(`GET ${elsewhere}`).body)).toEqual(["b"]);
  expect(ids(request("GET /v1/projects/demo-project/locations/-/triggers").body)).toEqual(["a", "b"]);
  expect(request("GET /v1/projects/partner-project/locations/-/triggers").body).toEqual({});
});
