/** Checks of transforms: those of the program, and those of the server in a preview. See docs/modules/search-access.md#transforms. */
import { stackFixture, type StackFixture } from "./stack-fixture";

const pivot = { groupBy: '{"airline":{"terms":{"field":"airline"}}}', aggregations: '{"avg":{"avg":{"field":"responsetime"}}}' };
const latest = { uniqueKeys: ["airline"], sort: "time" };
const once = { name: "airlines", source: { indices: ["data"] }, dest: { index: "by-airline" }, pivot };

function withData(environment: Record<string, string> = {}): StackFixture {
  const fixture = stackFixture("quartet:search:SearchTransform", {}, environment);
  fixture.emulator.putIndex("data");
  return fixture;
}

test.each<[string, object, string]>([
  ["a name with a dot", { name: "a.b" }, "must have 1 to 64"],
  ["both functions", { latest }, "pivot"],
  ["a short frequency", { frequency: "500ms" }, "must be at least 1s and at most 1h"],
  ["a long frequency", { frequency: "61m" }, "must be at least 1s and at most 1h"],
  ["a short age", { retentionPolicy: { time: { field: "a", maxAge: "59s" } } }, "must be at least 60s"],
  ["retries beside unattended", { settings: { unattended: true, numFailureRetries: 3 } }, "cannot be combined with unattended"],
  ["a small page", { settings: { maxPageSearchSize: 9 } }, "maxPageSearchSize"],
  ["no documents per second", { settings: { docsPerSecond: 0 } }, "must be greater than 0"],
  ["a member of a property", { otherMembers: '{"_meta":{}}' }, 'the member "_meta" is written by metadata'],
  ["a setting of a property", { settings: { otherMembers: '{"unattended":true}' } }, 'the member "unattended" is written by unattended'],
  ["a repeated key", { pivot: undefined, latest: { uniqueKeys: ["a", "a"], sort: "t" } }, 'contains "a" twice'],
])("%s is rejected before any request", async (_what, part, reason) => {
  const { stack, sent } = withData();
  await expect(stack.up({ ...once, ...part })).rejects.toThrow(reason);
  expect(sent).toEqual([]);
});

describe("preview checks", () => {
  const checked = (): StackFixture => withData({ QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  test.each<[string, object, string]>([
    [
      "a duplicate field",
      { pivot: { ...pivot, aggregations: '{"airline":{"avg":{"field":"a"}}}' } },
      "pivot: Elasticsearch rejects the definition",
    ],
    ["an unknown parameter", { pivot: { ...pivot, groupBy: '{"a":{"terms":{"fild":"a"}}}' } }, "pivot: Elasticsearch rejects"],
    ["an unknown setting", { settings: { otherMembers: '{"fast":true}' } }, "Elasticsearch rejects the definition"],
  ])("%s is a failure at its property", async (_what, part, message) => {
    const stack = await checked().stack.configure();
    await expect(stack.previewUp({ ...once, ...part })).rejects.toThrow(message);
  });

  test("a source that does not exist yet is a warning", async () => {
    const { stack, logged } = checked();
    await stack.configure();
    await stack.previewUp({ ...once, source: { indices: ["later"] } });
    expect(logged().map(({ message }) => message)).toEqual([expect.stringContaining("no such index [later]")]);
  });
});
