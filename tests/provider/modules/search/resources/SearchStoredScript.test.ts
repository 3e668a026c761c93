/** Search templates, which the real node is built without, on the emulator. See docs/modules/search.md#stored-scripts. */
import { stackFixture } from "./stack-fixture";

test("data 105: the source of a search template is compared as JSON", async () => {
  const { stack, emulator } = stackFixture("quartet:search:SearchStoredScript");
  const template = (source: string): object => ({ scriptId: "by-level", lang: "mustache", source });
  await stack.up(template('{"query":{"term":{"level":"{{level}}"}},"size":5}'));
  expect(emulator.scripts.has("by-level")).toBe(true);
  const spaced = template('{ "size": 5, "query": { "term": { "level": "{{level}}" } } }');
  expect(await stack.preview(spaced)).toEqual([]);
  expect(await stack.up(spaced)).toBe("same");
  expect(await stack.refresh()).toEqual([]);
});
