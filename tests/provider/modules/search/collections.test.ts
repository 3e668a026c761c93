// Responses with several objects, divided into one for each; and the requests of many reads at once. See docs/modules/search.md#shared-reads.
import type { SearchClient } from "../../../../provider/modules/search/client";
import { fetchFrom, type SearchCollection } from "../../../../provider/modules/search/collections";
import { pipelines, readPipeline } from "../../../../provider/modules/search/resources/ingest-pipeline/response";
import { templates, templatesIn } from "../../../../provider/modules/search/resources/template/response";
import type { SearchResponse } from "../../../../provider/modules/search/response";
import { modules } from "../../../../provider/modules";
import { connectors } from "../../../../provider/modules/search/resources/connector/list";
import { connectorState } from "../../../../provider/modules/search/resources/connector/state";
import { describePolicy, policies, policiesIn } from "../../../../provider/modules/search/resources/enrich-policy/response";
import { fromJson } from "../../../../provider/plugin/codec";
import { RunningRequest } from "../../../../provider/plugin/requests";
import { createProvider } from "../../../../provider/provider";
import type { ValueMap } from "../../../../provider/core/values/value";
import { createSearchEmulator } from "../../../emulators/search/index";
import { readAlone } from "../../../support/contexts";
import { clientOver, emulated, json, recorded, schema, uuid } from "./support";

/** Returns an emulator with some pipelines and two index templates, and a client. */
async function setup(names: readonly string[] = []) {
  const { send, sent } = emulated(createSearchEmulator().handle);
  const client = clientOver(send);
  const pipeline = '{"processors":[{"set":{"field":"a","value":12345678901234567890}}],"_meta":{"10":1,"9":2.50}}';
  for (const name of names) await client.put([...pipelines.path, name], pipeline);
  for (const name of ["plain", "other"])
    await client.put(["_index_template", name], `{"index_patterns":["${name}-*"],"_meta":{"${name}":12345678901234567890}}`);
  sent.length = 0;
  return { client, sent, lines: () => sent.splice(0).map(({ line }) => line) };
}

async function firstPage({ all }: SearchCollection, client: SearchClient): Promise<ReadonlyMap<string, SearchResponse>> {
  for await (const page of all!("", client)) return page;
  return new Map();
}

const names = ["plain", "with space", "ümlaut", "10", "9", "__proto__"];

test.each(names)("a pipeline %j is the same alone, with others, and in a list", async (name) => {
  const { client } = await setup(names);
  const alone = await readPipeline(name, { client, load: readAlone });
  expect(alone!.processors[0]).toContain("12345678901234567890");
  const together = await pipelines.several!([name, "missing", "plain"], client);
  expect(together.has("missing")).toBe(false);
  for (const found of [together, await firstPage(pipelines, client)])
    expect(await readPipeline(name, { client, load: async () => found.get(name) as never })).toEqual(alone);
});

test.each(["plain", "other"])("a template %j is the same alone and in a list", async (name) => {
  const { client } = await setup();
  const state = (response: SearchResponse | undefined) =>
    templatesIn("index_template", response).map(({ template, textAt }) => [template, textAt("_meta")]);
  const alone = await fetchFrom(templates.index_template, name, { client, load: readAlone });
  const listed = await firstPage(templates.index_template, client);
  expect(state(listed.get(name))).toEqual(state(alone));
  expect(state(alone)[0]![1]).toBe(`{"${name}":12345678901234567890}`);
});

test("a policy is the same alone, with others, and in a list", async () => {
  const emulator = createSearchEmulator();
  emulator.putIndex("users");
  const client = clientOver(emulated(emulator.handle).send);
  for (const name of ["a", "b"]) {
    const body = { range: { indices: ["users"], match_field: "ip", enrich_fields: ["city"], query: { term: { name } } } };
    await client.put(["_enrich", "policy", name], JSON.stringify(body));
  }
  const described = (response: SearchResponse | undefined) => policiesIn(response).map((policy) => describePolicy(policy, "b"));
  const alone = described(await fetchFrom(policies, "b", { client, load: readAlone }));
  expect(alone).toMatchObject([{ name: "b", query: '{"term":{"name":"b"}}' }]);
  const together = await policies.several!(["b", "missing", "a"], client);
  expect([...together.keys()].sort()).toEqual(["a", "b"]);
  for (const found of [together, await firstPage(policies, client)]) expect(described(found.get("b"))).toEqual(alone);
});

test("a policy without a name fails: it must not count as absent", async () => {
  const { send } = recorded(() => json({ policies: [{ config: { match: { indices: ["a"] } } }] }));
  await expect(policies.several!(["a", "b"], clientOver(send))).rejects.toThrow("expected names of all objects");
});

test("a connector is the same alone and in a list", async () => {
  const client = clientOver(emulated(createSearchEmulator().handle).send);
  for (const id of ["a", "b"]) await client.put(["_connector", id], `{"service_type":"postgresql","name":"${id}","index_name":"i-${id}"}`);
  const state = (response: SearchResponse | undefined) => connectorState("b", response!, undefined);
  const alone = state(await fetchFrom(connectors, "b", { client, load: readAlone }));
  expect(state((await firstPage(connectors, client)).get("b"))).toEqual(alone);
});

describe("requests for twenty objects", () => {
  const inputsOf: Record<string, (name: string) => object> = {
    SearchComponentTemplate: (name) => ({ name, template: {} }),
    SearchConnector: (name) => ({ connectorId: name, serviceType: "postgresql" }),
    SearchEnrichPolicy: (name) => ({ name, policyType: "match", indices: ["users"], matchField: "a", enrichFields: ["b"] }),
    SearchIndexTemplate: (name) => ({ name, indexPatterns: [`${name}-*`] }),
    SearchIngestPipeline: (name) => ({ name, processors: ['{"drop":{}}'] }),
  };
  const lookups: Record<string, { kind: string; reads: number }> = {
    getSearchComponentTemplate: { kind: "SearchComponentTemplate", reads: 3 },
    getSearchConnector: { kind: "SearchConnector", reads: 20 },
    getSearchEnrichPolicy: { kind: "SearchEnrichPolicy", reads: 3 },
    getSearchIndexTemplate: { kind: "SearchIndexTemplate", reads: 3 },
    getSearchIngestPipeline: { kind: "SearchIngestPipeline", reads: 3 },
  };

  /** A provider over an emulator with twenty objects. */
  async function created(kind: string) {
    const emulator = createSearchEmulator();
    emulator.putIndex("users");
    const { send, sent } = emulated(emulator.handle);
    const provider = createProvider({ schema, modules, send, env: { ELASTICSEARCH_ENDPOINTS: "http://search.test" }, fromJson });
    await provider.configure({});
    const type = `quartet:search:${kind}`;
    const objects = [];
    for (let i = 0; i < 20; i++) {
      const news = fromJson(inputsOf[kind]!(`o${i}`)) as ValueMap;
      const { inputs } = await inRequest(async (rpc) => provider.check({ type, news }, rpc));
      const create = { type, urn: "", inputs, preview: false, timeout: 0 };
      objects.push({ inputs, ...(await inRequest(async (rpc) => provider.create(create, rpc))) });
    }
    sent.length = 0;
    return { provider, type, objects, lines: () => sent.splice(0).map(({ line }) => line) };
  }

  async function inRequest<T>(work: (rpc: RunningRequest) => Promise<T>): Promise<T> {
    const request = new RunningRequest("", { log: () => undefined });
    return work(request).finally(() => request.close());
  }

  test.each(Object.keys(inputsOf))("%s: a refresh takes five at most", async (kind) => {
    const { provider, type, objects, lines } = await created(kind);
    for (const object of objects) await inRequest(async (rpc) => provider.read({ type, timeout: 0, ...object }, rpc));
    expect(lines().length).toBeLessThanOrEqual(5);
  });

  test("access 110 (emulator): 1,500 transforms are refreshed by two pages of definitions and two of statistics, after two single reads of each", async () => {
    const emulator = createSearchEmulator();
    const { send, sent } = emulated(emulator.handle);
    const provider = createProvider({ schema, modules, send, env: { ELASTICSEARCH_ENDPOINTS: "http://search.test" }, fromJson });
    await provider.configure({});
    const config = { source: { index: ["a"] }, dest: { index: "b" }, latest: { unique_key: ["k"], sort: "t" } };
    const names = Array.from({ length: 1500 }, (_, i) => `t${i}`);
    for (const name of names) emulator.transforms.transforms.set(name, { config, created: 0, state: "stopped", checkpoint: 0 });
    const inputs = fromJson({
      source: { indices: ["a"] },
      dest: { index: "b" },
      latest: { uniqueKeys: ["k"], sort: "t" },
      frequency: "1m",
    });
    for (const name of names) {
      const own = { ...(inputs as ValueMap), name };
      const object = { id: `${uuid}/${name}`, inputs: own, state: own };
      const found = await inRequest(async (rpc) => provider.read({ type: "quartet:search:SearchTransform", timeout: 0, ...object }, rpc));
      expect(found?.inputs).toEqual(own);
    }
    const lines = sent.map(({ line }) => line).filter((line) => line !== "GET /");
    expect(lines.filter((line) => line.includes("size=1000"))).toHaveLength(4);
    expect(lines).toHaveLength(8);
  });

  test.each(Object.entries(lookups))("%s", async (name, { kind, reads }) => {
    const { provider, lines } = await created(kind);
    for (let i = 0; i < 20; i++) {
      const args = { [kind === "SearchConnector" ? "connectorId" : "name"]: `o${i}` };
      await inRequest(async (rpc) => provider.invoke({ token: `quartet:search:${name}`, args, preview: false }, rpc));
    }
    expect(lines()).toHaveLength(reads);
  });
});

test("many names are divided into paths that the server accepts", async () => {
  const { send, sent } = recorded(() => json({}, 404));
  const many = Array.from({ length: 200 }, (_, i) => `${"é".repeat(10)}-${i}`);
  await pipelines.several!(many, clientOver(send));
  const paths = sent.map(({ url }) => new URL(url).pathname);
  expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(3100);
  const requested = paths.flatMap((path) => decodeURIComponent(path.slice("/_ingest/pipeline/".length)).split(","));
  expect(requested).toEqual(many);
});

test.each([{ pipelines: [] }, [], { a: { processors: [] }, b: 1 }])("the JSON of another server fails: %j", async (body) => {
  const client = clientOver(recorded(() => json(body)).send);
  await expect(pipelines.several!(["a", "b"], client)).rejects.toThrow("not a response of Elasticsearch");
});

test("a pattern is read alone", async () => {
  const { client, lines } = await setup();
  const load = jest.fn();
  await fetchFrom(templates.index_template, "a*", { client, load });
  expect(load).not.toHaveBeenCalled();
  expect(lines()).toEqual(["GET /_index_template/a*"]);
});
