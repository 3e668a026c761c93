// Updates of objects that other writers changed: members that are undeclared or ignored are kept, and reset members are reported.
// See docs/protocol.md#update.
import { ProviderError } from "../../../../../provider/core/errors";
import { stacked, type Stacked } from "./stacked";

const pipelinePath = "/_ingest/pipeline/app";
const templatePath = "/_index_template/logs-app";
const headers = { "content-type": "application/json" };

/** Writes to the emulator as another client does. */
async function put({ emulator }: Stacked, path: string, body: object): Promise<void> {
  const reply = await emulator.handle({ method: "PUT", path, query: "", headers, body: JSON.stringify(body) });
  expect(reply.status).toBeLessThan(300);
}

/** Returns the body of the only PUT since the last call. */
function written(bench: Stacked): unknown {
  const bodies = Object.values(bench.bodies());
  expect(bodies).toHaveLength(1);
  return bodies[0];
}

const warnings = ({ logged }: Stacked): string[] =>
  logged()
    .filter(({ severity }) => severity === "warning")
    .map(({ message }) => message);

describe("ingest pipelines", () => {
  const set = '{"set":{"field":"a","value":"1"}}';
  const drop = '{"drop":{}}';
  const program = { name: "app", processors: [set, drop] };
  const remote = { processors: [JSON.parse(set), { drop: {} }] };

  async function created(inputs: object = program): Promise<Stacked> {
    const bench = stacked("quartet:search:SearchIngestPipeline");
    await bench.stack.up(inputs);
    bench.bodies();
    bench.logged();
    return bench;
  }

  test("the first update keeps what the program does not declare", async () => {
    const bench = await created();
    const foreign = { description: "other2", version: 7, deprecated: true, on_failure: [{ drop: {} }], _meta: { owner: "them" } };
    await put(bench, pipelinePath, { ...remote, ...foreign });
    await bench.stack.up({ ...program, processors: [drop] });
    expect(written(bench)).toEqual({ ...foreign, processors: [{ drop: {} }] });
    expect(warnings(bench)).toEqual([]);
  });

  test("a declared value that another writer changed is written again, with a warning", async () => {
    const declared = { ...program, description: "mine", metadata: '{"owner":"me"}' };
    const bench = await created(declared);
    await put(bench, pipelinePath, { processors: [{ drop: {} }, { drop: {} }], description: "other2", _meta: { owner: "me" } });
    await bench.stack.up({ ...declared, version: 2 });
    expect(written(bench)).toEqual({ ...remote, description: "mine", version: 2, _meta: { owner: "me" } });
    expect(warnings(bench)).toEqual([expect.stringMatching(/^Another writer changed description, processors\[0\] since/)]);
  });

  test("a removed input is removed", async () => {
    const bench = await created({ ...program, description: "mine", metadata: '{"owner":"me"}' });
    await bench.stack.up({ ...program, metadata: '{"owner":"me"}' });
    expect(written(bench)).toEqual({ ...remote, _meta: { owner: "me" } });
  });

  test.each<[string, object, object]>([
    ["processors[0]", { processors: [{ set: { field: "other2", value: "2" } }, { drop: {} }] }, { version: 2 }],
    ["metadata", { ...remote, _meta: { owner: "them", n: 1 } }, { version: 2, metadata: '{"owner":"me"}' }],
  ])("ignoreChanges of %s keeps the value of the other writer", async (path, foreign, next) => {
    const bench = await created({ ...program, metadata: '{"owner":"me"}' });
    await put(bench, pipelinePath, { _meta: { owner: "me" }, ...foreign });
    bench.stack.ignoreChanges = [path];
    await bench.stack.up({ ...program, metadata: '{"owner":"me"}', ...next });
    expect(written(bench)).toEqual({ _meta: { owner: "me" }, ...foreign, version: 2 });
    expect(warnings(bench)).toEqual([]);
  });

  test("digits of foreign numbers are kept", async () => {
    const bench = await created();
    const body = `{"processors":[${set},${drop}],"_meta":{"n":12345678901234567890}}`;
    await bench.emulator.handle({ method: "PUT", path: pipelinePath, query: "", headers, body });
    await bench.stack.up({ ...program, description: "d" });
    await bench.stack.refresh();
    expect(bench.stack.outputs["metadata"]).toBe('{"n":12345678901234567890}');
  });

  test("after a lost response a pipeline with more than the program declares is not adopted", async () => {
    const bench = stacked("quartet:search:SearchIngestPipeline");
    bench.instead.set(`PUT ${pipelinePath}`, () => {
      bench.emulator.pipelines.set("app", { ...remote, version: 7 });
      return new ProviderError("unavailable", "connection lost", { ambiguous: true });
    });
    await expect(bench.stack.up(program)).rejects.toMatchObject({
      code: "already_exists",
      message: expect.stringContaining("differs in version"),
    });
    expect(bench.stack.kept).toBeUndefined();
  });
});

describe("index templates", () => {
  const program = {
    name: "logs-app",
    indexPatterns: ["logs-app-*"],
    template: { mappings: '{"properties":{"user":{"type":"keyword"}}}' },
  };
  const mappings = { properties: { user: { type: "keyword" } } };
  const remote = { index_patterns: ["logs-app-*"], composed_of: [], template: { mappings } };

  async function created(inputs: object = program): Promise<Stacked> {
    const bench = stacked("quartet:search:SearchIndexTemplate");
    await bench.stack.up(inputs);
    bench.bodies();
    bench.logged();
    return bench;
  }

  test("the first update keeps what the program does not declare, at every depth", async () => {
    const bench = await created();
    const foreign = {
      settings: { index: { number_of_shards: "2" } },
      mappings: { dynamic: "strict", properties: { user: { type: "keyword", ignore_above: 10 }, more: { type: "long" } } },
      aliases: { other2: { is_hidden: true } },
      lifecycle: { enabled: true, data_retention: "5d" },
    };
    const others = { priority: 7, version: 3, _meta: { owner: "them" }, data_stream: { hidden: true }, allow_auto_create: true };
    await put(bench, templatePath, { ...remote, ...others, template: foreign });
    await bench.stack.up({ ...program, version: 4 });
    expect(written(bench)).toMatchObject({ ...remote, ...others, version: 4, template: foreign });
    expect(warnings(bench)).toEqual([]);
  });

  test("a mapping that the program removes is removed, one of another writer is kept", async () => {
    const two = { ...program, template: { mappings: '{"properties":{"user":{"type":"keyword","ignore_above":5},"own":{"type":"long"}}}' } };
    const bench = await created(two);
    const properties = { user: { type: "keyword", ignore_above: 5 }, own: { type: "long" }, other2: { type: "date" } };
    await put(bench, templatePath, { ...remote, template: { mappings: { properties } } });
    expect(await bench.stack.preview(program)).toEqual(["template.mappings"]);
    await bench.stack.up(program);
    expect(written(bench)).toEqual({
      ...remote,
      template: { mappings: { properties: { user: { type: "keyword" }, other2: { type: "date" } } } },
    });
  });

  test("parameters of another writer are not kept for a field whose type changes", async () => {
    const bench = await created();
    await put(bench, templatePath, { ...remote, template: { mappings: { properties: { user: { type: "keyword", ignore_above: 5 } } } } });
    await bench.stack.up({ ...program, template: { mappings: '{"properties":{"user":{"type":"long"}}}' } });
    expect(written(bench)).toEqual({ ...remote, template: { mappings: { properties: { user: { type: "long" } } } } });
  });

  test("a declared value that another writer changed is written again, with a warning", async () => {
    const declared = { ...program, priority: 1, template: { ...program.template, settings: '{"number_of_shards":1}' } };
    const bench = await created(declared);
    await put(bench, templatePath, { ...remote, priority: 9, template: { mappings, settings: { number_of_shards: 2 } } });
    await bench.stack.up({ ...declared, version: 2 });
    expect(written(bench)).toEqual({ ...remote, priority: 1, version: 2, template: { mappings, settings: { number_of_shards: 1 } } });
    expect(warnings(bench)).toEqual([expect.stringMatching(/^Another writer changed priority, template\.settings since/)]);
  });

  test.each<[string, object]>([
    ["template.settings", { settings: { index: { number_of_shards: "9" } } }],
    ["template.mappings", { mappings: { properties: { other2: { type: "date" } } } }],
  ])("ignoreChanges of %s keeps the value of the other writer", async (path, foreign) => {
    const declared = { ...program, template: { ...program.template, settings: '{"index":{"number_of_shards":"1"}}' } };
    const bench = await created(declared);
    const template = { mappings, settings: { index: { number_of_shards: "1" } }, ...foreign };
    await put(bench, templatePath, { ...remote, template });
    bench.stack.ignoreChanges = [path];
    await bench.stack.up({ ...declared, version: 2 });
    expect(written(bench)).toEqual({ ...remote, version: 2, template });
    expect(warnings(bench)).toEqual([]);
  });

  test("after a lost response a template with more than the program declares is not adopted", async () => {
    const bench = stacked("quartet:search:SearchIndexTemplate");
    bench.instead.set(`PUT ${templatePath}?create=true`, () => {
      void bench.emulator.handle({
        method: "PUT",
        path: templatePath,
        query: "",
        headers,
        body: JSON.stringify({ ...remote, priority: 7 }),
      });
      return new ProviderError("unavailable", "connection lost", { ambiguous: true });
    });
    await expect(bench.stack.up(program)).rejects.toMatchObject({ code: "already_exists" });
    expect(bench.stack.kept).toBeUndefined();
  });
});

describe("connectors", () => {
  const schedule = (enabled: boolean, interval = "0 0 12 * * ?"): { enabled: boolean; interval: string } => ({ enabled, interval });
  const program = {
    connectorId: "c",
    serviceType: "postgresql",
    scheduling: { full: schedule(true), incremental: schedule(false) },
    pipeline: { name: "p", extractBinaryContent: false, reduceWhitespace: false, runMlInference: false },
  };

  async function created(): Promise<Stacked> {
    const bench = stacked("quartet:search:SearchConnector");
    await bench.stack.up(program);
    bench.bodies();
    return bench;
  }

  test("an update writes only the schedule that changed", async () => {
    const bench = await created();
    await put(bench, "/_connector/c/_scheduling", { scheduling: { full: schedule(false, "0 0 1 * * ?") } });
    bench.stack.ignoreChanges = ["scheduling.full"];
    await bench.stack.up({ ...program, scheduling: { ...program.scheduling, incremental: schedule(true) } });
    expect(bench.bodies()).toEqual({ "PUT _scheduling": { scheduling: { incremental: schedule(true) } } });
    expect(bench.emulator.connectors.get("c")).toMatchObject({ scheduling: { full: schedule(false, "0 0 1 * * ?") } });
  });

  test("an object that the server accepts as a whole keeps unchanged members", async () => {
    const bench = await created();
    const remote = { name: "other2", extract_binary_content: true, reduce_whitespace: false, run_ml_inference: false };
    await put(bench, "/_connector/c/_pipeline", { pipeline: remote });
    await bench.stack.up({ ...program, pipeline: { ...program.pipeline, runMlInference: true } });
    expect(written(bench)).toEqual({ pipeline: { ...remote, run_ml_inference: true } });
  });

  test("after an import explicit defaults are no change", async () => {
    const bench = stacked("quartet:search:SearchConnector");
    await put(bench, "/_connector/c", { service_type: "postgresql" });
    await bench.stack.import("c");
    expect(bench.stack.inputs).toEqual({ connectorId: "c", serviceType: "postgresql" });
    const midnight = schedule(false, "0 0 0 * * ?");
    const explicit = {
      connectorId: "c",
      serviceType: "postgresql",
      name: "",
      description: "",
      isNative: false,
      scheduling: { full: midnight, incremental: midnight, accessControl: midnight },
    };
    expect(await bench.stack.preview(explicit)).toEqual([]);
    expect(await bench.stack.up(explicit)).toBe("same");
    expect(await bench.stack.preview({ ...explicit, scheduling: {}, features: { syncRules: {} } })).toEqual([]);
  });
});
