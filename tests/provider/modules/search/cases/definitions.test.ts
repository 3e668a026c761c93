/** Mistakes that a preview finds before anything is written, and definitions in which it finds none. See docs/modules/search.md#preview-checks. */
import samples from "../../../../samples/processors.json";
import { broken } from "./definitions/broken";
import { correct } from "./definitions/correct";
import templates from "./definitions/templates.json";
import { caseFixture, hasModules, type CaseFixture } from "./server";

const ofModules = /^Search(?:DataStream|IndexLifecyclePolicy)/;
const ofTemplates = /^Search(?:IngestPipeline|(?:Index|Component)Template)$/;
const isSupported = (kind: string) => hasModules || !ofModules.test(kind);

/** A stack with preview checks, over a server with two templates, or with two indices, an alias, and a data stream. */
async function fixture(kind: string) {
  const all = caseFixture(kind, { QUARTET_SEARCH_PREVIEW_CHECKS: "true" });
  if (ofTemplates.test(kind)) {
    await all.call("PUT /_component_template/stored", { template: { mappings: { properties: { level: { type: "keyword" } } } } });
    await all.call("PUT /_index_template/taken", { index_patterns: ["taken-*"], priority: 50 });
  } else {
    await all.call("PUT /orders", { mappings: { properties: { customer: { type: "keyword" } } }, aliases: { current: {} } });
    await all.call("PUT /more");
    if (hasModules) {
      await all.call("PUT /_index_template/logs", { index_patterns: ["logs-*"], data_stream: {} });
      await all.call("PUT /_data_stream/logs-app");
    }
  }
  await all.stack.configure();
  return all;
}

/** Returns what the preview reports: its failure, else its warnings. */
async function reported({ stack, logged }: CaseFixture, inputs: object) {
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

/** Inputs that are JSON texts; they are objects in the table. */
const texts = new Set(["metadata", "settings", "mappings", "filter"]);
const lists = new Set(["processors", "onFailures"]);

function withTexts(key: string, member: unknown) {
  if (texts.has(key)) return JSON.stringify(member);
  return lists.has(key) ? (member as unknown[]).map((entry) => JSON.stringify(entry)) : member;
}

const preview = async (kind: string, inputs: object) =>
  reported(await fixture(kind), { name: "preview", ...JSON.parse(JSON.stringify(inputs, withTexts)) });

/** The emulator checks neither scripts nor what definitions refer to. */
const brokenTemplates = templates.broken.filter(({ isOfNodeOnly = false }) => !(isOfNodeOnly && hasModules));

test.each(brokenTemplates)("$kind: $case is a failure of $property", async ({ kind, inputs, property }) => {
  expect(await preview(kind, inputs)).toMatch(`InvalidInputsError: ${property}: `);
});

test.each(templates["broken but accepted"])("$kind: $case is a warning", async ({ kind, inputs, warning }) => {
  expect(await preview(kind, inputs)).toMatch(warning ?? /^$/);
});

test.each(templates.valid)("$kind: $case is valid", async ({ kind, inputs }) => {
  expect(await preview(kind, inputs)).toMatch(/^(?:warning: |$)/);
});

/** Processors of modules that the node is built without, and of later versions; normalize_for_stream is behind a feature flag. */
const unknown =
  "attachment cef circle enrich geo_grid geoip inference ip_location normalize_for_stream recover_failure_document user_agent".split(" ");

test.each(samples.filter(({ processor }) => !unknown.includes(processor)))(
  "the text of $name is valid, and stored unchanged",
  async ({ json }) => {
    const all = await fixture("SearchIngestPipeline");
    const program = { name: "preview", processors: [json] };
    expect(await reported(all, program)).toMatch(/^(?:warning: |$)/);
    await all.stack.up(program);
    await all.settled(program);
    await all.stack.import("preview");
    expect(await all.stack.preview(program)).toEqual([]);
  },
);
