/** Operations: how long they take, how they end, and that one thing has one at a time. */
import type { JsonObject } from "../exchange";
import type { ParsedResponse } from "./caller";
import { callerOf, exampleTrigger, home, rejection } from "./caller";
import type { EventEmulator } from "./index";
import { createEventEmulator } from "./index";

let time: number;
let emulator: EventEmulator;
let request: ReturnType<typeof callerOf>;
const name = `${home}/triggers/orders`;

beforeEach(() => {
  time = Date.parse("2023-11-20T09:15:27.491Z");
  emulator = createEventEmulator({ now: () => new Date(time) });
  request = callerOf(emulator);
});

const create = (): JsonObject => request("POST triggers?triggerId=orders", exampleTrigger).body;
const poll = ({ name }: JsonObject): ParsedResponse => request(`GET /v1/${String(name)}`);
const get = (): ParsedResponse => request("GET triggers/orders");
const metadata = {
  "@type": "type.googleapis.com/google.cloud.eventarc.v1.OperationMetadata",
  createTime: expect.stringMatching(/^2023-11-20T09:15:27\.491\d{6}Z$/) as string,
  target: name,
  verb: "create",
  requestedCancellation: false,
  apiVersion: "v1",
};

it("is pending at first, and done at the first poll; the trigger exists from then on", () => {
  const started = create();
  expect(started).toEqual({
    name: expect.stringMatching(
      /^projects\/demo-project\/locations\/us-central1\/operations\/operation-1700471727491-\w+-\w+-\w+$/,
    ) as string,
    metadata,
    done: false,
  });
  expect(get()).toMatchObject(rejection(404, "NOT_FOUND"));
  const done = poll(started).body;
  const { body } = get();
  expect(done).toEqual({
    name: started["name"],
    metadata: { ...metadata, endTime: expect.stringMatching(/^2023/) as string },
    done: true,
    response: { "@type": "type.googleapis.com/google.cloud.eventarc.v1.Trigger", ...body },
  });
  expect(poll(started).body).toEqual(done);
});

it("follows its plan: the next one first, then the default one", () => {
  emulator.operations.next.push({ pending: 3, messages: ["one", "two"] });
  const started = create();
  const responses = [started, ...[1, 2, 3].map(() => poll(started).body)];
  expect(responses.map(({ done }) => done)).toEqual([false, false, false, true]);
  expect(responses.map((reply) => (reply["metadata"] as JsonObject)["statusMessage"])).toEqual(["one", "two", "two", "two"]);
  expect(poll(request("DELETE triggers/orders").body).body).toHaveProperty("done", true);
});

it("can be done after a time, without a poll", () => {
  emulator.operations.next.push({ milliseconds: 5000 });
  const started = create();
  time += 4999;
  expect(poll(started).body).toHaveProperty("done", false);
  expect(get().status).toBe(404);
  time += 1;
  expect(get().status).toBe(200);
});

it("can be pending until the test ends it", () => {
  emulator.operations.next.push({ pending: Infinity });
  const started = create();
  for (let round = 0; round < 20; round += 1) expect(poll(started).body).toHaveProperty("done", false);
  emulator.operations.finish();
  expect(poll(started).body).toHaveProperty("done", true);
});

it("can omit false values", () => {
  emulator.operations.sparse = true;
  const started = create();
  expect(started).not.toHaveProperty("done");
  expect(started).not.toHaveProperty("metadata.requestedCancellation");
});

const error = { status: "PERMISSION_DENIED", message: "Permission denied on the account", details: [{ "@type": "t" }] } as const;

it("can end with an error and create nothing", () => {
  emulator.operations.next.push({ error: { ...error, details: [...error.details] } });
  expect(create()).toMatchObject({ done: true, error: { code: 7, message: error.message, details: [{ "@type": "t" }] } });
  expect(get().status).toBe(404);
  expect(create()).toHaveProperty("done", false);
});

it("can end with an error after a part", () => {
  const conditions = { destination: { code: "NOT_FOUND", message: "no such service" } };
  emulator.operations.next.push({ pending: 1, error: { status: "INTERNAL", message: "broken" }, leaves: { conditions } });
  const reply = poll(create()).body;
  expect(reply).toMatchObject({ done: true, error: { code: 13, message: "broken" } });
  expect(reply).not.toHaveProperty("response");
  expect(get().body).toMatchObject({ name, conditions });
});

it("can do its work at the start, and succeed or fail later", () => {
  const late = { early: true, pending: 2 };
  emulator.operations.next.push(late, { ...late, error: { status: "INTERNAL", message: "broken" }, leaves: { conditions: {} } });
  const started = create();
  expect(started).toHaveProperty("done", false);
  const { body } = get();
  expect(body).toMatchObject({ name });
  poll(started);
  expect(poll(started).body).toMatchObject({ done: true, response: body });
  expect(get().body).toEqual(body);
  const update = request("PATCH triggers/orders?updateMask=labels", {}).body;
  expect(get().body).toHaveProperty("conditions", {});
  poll(update);
  expect(poll(update).body).toMatchObject({ error: { message: "broken" } });
});

it("can disappear, with or without its work done", () => {
  emulator.operations.next.push({ vanishes: true, error: { status: "INTERNAL", message: "" } }, { vanishes: true, pending: 2 });
  expect(poll(create())).toMatchObject(rejection(404, "NOT_FOUND"));
  expect(get().status).toBe(404);
  const started = create();
  expect(poll(started).status).toBe(200);
  expect(poll(started)).toMatchObject(rejection(404, "NOT_FOUND"));
  expect(get().status).toBe(200);
});

it("locks its object: no second create, update or delete meanwhile", () => {
  const started = create();
  expect(request("POST triggers?triggerId=orders", exampleTrigger)).toMatchObject(rejection(409, "ALREADY_EXISTS"));
  poll(started);
  const update = request("PATCH triggers/orders?updateMask=labels", {}).body;
  expect(request("PATCH triggers/orders?updateMask=labels", {})).toMatchObject(rejection(409, "ABORTED"));
  expect(request("DELETE triggers/orders")).toMatchObject(rejection(409, "ABORTED"));
  expect(get().body).toHaveProperty("labels");
  poll(update);
  expect(get().body).not.toHaveProperty("labels");
});

it("is found below its own location only, and cannot be listed, cancelled or deleted", () => {
  const { name: operation } = create();
  expect(request(`GET /v1/${String(operation).replace("us-central1", "us-east1")}`)).toMatchObject(rejection(404, "NOT_FOUND"));
  expect(request("GET operations").status).toBe(404);
  expect(request(`POST /v1/${String(operation)}:cancel`, {}).status).toBe(404);
  expect(request(`DELETE /v1/${String(operation)}`).status).toBe(405);
});

it("names projects by number where the operation contains the number", () => {
  emulator.namesProjectsBy = "number";
  const started = create();
  const numbered = name.replace("demo-project", "481516234200");
  expect(started).toMatchObject({
    name: expect.stringMatching(/^projects\/481516234200\/locations\/us-central1\/operations\//) as string,
    metadata: { target: numbered },
  });
  expect(poll(started).body).toMatchObject({ done: true, response: { name: numbered } });
  expect(get().body).toMatchObject({ name: numbered });
  expect(request("GET triggers").body).toMatchObject({ triggers: [{ name: numbered }] });
  expect(request(`GET /v1/${numbered}`).status).toBe(200);
});
