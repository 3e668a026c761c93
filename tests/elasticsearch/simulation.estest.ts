/** `simulateSearchIngestPipeline` through the built plugin on the real node. See docs/modules/search.md#simulatesearchingestpipeline. */
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const token = "quartet:search:simulateSearchIngestPipeline";
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

beforeEach(() => clean(overHttp(url)));

const run = (args: Properties): Promise<Properties> => fixture.rpc.resultOf(token, args);
const grok = '{"grok":{"field":"message","patterns":["%{IP:client} %{NUMBER:status:int}"]}}';

it("returns what a pipeline parses, what it drops, and why it fails", async () => {
  const documents = [
    '{"message":"10.0.0.1 200"}',
    '{"message":"nothing"}',
    '{"_source":{"message":"10.0.0.2 1"},"_index":"logs","_id":"7"}',
  ];
  const drop = '{"drop":{"if":"ctx.status == 1"}}';
  expect(await run({ processors: [grok, drop], documents })).toEqual({
    failed: 1,
    results: [
      { dropped: false, document: expect.stringContaining('"status":200'), index: "_index", id: "_id" },
      { dropped: false, error: expect.stringContaining("Provided Grok expressions do not match field value: [nothing]") },
      { dropped: true },
    ],
  });
});

it("runs a stored pipeline, whose documents keep their digits", async () => {
  await good(restOf(url)("PUT /_ingest/pipeline/p", { processors: [{ lowercase: { field: "a" } }] }));
  const { results } = await run({ name: "p", documents: ['{"_source":{"a":"X","n":123456789012345678},"_index":"i","_id":"1"}'] });
  expect(results).toEqual([{ dropped: false, document: expect.stringContaining("123456789012345678"), index: "i", id: "1" }]);
});

it("names every rejected processor by its index", async () => {
  const inner = '{"foreach":{"field":"x","processor":{"rename":{"field":"a"}}}}';
  const script = '{"script":{"source":"ctx.a = ;"}}';
  const { failures } = await fixture.rpc.invoke(token, { processors: [grok, '{"set":{"field":"a"}}', inner, script], documents: ["{}"] });
  expect(failures.map(({ property }) => property)).toEqual(["processors[1]", "processors[2]", "processors[3]"]);
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("[value] required property is missing"),
    expect.stringContaining("[target_field] required property is missing"),
    expect.stringContaining("compile error"),
  ]);
});
