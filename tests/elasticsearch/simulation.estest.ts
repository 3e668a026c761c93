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

it("reports the processors that failed, also where a handler did its work", async () => {
  const handled = '{"rename":{"field":"none","target_field":"x","tag":"mine","on_failure":[{"set":{"field":"e","value":1}}]}}';
  const inner = { processors: [{ grok: { field: "message", patterns: ["%{IP:ip}"], tag: "g", ignore_failure: true } }] };
  await good(restOf(url)("PUT /_ingest/pipeline/inner", inner));
  const definition = { processors: [handled, grok, '{"pipeline":{"name":"inner"}}'], onFailures: ['{"pipeline":{"name":"inner"}}'] };
  const failures = [
    { position: "processors[0]", type: "rename", tag: "mine", reason: "illegal_argument_exception: field [none] doesn't exist" },
    { position: "processors[1]", type: "grok", reason: expect.stringContaining("do not match field value: [nothing]") },
    { position: "onFailures[0]", type: "grok", tag: "g", reason: expect.stringContaining("do not match field value: [nothing]") },
  ];
  const documents = ['{"message":"nothing"}', '{"message":"10.0.0.1 200","none":1}'];
  const { results, failed } = await run({ ...definition, documents, verbose: true });
  expect(failed).toBe(0);
  expect(results).toMatchObject([
    { document: expect.stringContaining('"e":1'), failures },
    { document: expect.stringContaining('"x":1'), failures: [] },
  ]);
  const texts = ({ processors, onFailures }: typeof definition): object => ({
    processors: processors.map((text) => JSON.parse(text) as object),
    on_failure: onFailures.map((text) => JSON.parse(text) as object),
  });
  await good(restOf(url)("PUT /_ingest/pipeline/stored", texts(definition)));
  expect((await run({ name: "stored", documents, verbose: true }))["results"]).toEqual(results);
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
