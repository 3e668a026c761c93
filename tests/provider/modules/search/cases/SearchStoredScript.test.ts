/** Stored scripts. See docs/modules/search.md#stored-scripts. */
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const kind = "SearchStoredScript";
const total = { scriptId: "total", lang: "painless", source: "ctx.total = 1" };
const script = (source: string) => ({ script: { lang: "painless", source } });
/** The source of a search template, which the real node is built without. */
const template = (source: string) => ({ scriptId: "by-level", lang: "mustache", source });

scenarios(
  kind,
  {
    "data 102: is deleted with a warning that names the pipelines which refer to it, at any depth": {
      other: {
        "PUT /_scripts/average": script("ctx.average = 1"),
        "PUT /_ingest/pipeline/uses": { processors: [{ foreach: { field: "f", processor: { script: { id: "total" } } } }] },
        "PUT /_ingest/pipeline/other": { processors: [{ script: { id: "average" } }] },
      },
      next: "destroy",
      logged: /^warning: .*refer to the deleted script.*: uses\./,
      kept: { "/_scripts/total": undefined },
    },
    "data 103: a compile error has the reason and the place in the script": {
      members: { source: " ", context: "ingest" },
      error: /script_exception: compile error\n[^]*\^---- HERE[^]*found no statements/,
    },
    "data 105: the source of a search template is compared as JSON": {
      emulator: {},
      program: template('{"query":{"term":{"level":"{{level}}"}},"size":5}'),
      next: template('{ "size": 5, "query": { "term": { "level": "{{level}}" } } }'),
      done: "same",
    },
    "the source of another language is text, although it is JSON as well": {
      program: { ...total, source: "1" },
      change: { source: "1.0" },
      writes: ["PUT /_scripts/total"],
    },
    "a language that the server lacks": {
      members: { lang: "nope" },
      error: /unsupported lang \[nope\]\nThe server has no module for this language\./,
    },
    "data 130: a changed context writes the script again": {
      change: { context: "ingest" },
      writes: ["PUT /_scripts/total/ingest"],
    },
    "data 130: an import has none": {
      before: { "PUT /_scripts/total/ingest": script(total.source) },
      imported: "total",
      inputs: total,
    },
  },
  { program: total },
);

test("data 102: a pipeline refers to the script, which is created before and deleted after it", async () => {
  const { stack, another, logged } = caseFixture(kind);
  const pipeline = another("SearchIngestPipeline");
  await stack.up(total);
  await pipeline.up({ name: "uses", processors: ['{"script":{"id":"total"}}'] });
  await pipeline.destroy();
  await stack.destroy();
  expect(logged()).toBe("");
});

rejections(kind, total, [
  ["the ID", { scriptId: "a".repeat(513) }, /at most 512 bytes/],
  ["the ID", { scriptId: "a,b" }, /must not contain/],
  ["the ID", { scriptId: " a" }, /must not begin with whitespace/],
]);
