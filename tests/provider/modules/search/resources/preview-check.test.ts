// Preview checks of pipelines, index templates and component templates. See docs/modules/search.md#preview-checks.
import type { HttpResponse } from "../../../../../provider/contract/http";
import { search } from "../../../../../provider/modules/search";
import { createSearchEmulator } from "../../../../emulators/search/index";
import { callerOf } from "../../../../emulators/search/caller";
import { inContext, requestContext } from "../../../../support/contexts";
import { clientOver, emulated, json, recorded, rejects, type Sent } from "../support";

/** Checks of previews on an emulator, or on a server with one response: the failures as they are shown, then the lines of the log. */
function server(response?: Partial<HttpResponse> | Parameters<typeof recorded>[0]) {
  const emulator = createSearchEmulator();
  const { send, sent } = response ? recorded(typeof response === "function" ? response : () => response) : emulated(emulator.handle);
  const check = async (kind: string, inputs: object, unknown: string[] = [], verb = "create") => {
    const context = requestContext();
    const request = { operation: verb, inputs, isUnknown: (key: string) => unknown.includes(key) };
    const within = { ...inContext(clientOver(send, undefined, context), context), differences: () => [] };
    const failures = await search.resources[kind]!.previewCheck!(request as never, within);
    return [...failures.map(({ property, reason }) => `${property}: ${reason}`), ...context.lines];
  };
  return {
    emulator,
    check,
    sent,
    pipeline: async (inputs: object) => check("SearchIngestPipeline", { name: "p", processors: ['{"drop":{}}'], ...inputs }),
    template: async (inputs: object = {}) => check("SearchIndexTemplate", { name: "t", indexPatterns: ["t-*"], ...inputs }),
    component: async (inputs: object) => check("SearchComponentTemplate", { name: "c", ...inputs }),
    bodies: () => sent.map(({ body }) => JSON.parse(String(body))),
  };
}

const responding = (body: unknown, status = 200) => server(json(body, status));
const rejecting = (reason: string, type = "illegal_argument_exception", status = 400) =>
  responding({ error: { type, reason }, status }, status);
const matching = (...patterns: (RegExp | string)[]) => patterns.map((pattern) => expect.stringMatching(pattern));

test("a valid pipeline is checked without documents", async () => {
  const { pipeline, sent, bodies } = server();
  expect(await pipeline({ onFailures: ['{"drop":{}}'], metadata: '{"a":1}', version: 3 })).toEqual([]);
  expect([sent[0]!.line, ...bodies()]).toEqual(["POST /_ingest/pipeline/_simulate", expect.objectContaining({ docs: [] })]);
});

const date = (more: object) => ({ date: { field: "a", formats: ["ISO8601"], locale: "en", ...more } });

test.each([
  ["one of several formats", date({ formats: ["yyyy", "yyyy-foo"] }), /Invalid format: \[yyyy-foo\]: Unknown pattern letter: f/],
  ["a handler", { lowercase: { field: "a", on_failure: [date({ locale: "german" })] } }, /Unknown language: german/],
  ["a processor of foreach", { foreach: { field: "a", processor: date({ locale: "german" }) } }, /Unknown language: german/],
  ["valid options", { kv: { field: "a", field_split: " ", value_split: "=" } }, undefined],
  ["a template", date({ locale: "{{{language}}}" }), undefined],
])("options that the server reads with the first document: %s: a warning, and no failure", async (_title, processor, reason) => {
  const { pipeline } = server();
  const expected = (place: string) => (reason ? matching(new RegExp(`^warning: Preview check: ${place}: .*${reason.source}`)) : []);
  expect(await pipeline({ processors: ['{"drop":{}}', JSON.stringify(processor)] })).toEqual(expected("processors\\[1\\]"));
  expect(await pipeline({ onFailures: [JSON.stringify(processor)] })).toEqual(expected("onFailures\\[0\\]"));
});

test.each(['{"pipeline":{"name":"absent"}}', '{"enrich":{"policy_name":"absent","field":"a","target_field":"b"}}'])(
  "a reference to an object that does not exist yet is no failure, and hides no other one: %s",
  async (processor) => {
    const { pipeline } = server();
    expect(await pipeline({ processors: [processor] })).toEqual([]);
    expect(await pipeline({ processors: [processor, '{"set":{"field":"a"}}'] })).toEqual(matching(/^processors\[1\]/));
  },
);

test("nor is a stored script", async () => {
  const error = { type: "resource_not_found_exception", reason: "unable to find script [x] in cluster state", processor_type: "script" };
  expect(await responding({ error, status: 404 }, 404).pipeline({})).toEqual([]);
});

test.each([
  [401, /^unauthenticated/],
  [403, /^permission_denied/],
  [404, /^failed_precondition/],
  [500, /^unavailable/],
])("HTTP %i is an error, which becomes a warning", async (status, code) => {
  await rejects(rejecting("no", "security_exception", status).pipeline({}), code);
  await rejects(responding("<html>", status).template(), code);
});

const reason = "Failed to parse mapping: analyzer [shop] has not been configured in mappings";
const emulator = createSearchEmulator();
callerOf(emulator)("PUT /orders", {});
const { send } = emulated(emulator.handle);
const rejected = json({ error: { type: "mapper_parsing_exception", reason }, status: 400 }, 400);
const over = (request: Sent) => (request.line.includes("_simulate") ? rejected : send(request));
const mappings = '{"properties":{"a":{"type":"text","analyzer":"shop"}}}';

test.each([
  [
    "SearchIndex",
    "create",
    { name: "new", mappings },
    [`warning: Preview check: index "new": mapper_parsing_exception: ${reason}, unless a template has what is missing.`],
  ],
  ["SearchIndex", "update", { name: "new", mappings }, []],
  ["SearchIndexMappings", "create", { index: "orders", mappings }, []],
  [
    "SearchTemplateCustomization",
    "create",
    { name: "logs@custom", mappings },
    [`warning: Preview check: logs@custom: mapper_parsing_exception: ${reason}, unless this update completes the template.`],
  ],
])("what another object may define is no failure: %s, %s", async (kind, verb, inputs, expected) => {
  expect(await server(over).check(kind, inputs, [], verb)).toEqual(expected);
});

test.each([
  ["SearchDataStreamLifecycle", { dataRetention: "7d" }],
  ["SearchDataStreamOptions", { failureStore: { enabled: true } }],
])("%s: a template with any priority is no conflict", async (kind, inputs) => {
  const { emulator, check } = server();
  emulator.indexTemplates.set("t", { index_patterns: ["logs-app"], composed_of: [], priority: 1_000_000, data_stream: {} });
  expect(await check(kind, { name: "logs-app", ...inputs })).toEqual([]);
});

test("a remote cluster that the same update may configure is no failure of a transform", async () => {
  const reason = "Validation Failed: 1: Error resolving remote source: no such remote cluster: [other];";
  const transform = {
    name: "t",
    source: { indices: ["other:users"] },
    dest: { index: "users" },
    latest: { uniqueKeys: ["id"], sort: "time" },
  };
  expect(await rejecting(reason, "validation_exception").check("SearchTransform", transform)).toEqual(
    matching(/^warning: .*no such remote cluster: \[other\]/),
  );
});

test("each reason of a list is a failure of its own, without a property if none is known", async () => {
  expect(await server().template({ indexPatterns: ["_t"], template: { settings: '{"number_of_shardz":1}' } })).toEqual(
    matching(/^indexPatterns: .*index_pattern \[_t\]/, /^template\.settings: .*unknown setting \[index\.number_of_shardz\]/),
  );
  expect(await rejecting("something else").template()).toEqual(matching(/^: .*something else/));
});

test("a valid template with a component is not simulated again, and gives a warning for what may depend on the component, which the same run may change", async () => {
  const { emulator, template, sent } = server();
  emulator.componentTemplates.set("stored", { template: {} });
  expect(await template({ composedOfs: ["stored"], template: { settings: "{}" } })).toEqual([]);
  expect(sent).toHaveLength(1);
  emulator.componentTemplates.set("stored", { template: { lifecycle: { data_retention: "7d" } } });
  expect(await template({ composedOfs: ["stored"] })).toEqual(matching(/^warning: .*lifecycle configuration/));
});

test("component templates are simulated as index templates that meet no other one; lifecycle and options apart, in a data stream", async () => {
  const { emulator, component, sent, bodies } = server();
  emulator.indexTemplates.set("all", { index_patterns: ["*"], composed_of: [], data_stream: {} });
  const whole = {
    settings: '{"number_of_shards":1}',
    mappings: '{"properties":{"@timestamp":{"type":"keyword"}}}',
    lifecycle: { dataRetention: "7d" },
    dataStreamOptions: { failureStore: { enabled: true } },
  };
  expect(await component({ template: whole })).toEqual([]);
  expect(bodies()).toMatchObject([{ template: { settings: {}, mappings: {} } }, { template: { lifecycle: {}, data_stream_options: {} } }]);
  // The largest number of the server keeps its digits.
  expect(sent[0]!.body).toContain('"priority":9223372036854775807');
  expect(emulator.indexTemplates.names()).toEqual(["all"]);
});

test.each([
  ["SearchIngestPipeline", "processors", {}],
  ["SearchIngestPipeline", "onFailures", {}],
  ["SearchIndexTemplate", "template", { indexPatterns: ["t-*"] }],
  ["SearchIndexTemplate", "composedOfs", { indexPatterns: ["t-*"] }],
  ["SearchIndexTemplate", "indexPatterns", {}],
  ["SearchComponentTemplate", "template", {}],
])("a %s with unknown %s is not sent", async (kind, unknown, inputs) => {
  const { check, sent } = server();
  expect(await check(kind, { name: "x", ...inputs }, [unknown])).toEqual([]);
  expect(sent).toEqual([]);
});
