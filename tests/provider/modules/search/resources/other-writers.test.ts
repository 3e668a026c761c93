// Updates of objects that other writers changed: members that are undeclared or ignored are kept, and reset members are reported.
// See docs/protocol.md#update.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { stackFixture, type StackFixture } from "./stack-fixture";

const pipelinePath = "/_ingest/pipeline/app";
const templatePath = "/_index_template/logs-app";
const headers = { "content-type": "application/json" };

/** Writes to the emulator as another client does. */
async function put({ emulator }: StackFixture, path: string, body: object): Promise<void> {
  const reply = await emulator.handle({ method: "PUT", path, query: "", headers, body: JSON.stringify(body) });
  expect(reply.status).toBeLessThan(300);
}

/** Returns the body of the only PUT since the last call. */
function written(emulatorFixture: StackFixture): unknown {
  const bodies = Object.values(emulatorFixture.bodies());
  expect(bodies).toHaveLength(1);
  return bodies[0];
}

const warnings = ({ logged }: StackFixture): string[] =>
  logged()
    .filter(({ severity }) => severity === "warning")
    .map(({ message }) => message);

describe("ingest pipelines", () => {
  const set = '{"set":{"field":"a","value":"1"}}';
  const drop = '{"drop":{}}';
  const program = { name: "app", processors: [set, drop] };
  const remote = { processors: [JSON.parse(set), { drop: {} }] };

  async function created(inputs: object = program): Promise<StackFixture> {
    const emulatorFixture = stackFixture("quartet:search:SearchIngestPipeline");
    await emulatorFixture.stack.up(inputs);
    emulatorFixture.bodies();
    emulatorFixture.logged();
    return emulatorFixture;
  }

  test("the first update keeps what the program does not declare", async () => {
    const emulatorFixture = await created();
    const remoteChange = { description: "other2", version: 7, deprecated: true, on_failure: [{ drop: {} }], _meta: { owner: "them" } };
    await put(emulatorFixture, pipelinePath, { ...remote, ...remoteChange });
    await emulatorFixture.stack.up({ ...program, processors: [drop] });
    expect(written(emulatorFixture)).toEqual({ ...remoteChange, processors: [{ drop: {} }] });
    expect(warnings(emulatorFixture)).toEqual([]);
  });

  test("a declared value that another writer changed is written again, with a warning", async () => {
    const declared = { ...program, description: "mine", metadata: '{"owner":"me"}' };
    const emulatorFixture = await created(declared);
    await put(emulatorFixture, pipelinePath, { processors: [{ drop: {} }, { drop: {} }], description: "other2", _meta: { owner: "me" } });
    await emulatorFixture.stack.up({ ...declared, version: 2 });
    expect(written(emulatorFixture)).toEqual({ ...remote, description: "mine", version: 2, _meta: { owner: "me" } });
    expect(warnings(emulatorFixture)).toEqual([expect.stringMatching(/^Another writer changed description, processors\[0\] since/)]);
  });

  test.each<[string, object, object]>([
    ["processors[0]", { processors: [{ set: { field: "other2", value: "2" } }, { drop: {} }] }, { version: 2 }],
    ["metadata", { ...remote, _meta: { owner: "them", n: 1 } }, { version: 2, metadata: '{"owner":"me"}' }],
  ])("ignoreChanges of %s keeps the value of the other writer", async (path, remoteChange, next) => {
    const emulatorFixture = await created({ ...program, metadata: '{"owner":"me"}' });
    await put(emulatorFixture, pipelinePath, { _meta: { owner: "me" }, ...remoteChange });
    emulatorFixture.stack.ignoreChanges = [path];
    await emulatorFixture.stack.up({ ...program, metadata: '{"owner":"me"}', ...next });
    expect(written(emulatorFixture)).toEqual({ _meta: { owner: "me" }, ...remoteChange, version: 2 });
    expect(warnings(emulatorFixture)).toEqual([]);
  });

  test("after a lost response a pipeline with more than the program declares is not adopted", async () => {
    const emulatorFixture = stackFixture("quartet:search:SearchIngestPipeline");
    emulatorFixture.override.set(`PUT ${pipelinePath}`, () => {
      emulatorFixture.emulator.pipelines.set("app", { ...remote, version: 7 });
      return new ProviderError("unavailable", "connection lost", { ambiguous: true });
    });
    await expect(emulatorFixture.stack.up(program)).rejects.toMatchObject({
      code: "already_exists",
      message: expect.stringContaining("differs in version"),
    });
    expect(emulatorFixture.stack.stored).toBeUndefined();
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

  async function created(inputs: object = program): Promise<StackFixture> {
    const emulatorFixture = stackFixture("quartet:search:SearchIndexTemplate");
    await emulatorFixture.stack.up(inputs);
    emulatorFixture.bodies();
    emulatorFixture.logged();
    return emulatorFixture;
  }

  test("the first update keeps what the program does not declare, at every depth", async () => {
    const emulatorFixture = await created();
    const remoteChange = {
      settings: { index: { number_of_shards: "2" } },
      mappings: { dynamic: "strict", properties: { user: { type: "keyword", ignore_above: 10 }, more: { type: "long" } } },
      aliases: { other2: { is_hidden: true } },
      lifecycle: { enabled: true, data_retention: "5d" },
    };
    const others = { priority: 7, version: 3, _meta: { owner: "them" }, data_stream: { hidden: true }, allow_auto_create: true };
    await put(emulatorFixture, templatePath, { ...remote, ...others, template: remoteChange });
    await emulatorFixture.stack.up({ ...program, version: 4 });
    expect(written(emulatorFixture)).toMatchObject({ ...remote, ...others, version: 4, template: remoteChange });
    expect(warnings(emulatorFixture)).toEqual([]);
  });

  test("a mapping that the program removes is removed, one of another writer is kept", async () => {
    const two = { ...program, template: { mappings: '{"properties":{"user":{"type":"keyword","ignore_above":5},"own":{"type":"long"}}}' } };
    const emulatorFixture = await created(two);
    const properties = { user: { type: "keyword", ignore_above: 5 }, own: { type: "long" }, other2: { type: "date" } };
    await put(emulatorFixture, templatePath, { ...remote, template: { mappings: { properties } } });
    expect(await emulatorFixture.stack.preview(program)).toEqual(["template.mappings"]);
    await emulatorFixture.stack.up(program);
    expect(written(emulatorFixture)).toEqual({
      ...remote,
      template: { mappings: { properties: { user: { type: "keyword" }, other2: { type: "date" } } } },
    });
  });

  test("parameters of another writer are not kept for a field whose type changes", async () => {
    const emulatorFixture = await created();
    await put(emulatorFixture, templatePath, {
      ...remote,
      template: { mappings: { properties: { user: { type: "keyword", ignore_above: 5 } } } },
    });
    await emulatorFixture.stack.up({ ...program, template: { mappings: '{"properties":{"user":{"type":"long"}}}' } });
    expect(written(emulatorFixture)).toEqual({ ...remote, template: { mappings: { properties: { user: { type: "long" } } } } });
  });

  test.each<[string, object]>([
    ["template.settings", { settings: { index: { number_of_shards: "9" } } }],
    ["template.mappings", { mappings: { properties: { other2: { type: "date" } } } }],
  ])("ignoreChanges of %s keeps the value of the other writer", async (path, remoteChange) => {
    const declared = { ...program, template: { ...program.template, settings: '{"index":{"number_of_shards":"1"}}' } };
    const emulatorFixture = await created(declared);
    const template = { mappings, settings: { index: { number_of_shards: "1" } }, ...remoteChange };
    await put(emulatorFixture, templatePath, { ...remote, template });
    emulatorFixture.stack.ignoreChanges = [path];
    await emulatorFixture.stack.up({ ...declared, version: 2 });
    expect(written(emulatorFixture)).toEqual({ ...remote, version: 2, template });
    expect(warnings(emulatorFixture)).toEqual([]);
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

  async function created(): Promise<StackFixture> {
    const emulatorFixture = stackFixture("quartet:search:SearchConnector");
    await emulatorFixture.stack.up(program);
    emulatorFixture.bodies();
    return emulatorFixture;
  }

  test("an update writes only the schedule that changed", async () => {
    const emulatorFixture = await created();
    await put(emulatorFixture, "/_connector/c/_scheduling", { scheduling: { full: schedule(false, "0 0 1 * * ?") } });
    emulatorFixture.stack.ignoreChanges = ["scheduling.full"];
    await emulatorFixture.stack.up({ ...program, scheduling: { ...program.scheduling, incremental: schedule(true) } });
    expect(emulatorFixture.bodies()).toEqual({ "PUT _scheduling": { scheduling: { incremental: schedule(true) } } });
    expect(emulatorFixture.emulator.connectors.get("c")).toMatchObject({ scheduling: { full: schedule(false, "0 0 1 * * ?") } });
  });

  test("an object that the server accepts as a whole keeps unchanged members", async () => {
    const emulatorFixture = await created();
    const remote = { name: "other2", extract_binary_content: true, reduce_whitespace: false, run_ml_inference: false };
    await put(emulatorFixture, "/_connector/c/_pipeline", { pipeline: remote });
    await emulatorFixture.stack.up({ ...program, pipeline: { ...program.pipeline, runMlInference: true } });
    expect(written(emulatorFixture)).toEqual({ pipeline: { ...remote, run_ml_inference: true } });
  });
});
