/**
 * Synonym sets against the facts of the vendor's REST tests: the real node of the tests cannot store any. Titles name the file, and the test in it, of
 * elastic/elasticsearch, rest-api-spec/src/yamlRestTest/resources/rest-api-spec/test/synonyms; lines differ between versions.
 */
import { callerOf } from "./caller";
import type { SearchEmulator, SearchEmulatorOptions } from "./index";
import { createSearchEmulator } from "./index";

const one = "/_synonyms/products";
const rules = [
  { id: "test-id-1", synonyms: "hello, hi" },
  { id: "test-id-2", synonyms: "bye => goodbye" },
  { id: "test-id-3", synonyms: "test => check" },
];

function server(options: SearchEmulatorOptions = {}): { emulator: SearchEmulator; call: ReturnType<typeof callerOf> } {
  const emulator = createSearchEmulator(options);
  return { emulator, call: callerOf(emulator) };
}

test("10_synonyms_put.yml, no ID creates ID automatically, create and update, create empty: IDs are generated; created, then updated; no analyzer is reloaded; an empty set exists", () => {
  const { call } = server();
  const details = { _shards: { total: 0, successful: 0, failed: 0 }, reload_details: [] };
  const body = { synonyms_set: [{ synonyms: "hello, hi" }, { synonyms: "bye => goodbye", id: null }] };
  expect(call(`PUT ${one}`, body)).toMatchObject({ status: 201, body: { result: "created", reload_analyzers_details: details } });
  expect(call(`GET ${one}`).body.synonyms_set).toEqual([
    { id: expect.stringMatching(/^[\w-]{20}$/), synonyms: expect.any(String) },
    { id: expect.stringMatching(/^[\w-]{20}$/), synonyms: expect.any(String) },
  ]);
  expect(call(`PUT ${one}`, { synonyms_set: [] })).toMatchObject({ status: 200, body: { result: "updated" } });
  expect(call(`GET ${one}`).body).toEqual({ count: 0, synonyms_set: [] });
});

const problems: [string, string][] = [
  ["", "1: [synonyms] field can't be empty;"],
  ["bye => => goodbye", "1: More than one explicit mapping specified in the same synonyms rule: [bye => => goodbye];"],
  [" => goodbye", "1: Incorrect syntax for [synonyms]: [ => goodbye];"],
  ["bye => ", "1: Incorrect syntax for [synonyms]: [bye => ];"],
  ["bye, goodbye,  ", "1: Incorrect syntax for [synonyms]: [bye, goodbye,  ];"],
];
test.each(problems)("10_synonyms_put.yml, validation fails: the rule %p is rejected", (synonyms, problem) => {
  const { call } = server();
  const { status, body } = call(`PUT ${one}`, { synonyms_set: [{ synonyms }] });
  const error = { type: "action_request_validation_exception", reason: `Validation Failed: ${problem}` };
  expect({ status, body }).toMatchObject({ status: 400, body: { error } });
});

test.each<[string, unknown, string]>([
  ["no body", "{}", "Required [synonyms_set]"],
  ["an unknown member", { synonyms_set: [{ synonyms: "a", weight: 1 }] }, "failed to parse field [synonyms_set]"],
  ["a rule without text", { synonyms_set: [{ id: "a" }] }, "failed to parse field [synonyms_set]"],
])("a body with %s is rejected with its text", (_what, sent, cause) => {
  const { body, status } = server().call(`PUT ${one}`, sent);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      error: {
        type: "illegal_argument_exception",
        reason: expect.stringMatching(/^Failed to parse: \{/),
        caused_by: { reason: expect.stringContaining(cause) },
      },
    },
  });
});

test("110_synonyms_invalid.yml, load index with an invalid synonym rule: a single rule counts as a list", () => {
  const { call } = server();
  expect(call(`PUT ${one}`, { synonyms_set: { synonyms: "foo => bar, baz" } }).status).toBe(201);
  expect(call(`GET ${one}`).body.count).toBe(1);
});

test("20_synonyms_get.yml, get, not found, pagination: sorted by ID, in pages, within limits", () => {
  const { call } = server();
  expect(call(`GET ${one}`)).toMatchObject({ status: 404, body: { error: { type: "resource_not_found_exception" } } });
  call(`PUT ${one}`, { synonyms_set: [...rules].reverse() });
  expect(call(`GET ${one}`).body).toEqual({ count: 3, synonyms_set: rules });
  expect(call(`GET ${one}?size=2`).body).toEqual({ count: 3, synonyms_set: rules.slice(0, 2) });
  expect(call(`GET ${one}?from=1`).body).toEqual({ count: 3, synonyms_set: rules.slice(1) });
  for (const query of ["size=-1", "from=-1", "size=100001", "from=100001", "from=9001&size=1000", "from=x"])
    expect(call(`GET ${one}?${query}`).status).toBe(400);
});

test("pull request 146965: servers from 9.5 on return the rules that follow an ID, beyond position 10,000, too", () => {
  const { call } = server({ version: "9.5.0" });
  call(`PUT ${one}`, { synonyms_set: rules });
  expect(call(`GET ${one}?size=2&search_after=test-id-1`).body.synonyms_set).toEqual(rules.slice(1));
  expect(server().call(`GET ${one}?search_after=a`).status).toBe(400);
});

test.each([
  ["9.4.0", 400],
  ["9.5.0", 201],
])("pull requests 109981 and 146087: before 9.5 a set has at most 10,000 rules: %s", (version, status) => {
  const set = Array.from({ length: 10_001 }, () => ({ synonyms: "a" }));
  const response = server({ version }).call(`PUT ${one}`, { synonyms_set: set });
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body).toMatchObject({ error: { reason: expect.stringContaining("cannot exceed 10000") } });
});

test("30_synonyms_delete.yml, delete, not found, index uses the synonym set: a set in use stays, a missing one is not found", () => {
  const { emulator, call } = server();
  call(`PUT ${one}`, { synonyms_set: rules });
  emulator.putIndex("my_index1", { "index.analysis.filter.my_synonym_filter.synonyms_set": "products" });
  expect(call(`DELETE ${one}`)).toMatchObject({
    status: 400,
    body: { error: { reason: "synonyms set [products] cannot be deleted as it is used in the following indices: my_index1" } },
  });
  emulator.indices.delete("my_index1");
  expect(call(`DELETE ${one}`)).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect(call(`DELETE ${one}`)).toMatchObject({ status: 404, body: { error: { type: "resource_not_found_exception" } } });
});

test("40_synonyms_sets_get.yml, list, pagination, no synonym sets: sets sorted by name, in pages", () => {
  const { call } = server();
  expect(call("GET /_synonyms").body).toEqual({ count: 0, results: [] });
  for (const [i, count] of [2, 3, 1].entries()) call(`PUT /_synonyms/set-${3 - i}`, { synonyms_set: rules.slice(0, count) });
  const results = [1, 3, 2].map((count, i) => ({ synonyms_set: `set-${i + 1}`, count }));
  expect(call("GET /_synonyms").body).toEqual({ count: 3, results });
  expect(call("GET /_synonyms?size=2").body).toEqual({ count: 3, results: results.slice(0, 2) });
  expect(call("GET /_synonyms?from=1").body).toEqual({ count: 3, results: results.slice(1) });
});

test("refresh came with 9.1, and without it no analyzer is reloaded", () => {
  expect(server().call(`PUT ${one}?refresh=false`, { synonyms_set: rules })).toMatchObject({
    status: 400,
    body: { error: { reason: expect.stringContaining("unrecognized parameter: [refresh]") } },
  });
  expect(server({ version: "9.1.0" }).call(`PUT ${one}?refresh=false`, { synonyms_set: rules }).body).toEqual({ result: "created" });
});
