// Enrich policies: create with and without the run, its failures, import, replacement, delete. See docs/modules/search.md#enrich-policies.
import { ProviderError } from "../../../../../provider/core/errors/errors";
import { scenarios } from "../cases/scenario";
import { rejects, uuid } from "../support";
import { stackFixture, type StackFixture } from "./stack-fixture";

const kind = "SearchEnrichPolicy";
const path = "/_enrich/policy/users-policy";
const execute = `PUT ${path}/_execute?wait_for_completion=true`;
const users = { name: "users-policy", policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["first_name", "city"] };
const query = '{"term":{"active":true}}';
const remote = { indices: ["users"], match_field: "email", enrich_fields: ["first_name", "city"], query: { term: { active: true } } };
const before = { "PUT /users": undefined, "PUT /guests": undefined };

scenarios(
  kind,
  [
    {
      "creates the policy and executes it": {
        writes: [`PUT ${path}`, execute],
        bodies: [{ match: remote }],
        outputs: { ...users, query, execute: true },
      },
      "creates without execution": {
        program: { ...users, execute: false },
        writes: [`PUT ${path}`],
        outputs: { execute: false },
      },
    },
    ...(
      [
        ["indices[1]!", { indices: ["users", "guests"] }],
        ["execute!", { execute: false }],
      ] as const
    ).map(([change, members]) => ({
      [`another ${change} replaces`]: {
        preview: [change],
        next: { ...users, query, ...members },
        done: "delete first" as const,
      },
    })),
    {
      "another order of fields is the same": {
        next: { ...users, query, enrichFields: ["city", "first_name"] },
        done: "same",
      },
      "an imported policy counts as executed": {
        before: { [`PUT ${path}`]: { match: remote } },
        imported: "users-policy",
        outputs: { ...users, query, execute: true },
      },
      "one that a pipeline needs stays, with the server's reason and a remedy": {
        other: ({ pipelines }) =>
          pipelines.set("signups", { processors: [{ enrich: { policy_name: "users-policy", field: "a", target_field: "b" } }] }),
        next: "destroy",
        error: /^aborted: .*HTTP 409.*Could not delete policy \[users-policy\] because a pipeline is referencing it \[signups\][^]*first/,
        kept: { [path]: { policies: [{}] } },
      },
    },
  ],
  { emulator: {}, before, program: { ...users, query } },
);

const fixture = () => stackFixture(kind, {}, before);

test("a lost response: the policy is recognized by its content", async () => {
  const { stack, override, emulator } = fixture();
  override.set(`PUT ${path}`, () => {
    const config = { indices: ["users"], match_field: "email", enrich_fields: ["city", "first_name"] };
    emulator.enrich.policies.set("users-policy", { type: "match", config });
    return new ProviderError("unavailable", "cut", { ambiguous: true });
  });
  expect(await stack.up(users)).toBe("create");
  expect(emulator.enrichPolicies.has("users-policy")).toBe(true);
});

test.each<[string, (fixture: StackFixture) => void, RegExp]>([
  ["in the phase FAILED", ({ emulator }) => emulator.enrich.endNext("FAILED"), /got FAILED/],
  ["without a status", ({ emulator }) => emulator.enrich.endNext(null), /expected the outcome of a write/],
  [
    "and its response is lost",
    ({ override }) => override.set(execute, new ProviderError("unavailable", "cut", { ambiguous: true })),
    /cut/,
  ],
])("an execution fails %s: requested once, the policy is kept, and the next update runs it again", async (_name, fail, message) => {
  const all = fixture();
  const { stack, writes, override, emulator } = all;
  fail(all);
  await rejects(stack.up(users), message);
  expect(stack.stored).toMatchObject({ id: `${uuid}/users-policy`, unfinished: [expect.stringMatching(message)] });
  expect(writes()).toEqual([`PUT ${path}`, execute]);
  expect(stack.outputs).toEqual({ ...users, execute: false });
  override.clear();
  expect(await stack.up(users)).toBe("update");
  expect(writes()).toEqual([execute]);
  expect(stack.outputs).toEqual({ ...users, execute: true });
  expect(emulator.enrichPolicies.has("users-policy")).toBe(true);
  expect(await stack.up(users)).toBe("same");
});

test("with a refresh in between, the preview shows the pending execution", async () => {
  const { stack, emulator } = fixture();
  emulator.enrich.endNext("FAILED");
  await rejects(stack.up(users), /FAILED/);
  await stack.refresh();
  expect(await stack.preview(users)).toEqual(["execute!"]);
  expect(await stack.up(users)).toBe("delete first");
});
