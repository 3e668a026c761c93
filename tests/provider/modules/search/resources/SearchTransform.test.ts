/** Transforms. See docs/modules/search-access.md#transforms. */
import { SearchTransform } from "../../../../../provider/modules/search/resources/transform";
import { inContext } from "../../../../support/contexts";
import { clientOver, collected, emulated, json } from "../support";
import { stackFixture, rejection, type StackFixture } from "./stack-fixture";

const token = "quartet:search:SearchTransform";
const pivot = { groupBy: '{"airline":{"terms":{"field":"airline"}}}', aggregations: '{"avg":{"avg":{"field":"responsetime"}}}' };
const once = { name: "airlines", source: { indices: ["data"] }, dest: { index: "by-airline" }, pivot };
const continuous = { ...once, sync: { time: { field: "time" } }, running: true };

function withData(...given: Parameters<typeof stackFixture> extends [string, ...infer Rest] ? Rest : never): StackFixture {
  const fixture = stackFixture(token, ...given);
  fixture.emulator.putIndex("data");
  return fixture;
}

const writes = ({ lines }: StackFixture): string[] => lines().filter((line) => !line.startsWith("GET"));
const listed = async ({ emulator }: StackFixture): Promise<string[]> => {
  const all = SearchTransform.list!({}, inContext(clientOver(emulated(emulator.handle).send)));
  return (await collected(all)).map(({ name }) => name);
};
const stored = ({ emulator }: StackFixture) => emulator.transforms.transforms.get("airlines")!;

test("access 100 (emulator; transforms_crud.yml, basic transform crud): what the server adds is no difference", async () => {
  const fixture = withData();
  const { stack } = fixture;
  await stack.up(continuous);
  expect(writes(fixture)).toEqual(["PUT /_transform/airlines?defer_validation=false", "POST /_transform/airlines/_start"]);
  expect(stored(fixture).config).toMatchObject({ source: { index: ["data"], query: { match_all: {} } }, sync: { time: { delay: "60s" } } });
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.up(continuous)).toBe("same");
  expect(stack.outputs).toMatchObject({ transformVersion: "10.0.0", authorizationRoles: ["superuser"], running: true });
  expect(stack.outputs.createTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test("access 101 (emulator): a changed frequency is one update, without a stop", async () => {
  const fixture = withData();
  await fixture.stack.up(continuous);
  writes(fixture);
  await fixture.stack.up({ ...continuous, frequency: "5m" });
  expect(writes(fixture)).toEqual(["POST /_transform/airlines/_update?defer_validation=false"]);
  expect(fixture.bodies()["POST _update"]).toEqual({ frequency: "5m" });
  expect(stored(fixture).state).toBe("started");
});

test("access 102 (emulator): running: false stops with wait", async () => {
  const fixture = withData();
  await fixture.stack.up(continuous);
  writes(fixture);
  await fixture.stack.up({ ...continuous, running: false });
  expect(writes(fixture)).toEqual(["POST /_transform/airlines/_stop?wait_for_completion=true&timeout=30s"]);
  expect(stored(fixture).state).toBe("stopped");
  expect(await fixture.stack.refresh()).toEqual([]);
});

test.each([true, false])("access 103 (emulator): a finished one-time transform is no difference for running: %p", async (running) => {
  const fixture = withData();
  await fixture.stack.up({ ...once, running: true });
  fixture.emulator.transforms.finish("airlines");
  if (!running) await fixture.stack.up({ ...once, running });
  expect(await fixture.stack.refresh()).toEqual([]);
  writes(fixture);
  expect(await fixture.stack.up({ ...once, running })).toBe("same");
  expect(writes(fixture)).toEqual([]);
});

test("access 104 (emulator): a failed transform is reported with its reason, and restarted by force", async () => {
  const fixture = withData();
  await fixture.stack.up(continuous);
  fixture.emulator.transforms.fail("airlines", "disk full");
  fixture.logged();
  expect(await fixture.stack.refresh()).toEqual(["running"]);
  expect(fixture.logged()).toEqual([{ severity: "warning", message: 'The transform "airlines" has failed: disk full' }]);
  writes(fixture);
  await fixture.stack.up(continuous);
  expect(writes(fixture)).toEqual([
    "POST /_transform/airlines/_stop?force=true&wait_for_completion=true",
    "POST /_transform/airlines/_start",
  ]);
});

test("access 105 (emulator): a changed pivot replaces, the old one first; the documents stay, with a warning", async () => {
  const fixture = withData();
  const { stack, emulator } = fixture;
  await stack.up({ ...once, running: true });
  emulator.indices.get("by-airline")!.documents.add("1").add("2");
  emulator.indices.get("by-airline")!.visible = 2;
  const changed = { ...once, running: true, pivot: { ...pivot, aggregations: '{"max":{"max":{"field":"responsetime"}}}' } };
  expect(await stack.preview(changed)).toEqual(["pivot.aggregations!"]);
  fixture.logged();
  expect(await stack.up(changed)).toBe("delete first");
  expect(fixture.logged().map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The destination index "by-airline" already contains 2 documents \(.*\)\. Documents of another transform/),
  ]);
  expect(emulator.indices.get("by-airline")!.documents.size).toBe(2);
});

test("access 106 (emulator): removed sync replaces", async () => {
  const { stack } = withData();
  await stack.up(continuous);
  expect(await stack.preview({ ...once, running: true })).toEqual(["sync!"]);
  expect(await stack.preview({ ...continuous, sync: { time: { field: "other" } } })).toEqual(["sync.time.field"]);
});

test("access 107 (emulator; transforms_update.yml, retention policy): what the program removes is reset by null or empty values", async () => {
  const fixture = withData();
  const more = {
    retentionPolicy: { time: { field: "time", maxAge: "30d" } },
    description: "d",
    metadata: '{"a":1}',
    settings: { docsPerSecond: 5, unattended: true, otherMembers: "{}" },
  };
  await fixture.stack.up({ ...once, ...more });
  fixture.bodies();
  await fixture.stack.up({ ...once, settings: { unattended: true } });
  expect(fixture.bodies()["POST _update"]).toEqual({
    retention_policy: null,
    description: "",
    _meta: {},
    settings: { docs_per_second: null, unattended: true },
  });
  expect(await fixture.stack.refresh()).toEqual([]);
});

test("access 108 (emulator): deleteDestIndex deletes the destination with a warning", async () => {
  const fixture = withData();
  await fixture.stack.up({ ...once, running: true, deleteDestIndex: true });
  fixture.emulator.indices.get("by-airline")!.documents.add("1");
  fixture.logged();
  writes(fixture);
  await fixture.stack.destroy();
  expect(writes(fixture)).toEqual([
    "POST /_transform/airlines/_stop?wait_for_completion=true&timeout=30s",
    "DELETE /_transform/airlines?delete_dest_index=true",
  ]);
  expect(fixture.logged()).toEqual([
    { severity: "warning", message: expect.stringContaining('Deleting the destination index "by-airline", which contains') },
  ]);
  expect(fixture.emulator.indices.has("by-airline")).toBe(false);
});

test("access 108 (emulator): a destination that others use is not deleted", async () => {
  const fixture = withData();
  const { stack, emulator } = fixture;
  await stack.up({ ...once, deleteDestIndex: true });
  const { config } = stored(fixture);
  emulator.transforms.transforms.set("other", { ...stored(fixture), config });
  await expect(stack.destroy()).rejects.toMatchObject({ code: "failed_precondition", message: expect.stringContaining("(other)") });
  emulator.transforms.transforms.delete("other");
  emulator.putIndex("target");
  emulator.indices.get("target")!.aliases["by-airline"] = {};
  await expect(stack.destroy()).rejects.toThrow("it is an alias or data stream of target");
  expect(emulator.transforms.transforms.names()).toEqual(["airlines"]);
});

test("an update that adds deleteDestIndex states what a deletion will delete", async () => {
  const fixture = withData();
  await fixture.stack.up({ ...once, running: true });
  writes(fixture);
  await fixture.stack.up({ ...once, running: true, deleteDestIndex: true });
  expect(writes(fixture)).toEqual([]);
  expect(fixture.logged().at(-1)!.message).toMatch(/^Delete will delete the destination index "by-airline", which contains 0 documents/);
});

test("access 109 (emulator; transforms_crud.yml, dest is included in source): a destination in the source is rejected, and nothing is created", async () => {
  const fixture = withData();
  const within = { ...once, source: { indices: ["by-*"] } };
  await expect(fixture.stack.up(within)).rejects.toThrow("Destination index [by-airline] is included in source expression [by-*]");
  expect(fixture.emulator.transforms.transforms.size).toBe(0);
});

test("a start that fails after the write is a partial failure, and the next update starts", async () => {
  const fixture = withData();
  fixture.override.set("POST /_transform/airlines/_start", rejection("Pipeline with id [p] could not be found"));
  await expect(fixture.stack.up(continuous)).rejects.toThrow("Pipeline with id [p] could not be found");
  expect(fixture.stack.stored?.id).toMatch(/\/airlines$/);
  fixture.override.clear();
  await fixture.stack.up(continuous);
  expect(stored(fixture).state).toBe("started");
});

test("a transform that does not stop within half of the time limit is stopped by force", async () => {
  const fixture = withData();
  await fixture.stack.up({ ...continuous, timeouts: { delete: "1ms" } });
  fixture.emulator.transforms.blockStops(5);
  writes(fixture);
  await fixture.stack.destroy();
  expect([...new Set(writes(fixture))]).toEqual([
    "POST /_transform/airlines/_stop?wait_for_completion=true&timeout=30s",
    "POST /_transform/airlines/_stop?force=true&wait_for_completion=true",
    "DELETE /_transform/airlines",
  ]);
});

test("a failed transform is deleted", async () => {
  const fixture = withData();
  await fixture.stack.up(continuous);
  fixture.emulator.transforms.fail("airlines", "disk full");
  await fixture.stack.destroy();
  expect(fixture.emulator.transforms.transforms.size).toBe(0);
});

test.each([
  ["access 123", "d", "already exists and differs in description"],
  ["access 124", undefined, "already exists. This create did not change it"],
])("%s (emulator): a transform of the name exists", async (_case, description, message) => {
  const fixture = withData();
  await fixture.another().up({ ...once, ...(description && { description }) });
  writes(fixture);
  const program = { ...once, ...(description && { description: "other" }) };
  await expect(fixture.stack.up(program)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining(message) });
  expect(writes(fixture)).toEqual([]);
});

test("access 142 (emulator): without running, the output is that of the server and no difference", async () => {
  const fixture = withData();
  await fixture.stack.up(once);
  expect(fixture.stack.outputs.running).toBe(false);
  stored(fixture).state = "started";
  expect(await fixture.stack.refresh()).toEqual([]);
  expect(fixture.stack.outputs.running).toBe(true);
});

test("access 146 (emulator): members without a property are imported as otherMembers, and updates keep them", async () => {
  const fixture = withData();
  await fixture.another().up({ ...once, pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' } });
  const { config } = stored(fixture);
  Object.assign(config.source, { project_routing: "a" });
  config["later"] = { x: 12345678901234 };
  await fixture.stack.import("airlines");
  expect(fixture.stack.inputs).toMatchObject({
    otherMembers: '{"later":{"x":12345678901234}}',
    pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' },
  });
  const { otherMembers: _others, deferValidation: _defer, deleteDestIndex: _delete, ...imported } = fixture.stack.inputs;
  fixture.override.set("POST /_transform/airlines/_update?defer_validation=false", {
    status: 200,
    headers: { "x-elastic-product": "Elasticsearch", "content-type": "application/json" },
    body: '{"id":"airlines"}',
  });
  fixture.bodies();
  await fixture.stack.up({ ...imported, source: { indices: ["data", "more"] } });
  expect(fixture.bodies()["POST _update"]).toEqual({
    source: { index: ["data", "more"], query: { match_all: {} }, project_routing: "a" },
  });
});

test("access 147 (emulator): sync is sent as a whole, and the server fills in the delay", async () => {
  const fixture = withData();
  await fixture.stack.up({ ...continuous, sync: { time: { field: "time", delay: "90m" } } });
  fixture.bodies();
  await fixture.stack.up(continuous);
  expect(fixture.bodies()["POST _update"]).toEqual({ sync: { time: { field: "time" } } });
  expect(await fixture.stack.refresh()).toEqual([]);
});

test("a changed source of a finished transform is written, with a warning that it does not run again", async () => {
  const fixture = withData();
  fixture.emulator.putIndex("more");
  await fixture.stack.up({ ...once, running: true });
  fixture.emulator.transforms.finish("airlines");
  await fixture.stack.up({ ...once, running: true, source: { indices: ["data", "more"] } });
  expect(fixture.logged().at(-1)!.message).toContain("has processed its source and does not run again");
  expect(stored(fixture).state).toBe("stopped");
});

test("access 148 (emulator): a server without transforms has an empty list", async () => {
  const fixture = stackFixture(token, { without: ["transform"] });
  expect(await listed(fixture)).toEqual([]);
});

test("access 121 (emulator): a list leaves out managed transforms", async () => {
  const fixture = withData();
  await fixture.another().up(once);
  const own = stored(fixture);
  fixture.emulator.transforms.transforms.set("managed", { ...own, config: { ...own.config, _meta: { managed: true } } });
  expect(await listed(fixture)).toEqual(["airlines"]);
});

test("a creation time that no date has is left out", async () => {
  const { stack, emulator, override } = withData();
  await stack.up(once);
  const { body } = emulator.handle({ method: "GET", path: "/_transform/airlines", query: "", headers: {}, body: "" });
  override.set("GET /_transform/airlines", json(body.replace(/"create_time":\d+/, '"create_time":9000000000000000')));
  expect(await stack.refresh()).toEqual([]);
  expect(stack.outputs).not.toHaveProperty("createTime");
});
