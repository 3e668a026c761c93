// Cases 76 and 82 for paginated responses: pages are joined in order, a repeated cursor ends the list, and no result is an empty list.
import { status } from "@grpc/grpc-js";
import { callerOf, exampleTrigger, home } from "../emulators/eventrouting/caller";
import * as faults from "../emulators/faults";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import { failureOf } from "../support/failure";
import { closePipelines, openPipeline } from "../support/pipeline";
import { fixtureOfFile } from "../support/fixture";
import type { Properties } from "../support/structs";

const fixture = fixtureOfFile();
const place = { location: "us-central1" };
const ids = (rows: unknown): string[] =>
  (rows as Properties[]).map(({ name, id }) =>
    String(id ?? name)
      .split("/")
      .at(-1)!,
  );
const json = (body: object): faults.Fault =>
  faults.instead({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

afterEach(async () => {
  await closeEvents();
  await closePipelines();
});

describe("eventrouting/v1", () => {
  let events: Events;
  beforeEach(async () => {
    events = await openEvents();
    await fixture.rpc.configure(events.settings);
  });
  const token = "quartet:eventrouting/v1:getTriggers";

  test("82: five triggers in pages of two", async () => {
    events.emulator.operations.usual = { pending: 0 };
    const request = callerOf(events.emulator);
    for (const id of ["e", "d", "c", "b", "a"]) request(`POST triggers?triggerId=${id}`, exampleTrigger);
    const { triggers } = await fixture.rpc.resultOf(token, { ...place, pageSize: 2, orderBy: "name" });
    expect(ids(triggers)).toEqual(["a", "b", "c", "d", "e"]);
    expect(events.requests).toHaveLength(3);
  });

  test("82: a repeated page token", async () => {
    events.faults.add({ match: "GET *", fault: json({ triggers: [{ name: `${home}/triggers/a` }], nextPageToken: "again" }) });
    const { code, message } = await failureOf(fixture.rpc.invoke(token, place));
    expect([code, message]).toEqual([status.UNAVAILABLE, expect.stringContaining("the pages of the list do not end")]);
    expect(events.requests).toHaveLength(2);
  });

  test("76: no trigger is an empty list", async () => {
    expect((await fixture.rpc.resultOf(token, place))["triggers"]).toEqual([]);
  });
});

describe("datapipeline", () => {
  const token = "quartet:datapipeline:getGroups";
  const page = (id: string | undefined, cursor?: string): faults.Fault =>
    json({
      code: "Success",
      data: { items: id === undefined ? [] : [{ id, name: id, created_at: "2024-01-01T00:00:00Z" }], next_cursor: cursor },
    });

  test("82: three pages, an empty one among them", async () => {
    const pipeline = await openPipeline();
    await fixture.rpc.configure(pipeline.settings);
    for (const [cursor, fault] of [
      ["2", page(undefined, "3")],
      ["3", page("b")],
      ["", page("a", "2")],
    ] as const)
      pipeline.faults.add({ match: ({ query }) => query.endsWith(cursor && `cursor=${cursor}`), fault });
    expect(ids((await fixture.rpc.resultOf(token, {}))["groups"])).toEqual(["a", "b"]);
    expect(pipeline.requests).toHaveLength(3);
  });

  test("82: a repeated cursor", async () => {
    const pipeline = await openPipeline();
    await fixture.rpc.configure(pipeline.settings);
    pipeline.faults.add({ match: "GET *", fault: page("a", "again") });
    const { message } = await failureOf(fixture.rpc.invoke(token, {}));
    expect(message).toContain("the cursor of the next page repeats an earlier one");
    expect(pipeline.requests).toHaveLength(2);
  });

  test("76: no group is an empty list", async () => {
    const pipeline = await openPipeline();
    await fixture.rpc.configure(pipeline.settings);
    pipeline.faults.add({ match: "GET *", fault: page(undefined) });
    expect((await fixture.rpc.resultOf(token, {}))["groups"]).toEqual([]);
  });
});
