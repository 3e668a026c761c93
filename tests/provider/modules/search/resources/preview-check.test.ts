// Preview checks of pipelines, index templates and component templates. See docs/modules/search.md#preview-checks.
import type { HttpResponse } from "../../../../../provider/contract/http";
import { SearchComponentTemplate } from "../../../../../provider/modules/search/resources/component-template";
import { SearchIndexTemplate } from "../../../../../provider/modules/search/resources/index-template";
import { SearchIngestPipeline } from "../../../../../provider/modules/search/resources/ingest-pipeline";
import { createSearchEmulator } from "../../../../emulators/search/index";
import { readAlone } from "../../../../support/contexts";
import { clientOver, emulated, failure, json, operation, recorded } from "../support";

const context = (send: ReturnType<typeof recorded>["send"], lines = operation()) => ({
  ...lines,
  client: clientOver(send, undefined, lines),
  load: readAlone,
  differences: () => [],
});
const pipeline = async (inputs: object, send = emulated(createSearchEmulator().handle).send, lines = operation()) =>
  SearchIngestPipeline.previewCheck!(
    { operation: "create", inputs: { name: "p", processors: ['{"drop":{}}'], ...inputs }, isUnknown: () => false },
    context(send, lines),
  );
const template = async (response: Partial<HttpResponse>, lines = operation()) =>
  SearchIndexTemplate.previewCheck!(
    { operation: "create", inputs: { name: "t", indexPatterns: ["t-*"] }, isUnknown: () => false },
    context(recorded(() => response).send, lines),
  );
const emulator = () => {
  const search = createSearchEmulator();
  return { search, ...emulated(search.handle) };
};
const composed = async (inputs: object, server = emulator(), lines = operation()) =>
  SearchIndexTemplate.previewCheck!(
    { operation: "create", inputs: { name: "t", indexPatterns: ["t-*"], ...inputs }, isUnknown: () => false },
    context(server.send, lines),
  );
const component = async (inputs: object, server = emulator()) =>
  SearchComponentTemplate.previewCheck!(
    { operation: "create", inputs: { name: "c", ...inputs }, isUnknown: () => false },
    context(server.send),
  );
const mappings = (properties: object): string => JSON.stringify({ properties });
const rejected = (reason: string, type = "illegal_argument_exception") => json({ error: { type, reason }, status: 400 }, 400);

test("a valid pipeline is checked without documents", async () => {
  const server = emulated(createSearchEmulator().handle);
  const inputs = { processors: ['{"set":{"field":"a","value":1}}'], onFailures: ['{"drop":{}}'], metadata: '{"a":1}', version: 3 };
  expect(await pipeline(inputs, server.send)).toEqual([]);
  expect(server.sent.map(({ line, body }) => [line, JSON.parse(String(body)).docs])).toEqual([["POST /_ingest/pipeline/_simulate", []]]);
});

describe("options that the server reads with the first document", () => {
  const date = (more: object): object => ({ date: { field: "a", formats: ["ISO8601"], locale: "en", ...more } });
  const cases: [title: string, processor: object, reason: string | undefined][] = [
    [
      "the default locale of the function",
      date({ locale: "ENGLISH" }),
      'processor "date": illegal_argument_exception: Unknown language: ENGLISH',
    ],
    ["one of several formats", date({ formats: ["yyyy", "yyyy-foo"] }), "Invalid format: [yyyy-foo]: Unknown pattern letter: f"],
    ["a pattern of kv", { kv: { field: "a", field_split: "[", value_split: "=" } }, "Unclosed character class near index 0"],
    ["a pattern of split", { split: { field: "a", separator: "(b" } }, "pattern_syntax_exception: Unclosed group near index 2"],
    ["a handler", { lowercase: { field: "a", on_failure: [date({ locale: "german" })] } }, "Unknown language: german"],
    ["a processor of foreach", { foreach: { field: "a", processor: date({ locale: "german" }) } }, "Unknown language: german"],
    ["valid options", date({}), undefined],
    ["other valid options", { kv: { field: "a", field_split: " ", value_split: "=", ignore_failure: true } }, undefined],
    ["a template", date({ locale: "{{{language}}}" }), undefined],
  ];

  test.each(cases)("%s: a warning, and no failure", async (_title, processor, reason) => {
    for (const inputs of [{ processors: ['{"drop":{}}', JSON.stringify(processor)] }, { onFailures: [JSON.stringify(processor)] }]) {
      const lines = operation();
      expect(await pipeline(inputs, undefined, lines)).toEqual([]);
      const place = "processors" in inputs ? "processors[1]" : "onFailures[0]";
      const start = `Preview check: ${place}: `;
      expect(lines.lines.map(({ severity, message }) => [severity, message.startsWith(start) && message.includes(reason ?? "-")])).toEqual(
        reason === undefined ? [] : [["warning", true]],
      );
    }
  });

  test("they are not simulated beside a rejected processor", async () => {
    const server = emulated(createSearchEmulator().handle);
    await pipeline({ processors: ['{"nope":{}}', JSON.stringify(date({ locale: "ENGLISH" }))] }, server.send);
    expect(server.sent).toHaveLength(1);
  });
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

test.each([
  [401, "unauthenticated"],
  [403, "permission_denied"],
  [404, "failed_precondition"],
  [500, "unavailable"],
])("HTTP %i is an error, which becomes a warning", async (status, code) => {
  const { send } = recorded(() => json({ error: { type: "security_exception", reason: "no" }, status }, status));
  expect((await failure(pipeline({}, send))).code).toBe(code);
  expect((await failure(template(json("<html>", status)))).code).toBe(code);
});

test.each<[property: string, reason: string, shown?: string]>([
  [
    "template.settings",
    "index_template [t] invalid, cause [Validation Failed: 1: unknown setting [index.number_of_shardz];]",
    "unknown setting",
  ],
  ["template.mappings", "invalid composite mappings for [t]"],
  ["template.aliases", "failed to parse filter for alias [a]"],
  [
    "indexPatterns",
    "index_template [t] invalid, cause [Validation Failed: 1: index_pattern [_x] must not start with '_';]",
    "index_pattern [_x]",
  ],
  ["template.lifecycle", "index template [t] specifies lifecycle configuration that can only be used in combination with a data stream"],
  ["", "something else"],
])("a rejected template fails at %j", async (property, reason, shown = reason) => {
  expect(await template(rejected(reason))).toMatchObject([{ property, reason: expect.stringContaining(shown) }]);
});

test("each reason of a list is a failure of its own", async () => {
  const settings = '{"number_of_shardz":1}';
  expect(await composed({ indexPatterns: ["_t"], template: { settings } })).toMatchObject([
    { property: "indexPatterns", reason: expect.stringContaining("index_pattern [_t] must not start with '_'. Correct") },
    { property: "template.settings", reason: expect.stringContaining("unknown setting [index.number_of_shardz]") },
  ]);
});

test("a processor that the server rejects with HTTP 500 is a failure", async () => {
  const cause = { type: "pattern_parse", reason: "Unable to parse pattern: x" };
  const error = { type: "exception", reason: `DissectException: ${cause.reason}`, processor_type: "drop", caused_by: cause };
  expect(await pipeline({}, recorded(() => json({ error, status: 500 }, 500)).send)).toEqual([
    {
      property: "processors[0]",
      reason:
        'Elasticsearch rejects the processor "drop": exception: DissectException: Unable to parse pattern: x. Correct the definition.',
    },
  ]);
});

describe("a template with components, which the same run may create or change", () => {
  const wrong = { template: { mappings: mappings({ a: { type: "txt" } }) } };

  test.each([["absent"], ["stored"]])("fails for errors that no content of the component %s can fix", async (name) => {
    const server = emulator();
    server.search.componentTemplates.set("stored", { template: {} });
    expect(await composed({ composedOfs: [name], ...wrong }, server)).toMatchObject([{ property: "template.mappings" }]);
    expect(server.sent.map(({ line }) => line)).toEqual(Array(2).fill("POST /_index_template/_simulate/t"));
    expect(server.sent.map(({ body }) => JSON.parse(String(body)).composed_of)).toEqual([[name], []]);
  });

  test("is not simulated again if it is valid", async () => {
    const server = emulator();
    server.search.componentTemplates.set("stored", { template: {} });
    expect(await composed({ composedOfs: ["stored"], template: { settings: "{}" } }, server)).toEqual([]);
    expect(server.sent).toHaveLength(1);
  });

  test("gives a warning for what may depend on the component", async () => {
    const lines = operation();
    const server = emulator();
    server.search.componentTemplates.set("stored", { template: { lifecycle: { data_retention: "7d" } } });
    expect(await composed({ composedOfs: ["stored"] }, server, lines)).toEqual([]);
    expect(lines.lines).toMatchObject([{ severity: "warning", message: expect.stringContaining("lifecycle configuration") }]);
  });
});

describe("component templates", () => {
  const whole = {
    settings: '{"number_of_shards":1}',
    mappings: mappings({ "@timestamp": { type: "keyword" } }),
    lifecycle: { dataRetention: "7d" },
    dataStreamOptions: { failureStore: { enabled: true } },
  };

  test("are simulated as index templates that meet no other one; lifecycle and options apart, in a data stream", async () => {
    const server = emulator();
    server.search.indexTemplates.set("all", { index_patterns: ["*"], composed_of: [], data_stream: {} });
    expect(await component({ template: whole }, server)).toEqual([]);
    const bodies = server.sent.map(({ line, body }) => [line, Object.keys(JSON.parse(String(body)).template)]);
    expect(bodies).toEqual([
      ["POST /_index_template/_simulate", ["settings", "mappings"]],
      ["POST /_index_template/_simulate", ["lifecycle", "data_stream_options"]],
    ]);
    // The largest number of the server keeps its digits.
    expect(server.sent[0]!.body).toContain('"priority":9223372036854775807');
    expect(server.search.indexTemplates.names()).toEqual(["all"]);
  });

  test.each([
    ["template.settings", { settings: '{"number_of_shardz":1}' }],
    ["template.mappings", { mappings: mappings({ a: { type: "txt" } }) }],
    ["template.aliases", { aliases: [{ name: "a b" }] }],
    ["template.lifecycle", { lifecycle: { dataRetention: "a week" } }],
  ])("fail at %s", async (property, part) => {
    expect(await component({ template: part })).toMatchObject([{ property }]);
  });

  test("are not sent while the template is unknown", async () => {
    const server = emulator();
    expect(await component({}, server)).toEqual([]);
    expect(server.sent).toEqual([]);
  });
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
  const request = { operation: "create" as const, inputs: { name: "p" }, isUnknown: (key: string) => key === name };
  expect(await SearchIngestPipeline.previewCheck!(request, context(server.send))).toEqual([]);
  expect(server.sent).toEqual([]);
});

test.each(["template", "composedOfs", "indexPatterns"])("a template with unknown %s is not sent", async (name) => {
  const server = recorded(() => json({}));
  const inputs = { name: "t", ...(name === "indexPatterns" ? {} : { indexPatterns: ["t-*"] }) };
  expect(
    await SearchIndexTemplate.previewCheck!({ operation: "create", inputs, isUnknown: (key) => key === name }, context(server.send)),
  ).toEqual([]);
  expect(server.sent).toEqual([]);
});
