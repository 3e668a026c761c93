// Preview checks of pipelines and index templates. See docs/modules/search.md#preview-checks.
import type { HttpResponse } from "../../../../../provider/core/http-types";
import { SearchIndexTemplate } from "../../../../../provider/modules/search/resources/index-template";
import { SearchIngestPipeline } from "../../../../../provider/modules/search/resources/ingest-pipeline";
import { createSearchEmulator } from "../../../../emulators/search/index";
import { clientOver, emulated, failure, json, operation, recorded } from "../support";

const context = (send: ReturnType<typeof recorded>["send"], lines = operation()) => ({
  ...lines,
  client: clientOver(send, undefined, lines),
  differences: () => [],
});
const pipeline = async (inputs: object, send = emulated(createSearchEmulator().handle).send) =>
  SearchIngestPipeline.previewCheck!(
    { inputs: { name: "p", processors: ['{"drop":{}}'], ...inputs }, isUnknown: () => false },
    context(send),
  );
const template = async (response: Partial<HttpResponse>, lines = operation()) =>
  SearchIndexTemplate.previewCheck!(
    { inputs: { name: "t", indexPatterns: ["t-*"] }, isUnknown: () => false },
    context(recorded(() => response).send, lines),
  );
const rejected = (reason: string, type = "illegal_argument_exception") => json({ error: { type, reason }, status: 400 }, 400);

test("a sound pipeline is validated without documents", async () => {
  const server = emulated(createSearchEmulator().handle);
  const inputs = { processors: ['{"set":{"field":"a","value":1}}'], onFailures: ['{"drop":{}}'], metadata: '{"a":1}', version: 3 };
  expect(await pipeline(inputs, server.send)).toEqual([]);
  expect(server.sent.map(({ line, body }) => [line, JSON.parse(String(body)).docs])).toEqual([["POST /_ingest/pipeline/_simulate", []]]);
});

test("each rejected processor is named by its index", async () => {
  const processors = ['{"drop":{}}', '{"set":{"field":"a"}}', '{"set":{"field":"a","value":1,"zz":2}}'];
  expect((await pipeline({ processors, onFailures: ['{"nope":{}}'] })).map(({ property }) => property)).toEqual([
    "processors[1]",
    "processors[2]",
  ]);
  expect(await pipeline({ onFailures: ['{"nope":{}}'] })).toMatchObject([{ property: "onFailures[0]" }]);
});

test.each([
  ["a pipeline", '{"pipeline":{"name":"absent"}}'],
  ["an enrich policy", '{"enrich":{"policy_name":"absent","field":"a","target_field":"b"}}'],
])("a reference to %s that does not exist yet is no failure, and hides no other one", async (_name, processor) => {
  expect(await pipeline({ processors: [processor] })).toEqual([]);
  expect(await pipeline({ processors: [processor, '{"set":{"field":"a"}}'] })).toMatchObject([{ property: "processors[1]" }]);
});

test("a stored script that does not exist yet is no failure", async () => {
  const error = { type: "resource_not_found_exception", reason: "unable to find script [x] in cluster state", processor_type: "script" };
  expect(await pipeline({}, recorded(() => json({ error, status: 404 }, 404)).send)).toEqual([]);
});

test.each([401, 403, 404, 500])("HTTP %i is an error, which becomes a warning", async (status) => {
  const { send } = recorded(() => json({ error: { type: "security_exception", reason: "no" }, status }, status));
  await failure(pipeline({}, send));
  await failure(template(json("<html>", status)));
});

test.each([
  ["template.settings", "index_template [t] invalid, cause [Validation Failed: 1: unknown setting [index.number_of_shardz];]"],
  ["template.mappings", "invalid composite mappings for [t]"],
  ["template.aliases", "failed to parse filter for alias [a]"],
  ["indexPatterns", "index_template [t] invalid, cause [Validation Failed: 1: index_pattern [_x] must not start with '_';]"],
  ["template.lifecycle", "index template [t] specifies lifecycle configuration that can only be used in combination with a data stream"],
  ["", "something else"],
])("a rejected template fails at %j", async (property, reason) => {
  expect(await template(rejected(reason))).toMatchObject([{ property, reason: expect.stringContaining(reason) }]);
});

test("a component template that does not exist yet is no failure", async () => {
  const reason = "index template [t] specifies component templates [c] that do not exist";
  expect(await template(rejected(`index_template [t] invalid, cause [${reason}]`, "invalid_index_template_exception"))).toEqual([]);
});

test("a template with the patterns and the priority of another one is a warning, because the run may change that one", async () => {
  const lines = operation();
  expect(await template(rejected("index template [t] has index patterns [t-*] that have the same priority [5]"), lines)).toEqual([]);
  expect(lines.lines).toMatchObject([{ severity: "warning", message: expect.stringContaining("same priority") }]);
});

test.each(["processors", "onFailures"])("a pipeline with unknown %s is not sent", async (name) => {
  const server = recorded(() => json({}));
  const request = { inputs: { name: "p" }, isUnknown: (key: string) => key === name };
  expect(await SearchIngestPipeline.previewCheck!(request, context(server.send))).toEqual([]);
  expect(server.sent).toEqual([]);
});

test.each(["template", "composedOfs", "indexPatterns"])("a template with unknown %s is not sent", async (name) => {
  const server = recorded(() => json({}));
  const inputs = { name: "t", ...(name === "indexPatterns" ? {} : { indexPatterns: ["t-*"] }) };
  expect(await SearchIndexTemplate.previewCheck!({ inputs, isUnknown: (key) => key === name }, context(server.send))).toEqual([]);
  expect(server.sent).toEqual([]);
});
