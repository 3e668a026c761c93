// Enrich policies: create with and without the run, its failures, import, replacement, delete. See docs/modules/search.md#enrich-policies.
import { ProviderError, ResourceInitFailedError } from "../../../../../provider/core/errors/errors";
import { failure, uuid } from "../support";
import { rejection, stackFixture, type StackFixture } from "./stack-fixture";

const token = "quartet:search:SearchEnrichPolicy";
const path = "/_enrich/policy/users-policy";
const execute = `PUT ${path}/_execute?wait_for_completion=true`;
const users = { name: "users-policy", policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["first_name", "city"] };
const query = '{"term":{"active":true}}';

function emulatorFixture(): StackFixture {
  const fixture = stackFixture(token);
  for (const index of ["users", "guests"]) fixture.emulator.putIndex(index);
  return fixture;
}

/** The partial state and the error of an operation. */
async function unfinished(promise: Promise<unknown>): Promise<ResourceInitFailedError<unknown>> {
  const error = await promise.catch((error: unknown) => error);
  if (error instanceof ResourceInitFailedError) return error as ResourceInitFailedError<unknown>;
  throw error;
}

describe("create", () => {
  test("creates the policy and executes it", async () => {
    const { stack, lines, bodies, emulator } = emulatorFixture();
    expect(await stack.up({ ...users, query })).toBe("create");
    expect(lines()).toEqual([`PUT ${path}`, execute, `GET ${path}`]);
    expect(bodies()).toEqual({
      "PUT users-policy": {
        match: { indices: ["users"], match_field: "email", enrich_fields: ["first_name", "city"], query: { term: { active: true } } },
      },
    });
    expect(stack.stored!.id).toBe(`${uuid}/users-policy`);
    expect(stack.outputs).toEqual({ ...users, query, execute: true });
    expect(emulator.enrichPolicies.has("users-policy")).toBe(true);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...users, query })).toBe("same");
  });

  test("without execution", async () => {
    const { stack, lines } = emulatorFixture();
    await stack.up({ ...users, execute: false });
    expect(lines()).toEqual([`PUT ${path}`, `GET ${path}`]);
    expect(stack.outputs).toEqual({ ...users, execute: false });
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.up({ ...users, execute: false })).toBe("same");
  });
});

test.each<[string, boolean]>([
  ["email", true],
  ["id", false],
])("a lost response: the policy is recognised by its content: match field %s: %p", async (match_field, isOwn) => {
  const { stack, override, emulator } = emulatorFixture();
  override.set(`PUT ${path}`, () => {
    const config = { indices: ["users"], match_field, enrich_fields: ["city", "first_name"] };
    emulator.enrich.policies.set("users-policy", { type: "match", config });
    return new ProviderError("unavailable", "cut", { ambiguous: true });
  });
  if (isOwn) expect(await stack.up(users)).toBe("create");
  else expect((await failure(stack.up(users))).message).toMatch(/differs in matchField\.[^]*pulumi import/);
  expect(emulator.enrichPolicies.has("users-policy")).toBe(isOwn);
});

describe("a failed execution", () => {
  test.each<[string, (fixture: StackFixture) => void, RegExp]>([
    ["in the phase FAILED", ({ emulator }) => emulator.enrich.endNext("FAILED"), /got FAILED/],
    ["without a status", ({ emulator }) => emulator.enrich.endNext(null), /expected the outcome of a write/],
    ["with a rejection", ({ override }) => override.set(execute, rejection("no mapping", 500, "exception")), /no mapping/],
    [
      "for another run is in progress",
      ({ override }) =>
        override.set(execute, rejection("Policy execution for [x] is already in progress.", 429, "es_rejected_execution_exception")),
      /already in progress/,
    ],
    [
      "and whose response is lost",
      ({ override }) => override.set(execute, new ProviderError("unavailable", "cut", { ambiguous: true })),
      /cut/,
    ],
  ])("%s: requested once, the policy is kept, and the next update runs it again", async (_name, fail, message) => {
    const fixture = emulatorFixture();
    const { stack, lines, override, emulator } = fixture;
    fail(fixture);
    const error = await unfinished(stack.up(users));
    expect(error).toMatchObject({ id: `${uuid}/users-policy`, reasons: [expect.stringMatching(message)] });
    expect(lines()).toEqual([`PUT ${path}`, execute, `GET ${path}`]);
    expect(stack.outputs).toEqual({ ...users, execute: false });
    override.clear();
    expect(await stack.up(users)).toBe("update");
    expect(lines()).toEqual([execute, `GET ${path}`]);
    expect(stack.outputs).toEqual({ ...users, execute: true });
    expect(emulator.enrichPolicies.has("users-policy")).toBe(true);
    expect(await stack.up(users)).toBe("same");
  });

  test("twice: the execution is still pending", async () => {
    const { stack, emulator, lines } = emulatorFixture();
    emulator.enrich.endNext("FAILED", "FAILED");
    await unfinished(stack.up(users));
    await stack.up(users).catch(() => undefined);
    expect(stack.stored!.unfinished).toHaveLength(1);
    lines();
    expect(await stack.up(users)).toBe("update");
    expect(lines()).toContain(execute);
  });

  test("with a refresh in between: the preview shows the pending execution", async () => {
    const { stack, emulator } = emulatorFixture();
    emulator.enrich.endNext("FAILED");
    await unfinished(stack.up(users));
    await stack.refresh();
    expect(await stack.preview(users)).toEqual(["execute!"]);
    expect(await stack.up(users)).toBe("delete first");
    expect(emulator.enrichPolicies.has("users-policy")).toBe(true);
  });

  test("without a response afterwards: the state keeps the pending execution", async () => {
    const { stack, override, emulator } = emulatorFixture();
    emulator.enrich.endNext("FAILED");
    override.set(`GET ${path}`, rejection("gone mad", 500));
    await unfinished(stack.up(users));
    expect(stack.outputs).toEqual({ ...users, execute: false });
  });
});

describe("changes", () => {
  test.each<[string, object, string[]]>([
    ["another order", { enrichFields: ["city", "first_name"], indices: ["users"] }, []],
    ["a query spelled otherwise", { query: '{ "term": {"active": true} }' }, []],
    ["explicit default", { execute: true }, []],
    ["another query", { query: "{}" }, ["query!"]],
    ["no query", { query: undefined }, ["query!"]],
    ["other indices", { indices: ["users", "guests"] }, ["indices[1]!"]],
    ["another type", { policyType: "range" }, ["policyType!"]],
    ["another field", { matchField: "id" }, ["matchField!"]],
    ["no run", { execute: false }, ["execute!"]],
  ])("%s", async (_name, change, expected) => {
    const { stack } = emulatorFixture();
    await stack.up({ ...users, query });
    const next = Object.fromEntries(Object.entries({ ...users, query, ...change }).filter(([, value]) => value !== undefined));
    expect(await stack.preview(next)).toEqual(expected);
    expect(await stack.up(next)).toBe(expected.length > 0 ? "delete first" : "same");
  });
});

describe("read and import", () => {
  test.each(["users-policy", `${uuid}/users-policy`])("by %s: the policy counts as executed", async (id) => {
    const { stack, logged } = emulatorFixture();
    await stack.up({ ...users, query, execute: false });
    await stack.import(id);
    expect(stack.stored!.id).toBe(`${uuid}/users-policy`);
    expect(stack.outputs).toEqual({ ...users, query, execute: true });
    expect(await stack.preview({ ...users, query })).toEqual([]);
    expect(logged()).toEqual([]);
  });
});

describe("delete", () => {
  test("one that a pipeline needs stays, with the server's reason and a remedy", async () => {
    const { stack, emulator } = emulatorFixture();
    await stack.up(users);
    emulator.pipelines.set("signups", { processors: [{ enrich: { policy_name: "users-policy", field: "a", target_field: "b" } }] });
    const error = await failure(stack.destroy());
    expect(error).toMatchObject({ code: "aborted" });
    expect(error.message).toMatch(
      /HTTP 409.*Could not delete policy \[users-policy\] because a pipeline is referencing it \[signups\][^]*first/,
    );
    expect(emulator.enrich.policies.has("users-policy")).toBe(true);
  });
});
