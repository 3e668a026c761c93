/** Mistakes that a preview finds before anything is written, and definitions in which it finds none. See docs/modules/search.md#preview-checks. */
import { broken } from "./definitions/broken";
import { correct } from "./definitions/correct";
import { caseFixture, hasModules, type CaseFixture } from "./server";

const ofModules = /^Search(?:DataStream|IndexLifecyclePolicy)/;
const isSupported = (kind: string): boolean => hasModules || !ofModules.test(kind);

/** A stack with preview checks, over a server with two indices, an alias, and a data stream. */
async function fixture(kind: string): Promise<CaseFixture> {
  const all = caseFixture(kind, { QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  await all.call("PUT /orders", { mappings: { properties: { customer: { type: "keyword" } } }, aliases: { current: {} } });
  await all.call("PUT /more");
  if (hasModules) {
    await all.call("PUT /_index_template/logs", { index_patterns: ["logs-*"], data_stream: {} });
    await all.call("PUT /_data_stream/logs-app");
  }
  await all.stack.configure();
  return all;
}

/** Returns what the preview reports: its failure, else its warnings. */
async function reported({ stack, logged }: CaseFixture, inputs: object): Promise<string> {
  const failure = await stack.previewUp(inputs).then(() => "", String);
  return `${failure}${logged()}`;
}

/** The emulator neither resolves analyzers nor compiles scripts. */
const needsNode = ["an analyzer that is not defined", "a script that does not compile"];
const mistakes = Object.entries(broken).flatMap(([kind, rows]) => rows.map((row) => [kind, ...row] as const));
const definitions = Object.entries(correct).flatMap(([kind, all]) => all.map((inputs) => [kind, inputs] as const));
const found = mistakes.filter(([kind, mistake]) => isSupported(kind) && !(hasModules && needsNode.includes(mistake)));

for (const [kind, mistake, inputs, missed] of found)
  test(`${kind}: ${mistake}`, async () => {
    const all = await fixture(kind);
    all.writes();
    expect((await reported(all, inputs)) !== "").toBe(missed === undefined);
    expect(all.writes().filter((line) => !/_simulate|dry_run=true/.test(line))).toEqual([]);
  });

test.each(definitions.filter(([kind]) => isSupported(kind)))("%s: %j is accepted without a warning", async (kind, inputs) => {
  const all = await fixture(kind);
  expect(await reported(all, inputs)).toBe("");
  await all.stack.up(inputs);
});

test("the figures of docs/modules/search.md", () => {
  expect([mistakes.length, mistakes.filter(([, , , missed]) => missed === undefined).length, definitions.length]).toEqual([50, 48, 50]);
});
