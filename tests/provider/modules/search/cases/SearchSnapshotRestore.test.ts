/** Restores of snapshots. See docs/modules/search-access.md#restores. */
import { randomUUID } from "node:crypto";
import { failure } from "../support";
import { caseFixture } from "./server";

const token = "quartet:search:SearchSnapshotRestore";
const inPlace = { repository: "backups", snapshot: "daily" };
const copy = { ...inPlace, renamePattern: "(.+)", renameReplacement: "restored-$1" };

/** A stack of one restore, and a snapshot of an index with three documents. */
async function fixture(env?: Record<string, string>) {
  const stack = caseFixture(token, env);
  const { call, find } = stack;
  await call("PUT /_snapshot/backups", { type: "fs", settings: { location: randomUUID() } });
  await call("PUT /orders", { settings: { number_of_replicas: 0 }, aliases: { shop: {} } });
  for (const id of [1, 2, 3]) await call(`PUT /orders/_doc/${id}?refresh=true`, { id });
  await call("PUT /_snapshot/backups/daily?wait_for_completion=true", { indices: "orders", include_global_state: false });
  stack.lines();
  const documents = async (index: string) => (await call(`GET /${index}/_count`))["count"];
  return { ...stack, documents, exists: async (index: string) => (await find(`/${index}`)) !== undefined };
}

/** The requests for restores. */
const restores = (lines: string[]): string[] => lines.filter((line) => line.endsWith("_restore?wait_for_completion=true"));

test("access 94: indices are restored under other names", async () => {
  const { stack, lines, documents } = await fixture();
  expect(await stack.up(copy)).toBe("create");
  expect(restores(lines())).toEqual(["POST /_snapshot/backups/daily/_restore?wait_for_completion=true"]);
  expect(stack.outputs).toMatchObject({ restoredIndices: ["restored-orders"], shardsTotal: 1, shardsFailed: 0 });
  expect(await documents("restored-orders")).toBe(3);
});

test("access 95: an open index is never overwritten: the error has its documents and their size", async () => {
  const { stack, lines, another } = await fixture();
  await stack.up(copy);
  lines();
  const message = /open indices: "restored-orders" \(3 documents, [\d.]+k?b\)\. Delete them/;
  await expect(another().up(copy)).rejects.toMatchObject({ code: "failed_precondition", message: expect.stringMatching(message) });
  expect(restores(lines())).toEqual([]);
});

test("access 96: a closed index is overwritten only with consent", async () => {
  const { stack, call, lines, documents } = await fixture();
  await call("PUT /orders/_doc/4?refresh=true", {});
  await call("POST /orders/_close");
  await expect(stack.up(inPlace)).rejects.toThrow('closed indices: "orders"');
  expect(restores(lines())).toEqual([]);
  await stack.up({ ...inPlace, overwriteClosedIndices: true });
  expect(await documents("orders")).toBe(3);
});

test("access 96: the names of the setting searchForceDestroy are consent for one run", async () => {
  const { stack, call, documents } = await fixture({ QUARTET_SEARCH_FORCE_DESTROY: "orders" });
  await call("POST /orders/_close");
  await stack.up(inPlace);
  expect(await documents("orders")).toBe(3);
});

test("access 97: refresh and destroy send no request, and the indices stay", async () => {
  const { stack, sent, call, logged, exists } = await fixture();
  await stack.up(copy);
  logged();
  const before = sent.length;
  await call("DELETE /_snapshot/backups/daily");
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview(copy)).toEqual([]);
  await stack.destroy();
  expect(sent.length).toBe(before);
  expect(logged()).toEqual([{ severity: "info", message: "The restored indices stay: restored-orders." }]);
  expect(await exists("restored-orders")).toBe(true);
});

test("access 98: a trigger restores once more", async () => {
  const { stack, call, lines } = await fixture();
  await stack.up({ ...copy, triggers: { day: "1" } });
  await call("DELETE /restored-orders");
  lines();
  expect(await stack.preview({ ...copy, triggers: { day: "2" } })).toEqual(["triggers.day!"]);
  expect(await stack.up({ ...copy, triggers: { day: "2" } })).toBe("replace");
  expect(restores(lines())).toHaveLength(1);
});

test("access 130: a server without data streams has none that could be overwritten", async () => {
  const { stack, lines } = await fixture();
  await stack.up(copy);
  expect(lines()).toContain("GET /_data_stream/*?expand_wildcards=all");
});

test("access 145: a change of the consent sends nothing", async () => {
  const { stack, lines } = await fixture();
  await stack.up(copy);
  lines();
  expect(await stack.up({ ...copy, overwriteClosedIndices: true })).toBe("update");
  expect(lines()).toEqual([]);
  expect(stack.outputs).toMatchObject({ overwriteClosedIndices: true, restoredIndices: ["restored-orders"] });
});

test("aliases, settings and exclusions are those of the program", async () => {
  const { stack, call, bodies } = await fixture();
  await call("PUT /orders-old");
  await call("PUT /_snapshot/backups/both?wait_for_completion=true", { indices: "orders*", include_global_state: false });
  bodies();
  const program = {
    ...copy,
    snapshot: "both",
    indices: ["orders*", "-orders-old"],
    includeAliases: false,
    indexSettings: '{"index.priority":7}',
    ignoreIndexSettings: ["index.refresh_interval"],
  };
  await stack.up(program);
  expect(stack.outputs["restoredIndices"]).toEqual(["restored-orders"]);
  const { "restored-orders": restored } = (await call("GET /restored-orders")) as Record<string, Record<string, unknown>>;
  expect(restored).toMatchObject({ aliases: {}, settings: { index: { priority: "7" } } });
});

test("a snapshot that does not exist, and two indices of one name, are errors before the restore", async () => {
  const { stack, call, lines } = await fixture();
  await expect(stack.up({ ...copy, snapshot: "none" })).rejects.toMatchObject({ code: "failed_precondition" });
  await call("PUT /orders-old");
  await call("PUT /_snapshot/backups/both?wait_for_completion=true", { indices: "orders*" });
  const program = { ...copy, snapshot: "both", renamePattern: ".+", renameReplacement: "same" };
  await expect(stack.up(program)).rejects.toThrow('orders and orders-old as "same"');
  expect(restores(lines())).toEqual([]);
});

test.each([
  [{ renameReplacement: undefined }, "renamePattern | "],
  [{ renamePattern: undefined }, "renameReplacement | "],
  [{ renamePattern: "(" }, "renamePattern | must be a regular expression that is valid in Java and in JavaScript"],
  [{ renameReplacement: "a$" }, "renameReplacement | must have a digit or {name} after each $"],
  [{ indexSettings: "[]" }, "indexSettings | "],
])("Check rejects %j", async (changed, reason) => {
  const program = Object.fromEntries(Object.entries({ ...copy, ...changed }).filter(([, value]) => value !== undefined));
  await expect(caseFixture(token).stack.up(program)).rejects.toThrow(reason);
});

test("a restore cannot be imported", async () => {
  await expect(caseFixture(token).stack.import("backups/daily/1")).rejects.toThrow("cannot be imported");
});

test("the preview check reports what a restore would overwrite", async () => {
  const { stack, lines, logged } = await fixture({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await stack.configure();
  const reason = expect.stringMatching(/^it would overwrite open indices: "orders" \(3 documents/) as string;
  expect(await failure(stack.previewUp(inPlace))).toMatchObject({ failures: [{ property: "", reason }] });
  await stack.previewUp({ ...copy, snapshot: "later" });
  expect(logged()).toEqual([{ severity: "warning", message: "The snapshot backups/later does not exist yet." }]);
  expect(restores(lines())).toEqual([]);
});
