/** Pipelines, templates and policies beyond the tables of lifecycle.test.ts: IDs, responses, deletion of what is in use, violations. See docs/modules/search.md#resources. */
import { failure, json, rejects, uuid } from "../support";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../../support/virtual-time";
import { rejection, stackFixture, type StackFixture } from "./stack-fixture";

const pipelineType = "SearchIngestPipeline";
const part = '{"b":12345678901234567890,"10":1.0,"9":[1e30]}';
const set = `{"set":${part}}`;
const pipeline = { name: "app", processors: ['{"drop":{}}'] };

test("JSON texts are as they were received, digit by digit and key by key, without members of the server", async () => {
  const { stack, override } = stackFixture(pipelineType);
  const response =
    `{"app":{"processors":[{"drop":{}}, ${set},{"new":{"deep":{"er":[1]}}}],"on_failure":[${set}],"_meta":${part},"created_date":"x","modified_date":"y",` +
    '"created_date_millis":1,"modified_date_millis":2}}';
  override.set("GET /_ingest/pipeline/app", json(response));
  await stack.import("app");
  const processors = ['{"drop":{}}', set, '{"new":{"deep":{"er":[1]}}}'];
  expect(stack.inputs).toEqual({ name: "app", processors, onFailures: [set], metadata: part });
});

test.each(["", "uu/", " ", "uu/ ", "a*", "uu/a,b", "_all"])("IDs: %j is rejected", async (id) => {
  const { stack, lines } = stackFixture(pipelineType);
  await rejects(stack.import(id), /^invalid_argument: Invalid import ID.*Use <cluster_uuid>\/<name>/);
  expect(lines()).toEqual([]);
});

test("IDs: of another cluster: the error names both, and what to do", async () => {
  const other = "AAAAAAAAAAAAAAAAAAAAAA";
  const failure = new RegExp(`^failed_precondition: (?=[^]*${other})(?=[^]*${uuid})[^]*pulumi state delete`);
  await rejects(stackFixture(pipelineType).stack.import(`${other}/app`), failure);
});

test.each(["a*", "a,b", "_all"])("IDs: the pattern %s is never deleted", async (name) => {
  const { stack, lines } = stackFixture(pipelineType);
  await stack.up(pipeline);
  stack.stored!.id = `${uuid}/${name}`;
  lines();
  await rejects(stack.destroy(), /^invalid_argument/);
  expect(lines()).toEqual([]);
});

const usedPipeline = ({ emulator }: StackFixture) => {
  for (let i = 10; i < 32; i++) emulator.putIndex(`logs-${i}`, { "index.default_pipeline": "app", "index.hidden": i === 11 });
  emulator.putIndex("last", { "index.final_pipeline": "app" });
  emulator.putIndex("other", { "index.default_pipeline": "b" });
};
const usedComponent = ({ emulator }: StackFixture) => {
  const template = (more: object) => ({ index_patterns: ["a-*"], composed_of: ["other", "app"], ...more });
  emulator.indexTemplates.set("logs", template({}));
  emulator.indexTemplates.set("metrics", template({}));
  emulator.indexTemplates.set("optional", template({ ignore_missing_component_templates: ["app"] }));
};
const rows: [type: string, inputs: object, use: (fixture: StackFixture) => void, message: RegExp][] = [
  [
    pipelineType,
    pipeline,
    usedPipeline,
    /pipeline \[app\] cannot be deleted because it is the default pipeline.*\nIndices with this pipeline in `index\.default_pipeline`: logs-10, logs-11, (logs-\d\d, ){17}logs-29 and 2 more\. Indices with this pipeline in `index\.final_pipeline`: last\. Set them to another pipeline or to `_none`/,
  ],
  [
    "SearchComponentTemplate",
    { name: "app", template: {} },
    usedComponent,
    /component templates \[app\] cannot be removed.*\nIndex templates that use it: logs, metrics\. Remove the component from `composedOfs` of these templates, or delete them, first\.$/,
  ],
];

test.each(rows)(
  "deletion of what is in use: %s: the error names all users and the remedy, and is the server's if they cannot be read",
  async (...row) => {
    const [type, inputs, use, message] = row;
    const fixture = stackFixture(type);
    const { stack, override, lines } = fixture;
    await stack.up(inputs);
    use(fixture);
    const error = await failure(stack.destroy());
    expect(error).toMatchObject({ code: "failed_precondition", message: expect.stringMatching(message) });
    override.set(lines().at(-1)!, rejection("no", 403, "security_exception"));
    expect((await failure(stack.destroy())).message).toBe(error.message.split("\n")[0]);
  },
);

test.each([
  [
    pipelineType,
    { name: "a*", processors: ["{}", "[]", "x"], onFailures: [], metadata: "1", version: 1.5, timeouts: { create: "soon" } },
    [
      /^metadata \| not a JSON object/,
      /^name \| must not be blank and must not contain/,
      /^onFailures \| expected at least one entry; got none$/,
      /^processors\[1\] \| .*not a JSON object: got a list/,
      /^processors\[2\] \| .*not a JSON object/,
      /^timeouts\.create \| .*expected a time limit/,
      /^version \| expected a whole number; got 1\.5$/,
    ],
  ],
  [
    "SearchIndexTemplate",
    {
      name: "a,b",
      indexPatterns: [],
      priority: -1,
      version: 0.5,
      metadata: "[]",
      template: { settings: "x", mappings: "1", aliases: [{ name: "a", filter: "[]" }, { name: "a" }] },
      timeouts: { delete: "1 h" },
    },
    [
      /^indexPatterns \|/,
      /^metadata \|/,
      /^name \|/,
      /^priority \|/,
      /^template\.aliases \| .*two aliases have the name "a"/,
      /^template\.aliases\[0\]\.filter \|/,
      /^template\.mappings \|/,
      /^template\.settings \|/,
      /^timeouts\.delete \|/,
      /^version \|/,
    ],
  ],
  [
    "SearchEnrichPolicy",
    { name: "", policyType: "match", indices: [], matchField: "x".repeat(256), enrichFields: [], query: "[]" },
    [
      /^enrichFields \| expected at least one entry/,
      /^indices \| expected at least one/,
      /^matchField \| expected at most 255/,
      /^name \| must not be empty/,
      /^query \| not a JSON object/,
    ],
  ],
])("%s: all violations are reported at once: %j", async (type, inputs, violations) => {
  const { message } = (await stackFixture(type)
    .stack.up(inputs)
    .catch((error: unknown) => error)) as Error;
  expect(message.split("\n")).toEqual(violations.map((violation) => expect.stringMatching(violation)));
});

const policy = { repository: "repo", schedule: "1d" };
const registration = { fs: { location: "b" }, verify: false };

test.each([
  ["SearchSnapshotLifecyclePolicy", "PUT /_slm/policy/own", policy, { ...policy, schedule: "2d" }],
  ["SearchSnapshotRepository", "PUT /_snapshot/own?verify=false", registration, { ...registration, fs: { location: "c" } }],
])("%s: writes that not all nodes have confirmed are awaited", async (kind, put, first, second) => {
  const repository = { "PUT /_snapshot/repo?verify=false": { type: "fs", settings: { location: "a" } } };
  const { stack, override, sent, call } = stackFixture(kind, {}, repository);
  const get = put.replace("PUT", "GET").replace(/\?.*/, "");
  useVirtualTime();
  for (const program of [first, second]) {
    const { status, body } = call(get);
    let stale = Infinity;
    override.set(get, () => (stale-- > 0 ? json(body, status) : undefined));
    override.set(put, () => {
      call(put, JSON.parse(String(sent.at(-1)!.body)));
      stale = 3;
      return json({ acknowledged: false });
    });
    await inVirtualTime(stack.up({ name: "own", ...program }));
    override.clear();
    expect(stack.outputs).toMatchObject(program);
    expect(await inVirtualTime(stack.refresh())).toEqual([]);
  }
  useRealTime();
});
