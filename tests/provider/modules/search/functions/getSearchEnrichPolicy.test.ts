// The lookup of an enrich policy. See docs/modules/search.md#getsearchenrichpolicy.
import { getSearchEnrichPolicy } from "../../../../../provider/modules/search/functions/getSearchEnrichPolicy";
import type { HttpResponse } from "../../../../../provider/contract/http";
import { checked, clientOver, failure, json, recorded, root, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const users = { name: "users-policy", indices: ["users"], match_field: "email", enrich_fields: ["first_name", "city"] };
const responding = (response: Partial<HttpResponse>) => recorded(({ line }) => (line === "GET /" ? root() : response));
const of = (...configs: object[]) => responding(json({ policies: configs.map((config) => ({ config })) }));
const read = (name: string, { send }: ReturnType<typeof responding>) =>
  Promise.resolve(getSearchEnrichPolicy.read({ name }, inContext(clientOver(send))));

test("the example of the specification", async () => {
  const server = of({ match: { ...users, query: { term: { active: true } } } });
  expect(await read("users-policy", server)).toEqual({
    id: `${uuid}/users-policy`,
    name: "users-policy",
    policyType: "match",
    indices: ["users"],
    matchField: "email",
    enrichFields: ["first_name", "city"],
    query: '{"term":{"active":true}}',
  });
  expect(server.sent.map(({ line }) => line)).toEqual(["GET /", "GET /_enrich/policy/users-policy"]);
});

test.each(["match", "geo_match", "range"])("the type %s", async (type) => {
  const found = await read("users-policy", of({ [type]: users }));
  expect(found).toMatchObject({ policyType: type });
  expect(found).not.toHaveProperty("query");
});

test.each<[string, object, object]>([
  ["one text in place of a list", { indices: "users", enrich_fields: "city" }, { indices: ["users"], enrichFields: ["city"] }],
  ["the server's order", { indices: ["b", "a"], enrich_fields: ["z", "y"] }, { indices: ["b", "a"], enrichFields: ["z", "y"] }],
  ["no name: the requested one", { name: undefined }, { name: "requested", id: `${uuid}/requested` }],
])("%s", async (_name, more, expected) => expect(await read("requested", of({ match: { ...users, ...more } }))).toMatchObject(expected));

test("null is no query", async () => {
  expect(await read("users-policy", of({ match: { ...users, query: null } }))).not.toHaveProperty("query");
});

test("the query is passed on as received", async () => {
  const text = `{"policies":[{"config":{"match":{"name":"p","query":{"term": {"n":12345678901234567890}, "10":1, "9":2}}}}]}`;
  expect(await read("p", responding(json(text)))).toMatchObject({ query: '{"term":{"n":12345678901234567890},"10":1,"9":2}', indices: [] });
});

const missing = { type: "resource_not_found_exception", reason: "policy [x] not found" };
test.each([
  ["an empty list", json({ policies: [] })],
  ["404", json({ error: { ...missing, root_cause: [missing] }, status: 404 }, 404)],
])("%s: there is no such policy", async (_name, response) => {
  expect(await failure(read("x", responding(response)))).toMatchObject({
    code: "not_found",
    message: "Policy not found: Enrich policy 'x' not found",
  });
});

test.each([
  ["of a new type", { fuzzy_match: users }, /expected a type of match, geo_match, range; got fuzzy_match/],
  ["without a type", {}, /expected a type of match, geo_match, range; got none/],
])("a policy %s", async (_name, config, message) => {
  expect((await failure(read("users-policy", of(config)))).message).toMatch(message);
});

describe("a comma in the name", () => {
  const policies = [{ match: { ...users, name: "a" } }, { range: { ...users, name: "a,b" } }, { match: { ...users, name: "b" } }];

  test("of several the one of exactly that name is returned", async () => {
    const server = of(...policies);
    expect(await read("a,b", server)).toMatchObject({ name: "a,b", policyType: "range", id: `${uuid}/a,b` });
    expect(server.sent[1]!.line).toBe("GET /_enrich/policy/a%2Cb");
  });

  test("without one it is an error that names them", async () => {
    expect(await failure(read("a,b", of(policies[2]!, policies[0]!)))).toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/^Wrong number of policies returned: "a,b".*\(a, b\), expected one/),
    });
  });
});

test.each([
  [403, "permission_denied"],
  [500, "unavailable"],
])("HTTP %i is a failure", async (status, kind) => {
  const response = json({ error: { type: "security_exception", reason: "no" }, status }, status);
  expect((await failure(read("x", responding(response)))).code).toBe(kind);
});

test("there is no version check; the connection is returned", async () => {
  const { send } = recorded(({ line }) => (line === "GET /" ? root("7.17.0") : json({ policies: [{ config: { match: users } }] })));
  const searchConnections = [{ endpoints: ["http://search.test:9200"] }];
  expect(await getSearchEnrichPolicy.read({ name: "users-policy", searchConnections }, inContext(clientOver(send)))).toMatchObject({
    searchConnections,
  });
});

test("failures of inputs", () => {
  const { failures } = checked("quartet:search:getSearchEnrichPolicy", getSearchEnrichPolicy, { name: "", searchConnections: [{}, {}] });
  expect(failures.map(({ property }) => property)).toEqual(["name", "searchConnections[1]"]);
});
