/** What pipelines and templates of the provider do on the real node, what they keep from being deleted, and what conflicts with them. */
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

/** Indices that a test makes; a pipeline in use cannot be cleaned away. */
const indices = ["in-use", "logs-app-1"];

const emptied = async (): Promise<void> => {
  for (const index of indices) await rest(`DELETE /${index}`);
  await clean(overHttp(url));
};

beforeEach(emptied);
afterAll(emptied);

const make = async (type: string, given: Properties): Promise<{ id: string; properties: Properties }> =>
  fixture.rpc.create({ type, name: String(given["name"]), inputs: await fixture.rpc.inputs({ type }, given) });

describe("a pipeline that an index uses", () => {
  it.each([
    ["default_pipeline", "default"],
    ["final_pipeline", "final"],
  ])("as %s is not deleted, with the server's reason and the indices; it is after the index is deleted", async (setting, word) => {
    const created = await make(pipeline.type, { name: "p", processors: ['{"drop":{}}'] });
    await good(rest("PUT /in-use", { settings: { [setting]: "p" } }));
    const failed = await failureOf(fixture.rpc.delete({ ...pipeline, ...created }));
    expect(failed.code).toBe(status.FAILED_PRECONDITION);
    expect(failed.message.split("\n")).toEqual([
      expect.stringContaining(
        `/_ingest/pipeline/p: HTTP 400: illegal_argument_exception: pipeline [p] cannot be deleted because it is the ${word} pipeline for 1 index(es) including [in-use]`,
      ),
      expect.stringMatching(
        `^Indices with this pipeline in \`index\\.${setting}\`: in-use\\. Set them to another pipeline or to \`_none\``,
      ),
    ]);
    expect((await rest("GET /_ingest/pipeline/p")).status).toBe(200);
    await good(rest("DELETE /in-use"));
    await fixture.rpc.delete({ ...pipeline, ...created });
    expect((await rest("GET /_ingest/pipeline/p")).status).toBe(404);
  });

  it("changes the stored documents, from the next one on", async () => {
    const inputs = { name: "p", processors: ['{"set":{"field":"a","value":1}}'] };
    const created = await make(pipeline.type, inputs);
    await good(rest("PUT /in-use", { settings: { default_pipeline: "p" } }));
    await good(rest("PUT /in-use/_doc/1", {}));
    const news = { ...inputs, processors: ['{"set":{"field":"a","value":2}}'] };
    await fixture.rpc.update({ ...pipeline, id: created.id, olds: created.properties, oldInputs: inputs, news });
    await good(rest("PUT /in-use/_doc/2", {}));
    const sources = ["1", "2"].map(async (id) => ((await good(rest(`GET /in-use/_doc/${id}`))) as Properties)["_source"]);
    expect(await Promise.all(sources)).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe("templates", () => {
  it("of one priority and overlapping patterns: the second is rejected, with the name of the first", async () => {
    await make(template.type, { name: "a", indexPatterns: ["logs-*"], priority: 5 });
    const failed = await failureOf(make(template.type, { name: "b", indexPatterns: ["logs-app-*"], priority: 5 }));
    expect(failed).toEqual({
      code: status.FAILED_PRECONDITION,
      message: expect.stringContaining(
        "/_index_template/b: HTTP 400: illegal_argument_exception: index template [b] has index patterns [logs-app-*] matching patterns from existing templates [a] with patterns (a => [logs-*]) that have the same priority [5], multiple index templates may not match during index creation, please use a different priority",
      ),
    });
    await make(template.type, { name: "b", indexPatterns: ["logs-app-*"], priority: 6 });
  });

  it("apply to new indices, component templates first, with the routings of an alias", async () => {
    await good(rest("PUT /_component_template/base", { template: { settings: { number_of_replicas: 0, refresh_interval: "9s" } } }));
    await make(template.type, {
      name: "logs-app",
      indexPatterns: ["logs-app-*"],
      composedOfs: ["base"],
      template: {
        settings: '{"refresh_interval":"7s"}',
        mappings: '{"properties":{"user":{"type":"keyword"}}}',
        aliases: [{ name: "app", routing: "1", searchRouting: "2" }],
      },
    });
    await good(rest("PUT /logs-app-1"));
    expect(await good(rest("GET /logs-app-1"))).toMatchObject({
      "logs-app-1": {
        settings: { index: { number_of_replicas: "0", refresh_interval: "7s" } },
        mappings: { properties: { user: { type: "keyword" } } },
        aliases: { app: { index_routing: "1", search_routing: "2" } },
      },
    });
  });

  it("whose component template is missing are created if it may be missing", async () => {
    const inputs = { name: "a", indexPatterns: ["a-*"], composedOfs: ["absent"] };
    expect((await failureOf(make(template.type, inputs))).message).toContain("specifies component templates [absent] that do not exist");
    await make(template.type, { ...inputs, ignoreMissingComponentTemplates: ["absent"] });
  });
});

describe("imported values are written back as received, digit by digit and key by key", () => {
  const text = async (path: string): Promise<string> => (await overHttp(url)({ line: `GET ${path}` })).body;
  const put = async (path: string, body: string): Promise<void> => void (await good(rest(`PUT ${path}`, body)));

  it.each([
    [
      pipeline.type,
      "/_ingest/pipeline/p",
      '{"processors":[{"set":{"field":"a","value":{"b":12345678901234567890,"10":1,"9":1.0}}},{"script":{"source":"ctx.a = 1","params":{"z":0.1,"2":-1e-7,"1":[]}}}],"_meta":{"n":98765432109876543210}}',
    ],
    [
      template.type,
      "/_index_template/t",
      '{"index_patterns":["t-*"],"_meta":{"b":12345678901234567890,"10":1,"9":1.0},"template":{"mappings":{"_meta":{"n":98765432109876543210}},"aliases":{"a":{"filter":{"term":{"n":12345678901234567890}}}}}}',
    ],
  ])("%s", async (type, path, body) => {
    await put(path, body);
    const stood = await text(path);
    expect(stood).toContain("12345678901234567890");
    expect(stood).toContain("98765432109876543210");
    const name = path.slice(path.lastIndexOf("/") + 1);
    const { id, inputs, properties } = await fixture.rpc.read({ type, id: name });
    await fixture.rpc.delete({ type, id, properties: properties! });
    await make(type, inputs!);
    expect(await text(path)).toBe(stood);
  });
});

it("an ID of another cluster is rejected", async () => {
  await make(pipeline.type, { name: "p", processors: ['{"drop":{}}'] });
  const other = "AAAAAAAAAAAAAAAAAAAAAA";
  const { code, message } = await failureOf(fixture.rpc.read({ ...pipeline, name: "moved", id: `${other}/p` }));
  expect(code).toBe(status.FAILED_PRECONDITION);
  expect(message).toContain(other);
});
