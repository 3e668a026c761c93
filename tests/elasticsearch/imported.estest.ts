/** JSON of imported pipelines and templates on the real node: what the provider writes back is what it has read. */
import { pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

beforeEach(() => clean(overHttp(url)));

const make = async (type: string, given: Properties): Promise<{ id: string; properties: Properties }> =>
  fixture.rpc.create({ type, name: String(given["name"]), inputs: await fixture.rpc.inputs({ type }, given) });

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
