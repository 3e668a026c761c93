/** Component templates and their lookup, and the lookup of pipelines, through the built plugin on the real node. See docs/modules/search.md#component-templates. */
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import type { Properties } from "../support/structs";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { components } from "../samples/search/lifecycle/components";
import { pipelines } from "../samples/search/lifecycle/pipelines";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));
const { type } = components;
const idOf = async (name: string): Promise<string> => `${String(((await good(rest("GET /"))) as Properties)["cluster_uuid"])}/${name}`;

beforeEach(() => clean(overHttp(url)));

const put = (path: string, body: unknown): Promise<unknown> => good(rest(`PUT ${path}`, body));

it("delete of a component that templates use names the templates; one that they allow to be missing is deleted", async () => {
  const inputs = await fixture.rpc.inputs({ type }, { name: "part", template: {} });
  const { id, properties } = await fixture.rpc.create({ type, inputs });
  await put("/_index_template/logs", { index_patterns: ["logs-*"], composed_of: ["part"] });
  await put("/_index_template/metrics", { index_patterns: ["metrics-*"], composed_of: ["part"] });
  const optional = { composed_of: ["part"], ignore_missing_component_templates: ["part"] };
  await put("/_index_template/optional", { index_patterns: ["optional-*"], ...optional });
  const failed = await failureOf(fixture.rpc.delete({ type, id, properties }));
  expect(failed.code).toBe(status.FAILED_PRECONDITION);
  expect(failed.message).toMatch(
    /^DELETE http\S+\/_component_template\/part: HTTP 400: illegal_argument_exception: component templates \[part\] cannot be removed as they are still in use by index templates \[(logs, metrics|metrics, logs)\]/,
  );
  expect(failed.message).toContain(
    "Index templates that use it: logs, metrics. Remove the component from `composedOfs` of these templates, or delete them, first.",
  );
  for (const name of ["logs", "metrics"]) await good(rest(`DELETE /_index_template/${name}`));
  await fixture.rpc.delete({ type, id, properties });
  expect((await rest("GET /_component_template/part")).status).toBe(404);
});

it("getSearchComponentTemplate returns every part, as the server gives it", async () => {
  await put("/_component_template/part", components.stored);
  const found = await fixture.rpc.resultOf("quartet:search:getSearchComponentTemplate", { name: "part" });
  expect(found).toMatchObject({
    id: await idOf("part"),
    name: "part",
    version: 3,
    deprecated: true,
    metadata: '{"owner":"team-a"}',
    template: {
      settings: '{"index":{"number_of_shards":"3","refresh_interval":"5s"}}',
      lifecycle: { dataRetention: "30d", enabled: true },
    },
  });
});

it("getSearchIngestPipeline returns every part, as the server gives it", async () => {
  await put("/_ingest/pipeline/web", pipelines.stored);
  expect(await fixture.rpc.resultOf("quartet:search:getSearchIngestPipeline", { name: "web" })).toEqual({
    id: await idOf("web"),
    name: "web",
    description: "app logs",
    version: 3,
    deprecated: true,
    processors: ['{"set":{"field":"service","value":"shop"}}', '{"remove":{"field":["tmp"],"ignore_missing":true}}'],
    onFailures: ['{"set":{"field":"failed","value":true}}'],
    metadata: '{"owner":"team-a","list":[1,"x",null]}',
  });
});

it.each([
  ["quartet:search:getSearchComponentTemplate", 'Component template not found: "none".'],
  ["quartet:search:getSearchIngestPipeline", 'Ingest pipeline not found: "none".'],
])("%s fails for a name that does not exist", async (token, message) => {
  expect(await failureOf(fixture.rpc.invoke(token, { name: "none" }))).toEqual({
    code: status.NOT_FOUND,
    message: `${message} Check the name and the endpoint.`,
  });
});
