/** Secret values of the kinds of the life of data: no state, error or log shows them, also what the server says about them. */
import { secret } from "../../../../../provider/core/values/value";
import { shownIn } from "../../../../invariants/canaries";
import { outcomeOf } from "../../../../support/in-process";
import { caseFixture, hasModules } from "./server";

const canary = "Canary-4711-of-the-node";

/** Programs, and the members that change them: as the server accepts, and as it does not. */
test.each([
  [
    "data 107: the source of a script",
    "SearchStoredScript",
    { scriptId: "s", lang: "painless", source: secret(`ctx.token = "${canary}"`) },
    { context: "ingest" },
    { source: secret(`ctx.token = = "${canary}"`), context: "ingest" },
  ],
  [
    "a value of a cluster setting",
    "SearchClusterSettings",
    { persistent: { "cluster.metadata.owner": secret(canary) } },
    { transient: { "cluster.metadata.team": "ops" } },
    { persistent: { "search.max_buckets": secret(canary) } },
  ],
  [
    "the filter of an alias",
    "SearchIndexAlias",
    { name: "logs", members: [{ index: "logs-1", filter: secret(`{"term":{"token":"${canary}"}}`) }] },
    { exclusive: true },
    { members: [{ index: "logs-1", filter: secret(`{"term":{"token":{"value":"a","boost":"${canary}"}}}`) }] },
  ],
  [
    "the metadata of a mapping",
    "SearchIndex",
    { name: "orders", mappings: secret(`{"_meta":{"token":"${canary}"}}`) },
    { settings: '{"priority":1}' },
    { mappings: secret(`{"properties":{"a":{"type":"${canary}"}}}`) },
  ],
])("%s is in nothing in clear", async (...row) => {
  const [, kind, program, more, rejected] = row;
  const { stack, call, logged } = caseFixture(kind);
  await call("PUT /logs-1");
  const shown: string[] = [];
  const run = async (operation: Promise<unknown>) => {
    const outcome = await outcomeOf(operation);
    shown.push(String(outcome), ...(stack.stored?.unfinished ?? []), shownIn(stack.stored?.inputs), shownIn(stack.stored?.state));
    return outcome;
  };
  for (const next of [program, { ...program, ...more }]) {
    await run(stack.up(next));
    await run(stack.refresh());
  }
  const wrong = { ...program, ...rejected };
  const outcome = await run(stack.up(wrong));
  // The emulator neither compiles scripts nor reads values in queries.
  expect(hasModules || outcome instanceof Error).toBe(true);
  await stack.destroy();
  await run(stack.up(wrong));
  expect([...shown, logged()].join("\n")).not.toContain(canary);
});
