/** The lookups of one object: a table of responses and outputs over all of them. Connectors have more in getSearchConnector.test.ts. See docs/modules/search.md#names-and-types. */
import type { HttpResponse } from "../../../../../provider/contract/http";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { search } from "../../../../../provider/modules/search";
import { fromJson } from "../../../../../provider/plugin/codec";
import { searchVariants } from "../../../../samples/search/resources";
import { requestContext } from "../../../../support/contexts";
import { stackFixture } from "../resources/stack-fixture";
import { callFunction, checked, clientOver, emulated, json, recorded, rejects, root, uuid } from "../support";

const paths: Readonly<Record<string, string>> = {
  getSearchComponentTemplate: "/_component_template",
  getSearchEnrichPolicy: "/_enrich/policy",
  getSearchIndexTemplate: "/_index_template",
  getSearchIngestPipeline: "/_ingest/pipeline",
};

/** The response with these members in the form of the function, for the name `x`. */
const bodies: Readonly<Record<string, (object: object, name?: string) => object>> = {
  getSearchComponentTemplate: (object, name = "x") => ({ component_templates: [{ name, component_template: object }] }),
  getSearchEnrichPolicy: (config) => ({ policies: [{ config }] }),
  getSearchIndexTemplate: (object, name = "x") => ({ index_templates: [{ name, index_template: object }] }),
  getSearchIngestPipeline: (object, name = "x") => ({ [name]: object }),
};

async function read(name: string, response: object, inputs: PlainMap = {}, version?: string) {
  const { send, sent } = recorded(({ line }) => (line === "GET /" ? root(version) : response));
  const context = requestContext();
  const key = name === "getSearchConnector" ? "connectorId" : "name";
  const outputs = await callFunction(name, { [key]: "x", ...inputs }, clientOver(send), context);
  return { outputs, lines: sent.map(({ line }) => line), log: context.lines };
}

const alias = { routing: "", indexRouting: "", searchRouting: "", isHidden: false, isWriteIndex: false };
const users = { name: "x", indices: ["users"], match_field: "email", enrich_fields: ["first_name", "city"] };
const policy = { policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["first_name", "city"] };
const lists = { indexPatterns: [], composedOfs: [], ignoreMissingComponentTemplates: [] };

test.each([
  ["getSearchComponentTemplate", {}, { template: {} }],
  ["getSearchEnrichPolicy", { match: { ...users, query: { term: { active: true } } } }, { ...policy, query: '{"term":{"active":true}}' }],
  [
    "getSearchIndexTemplate",
    { index_patterns: "a-*", template: { aliases: { b: { index_routing: "1", search_routing: "2" }, a: { is_hidden: true }, "10": {} } } },
    {
      ...lists,
      indexPatterns: ["a-*"],
      template: {
        aliases: [
          { ...alias, name: "10" },
          { ...alias, name: "a", isHidden: true },
          { ...alias, name: "b", indexRouting: "1", searchRouting: "2" },
        ],
      },
    },
  ],
  [
    "getSearchIndexTemplate",
    { data_stream: { failure_store: true }, template: { settings: {}, aliases: {}, data_stream_options: {} } },
    { ...lists, dataStream: { hidden: false, allowCustomRouting: false }, template: { settings: "{}" } },
  ],
])("%s: %j", async (name, object, expected) => {
  const { outputs, lines } = await read(name, json(bodies[name]!(object)));
  expect(outputs).toEqual({ id: `${uuid}/x`, name: "x", ...expected });
  expect(lines.sort()).toEqual(["GET /", `GET ${paths[name]}/x`]);
});

// The configuration of a connector has to be registered by its service.
test.each(searchVariants.filter(({ token }) => !token.endsWith("Connector") && search.functions[`get${token.split(":")[2]}`]))(
  "$token ($title): a lookup returns what an import declares",
  async ({ token, emulator: options, program }) => {
    const kind = token.split(":")[2]!;
    const { stack, emulator } = stackFixture(kind, options);
    await stack.up(fromJson(program({ handle: emulator.handle, now: () => new Date() }).inputs) as object);
    const { id } = stack.stored!;
    await stack.import(id);
    const key = ["connectorId", "username", "name"].find((each) => each in stack.inputs)!;
    const client = clientOver(emulated(emulator.handle).send);
    expect(await callFunction(`get${kind}`, { [key]: stack.inputs[key] }, client)).toMatchObject({ ...stack.inputs, id });
  },
);

const missing = { type: "resource_not_found_exception", reason: "x not found" };
const notFound = json({ error: { ...missing, root_cause: [missing] }, status: 404 }, 404);

test.each<[name: string, message: string, ...responses: Partial<HttpResponse>[]]>([
  [
    "getSearchComponentTemplate",
    'not_found: Component template not found: "x". ',
    notFound,
    json({ component_templates: [] }),
    json(bodies["getSearchComponentTemplate"]!({}, "other")),
  ],
  ["getSearchConnector", 'not_found: Connector not found: there is no connector with the ID "x". ', notFound],
  ["getSearchEnrichPolicy", "not_found: Policy not found: Enrich policy 'x' not found", notFound, json({ policies: [] })],
  ["getSearchIngestPipeline", 'not_found: Ingest pipeline not found: "x". ', json({}, 404), json({}), json({ other: { processors: [] } })],
])("%s: an object that does not exist is an error that names it", async (name, message, ...responses) => {
  for (const response of responses) await rejects(read(name, response), message);
});

test.each([[notFound], [json({ index_templates: [] }, 404)], [json({ index_templates: [] })]])(
  "getSearchIndexTemplate: without a template the name alone, one call, one line in the log",
  async (response) => {
    expect(await read("getSearchIndexTemplate", response)).toEqual({
      outputs: { name: "x" },
      lines: ["GET /_index_template/x"],
      log: ['info: There is no index template "x".'],
    });
  },
);

const templates = ["logs-b", "logs-a"].map((name) => ({ name, index_template: { index_patterns: [] } }));
const policies = ["a", "x,y", "b"].map((name) => ({ config: { match: { ...users, name } } }));

test.each([
  ["getSearchIndexTemplate", "logs-a*", { index_templates: templates.slice(1) }, "logs-a"],
  ["getSearchEnrichPolicy", "x,y", { policies }, "x,y"],
])("names that mean several objects: %s: %s is one", async (name, given, response, id) =>
  expect((await read(name, json(response), { name: given })).outputs).toMatchObject({ id: `${uuid}/${id}`, name: id }),
);

test.each([
  [
    "getSearchIndexTemplate",
    "logs-*",
    { index_templates: templates },
    /^invalid_argument: Wrong number of templates returned.*\(logs-a, logs-b\), expected one/,
  ],
  [
    "getSearchEnrichPolicy",
    "b,a",
    { policies: [policies[2], policies[0]] },
    /^invalid_argument: Wrong number of policies returned: "b,a".*\(a, b\), expected one/,
  ],
])("names that mean several objects: %s: %s is an error that names them", async (name, given, response, message) =>
  rejects(read(name, json(response), { name: given }), message),
);

test.each([
  ["of a new type", { fuzzy_match: users }, /expected a type of match, geo_match, range; got fuzzy_match/],
  ["without a type", {}, /expected a type of match, geo_match, range; got none/],
])("a policy %s is an error", async (_title, config, message) =>
  rejects(read("getSearchEnrichPolicy", json({ policies: [{ config }] })), message),
);

test("only connectors need a version", async () => {
  await expect(read("getSearchIngestPipeline", json({ x: {} }), {}, "8.15.4")).resolves.toBeDefined();
  await rejects(read("getSearchConnector", json({}), {}, "8.15.4"), /^failed_precondition: .*getSearchConnector.*8\.15\.4.*8\.16\.0/);
});

test.each([
  ["getSearchComponentTemplate", ["", " ", "a*", "a,b"], "must not be blank"],
  ["getSearchConnector", [""], "must not be empty"],
  ["getSearchEnrichPolicy", [""], "must not be empty"],
  ["getSearchIndexTemplate", [""], "must not be empty"],
  ["getSearchIngestPipeline", ["", " ", "a*", "a,b"], "must not be blank"],
])("%s: the names %j fail in Check", (name, given, reason) => {
  const property = name === "getSearchConnector" ? "connectorId" : "name";
  for (const value of given) {
    expect(checked(name, { [property]: value }).failures).toEqual([{ property, reason: expect.stringContaining(reason) }]);
  }
});
