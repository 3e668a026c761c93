/** The lookups of one object: a table of responses and outputs over all of them. See docs/modules/search.md#names-and-types and docs/modules/search.md#getsearchconnector. */
import type { HttpResponse } from "../../../../../provider/contract/http";
import type { PlainMap } from "../../../../../provider/core/values/value";
import { search } from "../../../../../provider/modules/search";
import { fromJson } from "../../../../../provider/plugin/codec";
import { searchVariants } from "../../../../samples/search/resources";
import { requestContext } from "../../../../support/contexts";
import { stackFixture } from "../resources/stack-fixture";
import { callFunction, checked, clientOver, emulated, json, recorded, rejects, root, uuid } from "../support";

const connector = "getSearchConnector";
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
  const key = name === connector ? "connectorId" : "name";
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
  [connector, 'not_found: Connector not found: there is no connector with the ID "x". ', notFound],
  ["getSearchEnrichPolicy", "not_found: Policy not found: Enrich policy 'x' not found", notFound, json({ policies: [] })],
  ["getSearchIndexLifecyclePolicy", 'not_found: Lifecycle policy not found: "x". ', notFound],
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
  await rejects(read(connector, json({}), {}, "8.15.4"), /^failed_precondition: .*getSearchConnector.*8\.15\.4.*8\.16\.0/);
});

test.each([
  ["getSearchComponentTemplate", ["", " ", "a*", "a,b"], "must not be blank"],
  [connector, [""], "must not be empty"],
  ["getSearchEnrichPolicy", [""], "must not be empty"],
  ["getSearchIndexTemplate", [""], "must not be empty"],
  ["getSearchIngestPipeline", ["", " ", "a*", "a,b", "_all"], "must not be blank"],
  ["getSearchSnapshotRepository", ["", "-a", "a*", "a/b", "_all"], "must not begin with -"],
])("%s: the names %j fail in Check", (name, given, reason) => {
  const property = name === connector ? "connectorId" : "name";
  for (const value of given) {
    expect(checked(name, { [property]: value }).failures).toEqual([{ property, reason: expect.stringContaining(reason) }]);
  }
});

const off = { enabled: false, interval: "0 0 0 * * ?" };
const full = { enabled: true, interval: "0 0 * * * ?" };
const minimal = { id: `${uuid}/x`, connectorId: "x", status: "", isNative: false, syncNow: false, scheduling: {} };

/** Texts that are passed on. */
const texts =
  "name description status language error index_name service_type api_key_id api_key_secret_id last_sync_status last_sync_error last_access_control_sync_error last_access_control_sync_status";

/** Members of the server, and what they become. */
const members: [remote: string, value: unknown, expected?: unknown][] = [
  ...texts.split(" ").map((remote): [string, string] => [remote, "x"]),
  ["is_native", true],
  ["sync_now", true],
  ["custom_scheduling", {}, "{}"],
  ["configuration", { host: { label: "Host", order: 1 } }, '{"host":{"label":"Host","order":1}}'],
  ["filtering", [{ domain: "DEFAULT" }], '[{"domain":"DEFAULT"}]'],
  ["filtering", [], "[]"],
  [
    "features",
    { sync_rules: { basic: { enabled: true } }, document_level_security: { enabled: true }, incremental_sync: null },
    { syncRules: { basic: { enabled: true } }, documentLevelSecurity: { enabled: true } },
  ],
  ["features", {}],
  [
    "pipeline",
    { name: "p", extract_binary_content: true },
    { name: "p", extractBinaryContent: true, reduceWhitespace: false, runMlInference: false },
  ],
  ["scheduling", { full, incremental: null, access_control: off }, { full, accessControl: off }],
  ["last_seen", "2025-05-06T09:30:00.123456+00:00", "2025-05-06T09:30:00.123Z"],
  ["last_synced", 1746523800123, "2025-05-06T09:30:00.123Z"],
  ["last_sync_scheduled_at", "2025-05-06T11:30:00+02:00", "2025-05-06T09:30:00.000Z"],
  ["last_access_control_sync_scheduled_at", 1, "1970-01-01T00:00:00.001Z"],
  ["last_incremental_sync_scheduled_at", "2025-05-06T09:30:00Z", "2025-05-06T09:30:00.000Z"],
  ["last_indexed_document_count", 12],
  ["last_deleted_document_count", 0],
];

test.each(members)("the member %s: %j is an output", async (remote, value, expected = value) => {
  const output = remote.replace(/_./g, ([, letter]) => letter!.toUpperCase());
  expect((await read(connector, json({ [remote]: value }))).outputs).toEqual({ ...minimal, [output]: expected });
});

test("without members, or if all are null or no time, only the required outputs are returned", async () => {
  for (const found of [Object.fromEntries(members.map(([remote]) => [remote, null])), {}, { last_seen: 0 }])
    expect(await read(connector, json(found))).toEqual({ outputs: minimal, lines: ["GET /", "GET /_connector/x"], log: [] });
});

test("JSON is passed on as received; the ID is one segment of the path, and the connection is returned", async () => {
  const text = '{ "configuration": {"b": {"new": [1, 2]}, "10": 1, "9": 2}, "sync_cursor": {"ts": 1746523800123456789.50} }';
  const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
  const { outputs, lines } = await read(connector, json(text), { connectorId: "a/b ü", searchConnections });
  expect(outputs).toMatchObject({
    id: `${uuid}/a/b ü`,
    searchConnections,
    configuration: '{"b":{"new":[1,2]},"10":1,"9":2}',
    syncCursor: '{"ts":1746523800123456789.50}',
  });
  expect(lines[1]).toBe("GET /_connector/a%2Fb%20%C3%BC");
});
