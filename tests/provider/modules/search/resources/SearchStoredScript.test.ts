/** Stored scripts. See docs/modules/search.md#stored-scripts. */
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchStoredScript";
const total = { scriptId: "total", lang: "painless", source: "ctx.total = 1" };

test("data 102: is deleted with a warning that names the pipelines which refer to it, at any depth", async () => {
  const { stack, emulator, logged } = stackFixture(token);
  await stack.up(total);
  const nested = { foreach: { field: "f", processor: { script: { id: "total" } } } };
  emulator.pipelines.set("uses", { processors: [nested] });
  emulator.pipelines.set("other", { processors: [{ script: { id: "average" } }] });
  await stack.destroy();
  expect(emulator.scripts.names()).toEqual([]);
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringMatching(/refer to the deleted script.*: uses\./) }]);
});

test("data 103: a compile error has the reason and the place in the script", async () => {
  const { stack } = stackFixture(token);
  const message = await stack.up({ ...total, source: " " }).catch(String);
  expect(message).toMatch(/script_exception: compile error\n[^]*\^---- HERE[^]*found no statements/);
});

test("data 106: one that exists and differs is not changed", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.scripts.set("total", { lang: "painless", source: "ctx.total = 9" });
  await expect(stack.up(total)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining("differs in source") });
  expect(emulator.scripts.get("total")).toEqual({ lang: "painless", source: "ctx.total = 9" });
});

test("a changed context writes the script again", async () => {
  const { stack, lines } = stackFixture(token);
  await stack.up(total);
  lines();
  expect(await stack.up({ ...total, context: "ingest" })).toBe("update");
  expect(lines().filter((line) => line.startsWith("PUT"))).toEqual(["PUT /_scripts/total/ingest"]);
  expect(await stack.refresh()).toEqual([]);
});

test.each([
  ["a".repeat(513), "at most 512 bytes"],
  ["a,b", "must not contain"],
  [" a", "must not begin with whitespace"],
])("the ID %p is rejected", async (scriptId, reason) => {
  await expect(stackFixture(token).stack.up({ ...total, scriptId })).rejects.toThrow(reason);
});
