/** `getSearchIndexTemplate` through the built plugin on the real node. See docs/modules/search.md#getsearchindextemplate. */
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import { lookupToken } from "../support/fixture";
import type { Properties } from "../support/structs";
import { until } from "../support/waiting";
import { clean } from "./agree";
import { overHttp } from "./agreement";
import { templates } from "../samples/search/lifecycle/templates";
import { good, pluginOfFile, restOf } from "./provider";

const url = process.env.ELASTICSEARCH_NODE ?? "";
const rest = restOf(url);
const fixture = pluginOfFile(() => ({ endpoints: [url] }));

beforeEach(async () => {
  await clean(overHttp(url));
  await good(rest("PUT /_component_template/base", { template: {} }));
});

const put = (name: string, body: unknown): Promise<unknown> => good(rest(`PUT /_index_template/${encodeURIComponent(name)}`, body));
const find = (name: string): Promise<Properties> => fixture.rpc.resultOf(lookupToken, { name });
const idOf = async (name: string): Promise<string> => `${String(((await good(rest("GET /"))) as Properties)["cluster_uuid"])}/${name}`;
const nothing = { composedOfs: [], ignoreMissingComponentTemplates: [] };

it("finds a template with every part, as the server gives it", async () => {
  await put("logs-app", templates.stored);
  const alias = { isHidden: false, isWriteIndex: false, routing: "" };
  expect(await find("logs-app")).toEqual({
    id: await idOf("logs-app"),
    name: "logs-app",
    indexPatterns: ["logs-web-*", "logs-app-*"],
    composedOfs: ["base", "absent"],
    ignoreMissingComponentTemplates: ["absent"],
    priority: 200,
    version: 3,
    metadata: '{"owner":"team-a"}',
    allowAutoCreate: true,
    deprecated: true,
    dataStream: { hidden: true, allowCustomRouting: true },
    template: {
      settings: '{"index":{"number_of_shards":"3","refresh_interval":"5s"}}',
      mappings: expect.any(String),
      aliases: [
        { ...alias, name: "app", indexRouting: "7", searchRouting: "7", isWriteIndex: true },
        { ...alias, name: "shop", filter: '{"term":{"env":"prod"}}', indexRouting: "1", searchRouting: "1,2", isHidden: true },
      ],
      lifecycle: { dataRetention: "30d", enabled: true },
      dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "7d", enabled: true } } },
    },
  });
});

it("finds the least template: lists are empty, the rest is absent", async () => {
  await put("least", { index_patterns: ["least-*"] });
  expect(await find("least")).toEqual({ id: await idOf("least"), name: "least", indexPatterns: ["least-*"], ...nothing });
});

it("finds a template whose name needs escapes", async () => {
  const name = "é:%日?&=+\"'\\~";
  await put(name, { index_patterns: ["a-*"] });
  expect(await find(name)).toMatchObject({ id: await idOf(name), name });
});

it.each(["missing", "missing-*", "a b"])("returns the name only for %j, which does not exist, and logs a line", async (name) => {
  expect(await find(name)).toEqual({ name });
  const isLogged = (): boolean =>
    fixture.engine.lines.some(({ severity, message }) => severity === "info" && message.includes(`"${name}"`));
  await until("line", isLogged);
});

it("accepts a pattern that matches one template, and returns its name", async () => {
  await put("logs-app", { index_patterns: ["a-*"] });
  await put("metrics-app", { index_patterns: ["b-*"] });
  expect(await find("logs-*")).toEqual({ id: await idOf("logs-app"), name: "logs-app", indexPatterns: ["a-*"], ...nothing });
});

it("rejects a pattern that matches several, and names them", async () => {
  for (const name of ["logs-web", "logs-app", "metrics"]) await put(name, { index_patterns: [`${name}-*`] });
  expect(await failureOf(fixture.rpc.invoke(lookupToken, { name: "logs-*" }))).toEqual({
    code: status.INVALID_ARGUMENT,
    message:
      'Wrong number of templates returned: "logs-*" matches 2 index templates (logs-app, logs-web), expected one. Use the name of one template.',
  });
});

it("quotes the server's reason for a list of names", async () => {
  const { code, message } = await failureOf(fixture.rpc.invoke(lookupToken, { name: "a,b" }));
  expect({ code, message }).toEqual({
    code: status.FAILED_PRECONDITION,
    message: expect.stringMatching(
      /^GET http\S+\/_index_template\/a%2Cb: HTTP 400: illegal_argument_exception: template name may not contain ','$/,
    ),
  });
});
