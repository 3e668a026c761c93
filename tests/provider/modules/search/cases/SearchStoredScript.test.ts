/** Stored scripts. See docs/modules/search.md#stored-scripts. */
import type { JsonObject } from "../../../../emulators/exchange";
import { caseFixture } from "./server";

const token = "quartet:search:SearchStoredScript";
const total = { scriptId: "total", lang: "painless", source: "ctx.total = 1" };

/** A stack of one script, and the names of all scripts of the server. */
function fixture() {
  const stack = caseFixture(token);
  const stored = async (): Promise<JsonObject | undefined> => (await stack.find("/_scripts/total"))?.["script"] as JsonObject | undefined;
  return { ...stack, stored };
}

test("data 102: a pipeline refers to the script, which is created before and deleted after it", async () => {
  const { stack, another, stored, logged } = fixture();
  const pipeline = another("quartet:search:SearchIngestPipeline");
  await stack.up(total);
  await pipeline.up({ name: "uses", processors: [JSON.stringify({ script: { id: stack.outputs["scriptId"] } })] });
  await pipeline.destroy();
  await stack.destroy();
  expect(await stored()).toBeUndefined();
  expect(logged()).toEqual([]);
});

test("data 102: is deleted with a warning that names the pipelines which refer to it, at any depth", async () => {
  const { stack, call, stored, logged } = fixture();
  await stack.up(total);
  await call("PUT /_scripts/average", { script: { lang: "painless", source: "ctx.average = 1" } });
  await call("PUT /_ingest/pipeline/uses", { processors: [{ foreach: { field: "f", processor: { script: { id: "total" } } } }] });
  await call("PUT /_ingest/pipeline/other", { processors: [{ script: { id: "average" } }] });
  await stack.destroy();
  expect(await stored()).toBeUndefined();
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringMatching(/refer to the deleted script.*: uses\./) }]);
});

test("data 103: a compile error has the reason and the place in the script", async () => {
  const { stack } = fixture();
  const message = await stack.up({ ...total, source: " ", context: "ingest" }).catch(String);
  expect(message).toMatch(/script_exception: compile error\n[^]*\^---- HERE[^]*found no statements/);
});

test("data 104: one that another writer has deleted is gone", async () => {
  const { stack, call } = fixture();
  await stack.up(total);
  await call("DELETE /_scripts/total");
  expect(await stack.refresh()).toEqual(["gone"]);
});

test("data 106: one that exists and differs is not changed", async () => {
  const { stack, call, stored } = fixture();
  const other = { lang: "painless", source: "ctx.total = 9" };
  await call("PUT /_scripts/total", { script: other });
  await expect(stack.up(total)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining("differs in source") });
  expect(await stored()).toEqual(other);
});

test("data 130: a changed context writes the script again, and an import has none", async () => {
  const { stack, lines } = fixture();
  await stack.up(total);
  lines();
  expect(await stack.up({ ...total, context: "ingest" })).toBe("update");
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual(["PUT /_scripts/total/ingest"]);
  expect(await stack.refresh()).toEqual([]);
  await stack.import("total");
  expect(stack.inputs).toEqual(total);
});

test.each([
  ["a".repeat(513), "at most 512 bytes"],
  ["a,b", "must not contain"],
  [" a", "must not begin with whitespace"],
])("the ID %p is rejected", async (scriptId, reason) => {
  await expect(fixture().stack.up({ ...total, scriptId })).rejects.toThrow(reason);
});
