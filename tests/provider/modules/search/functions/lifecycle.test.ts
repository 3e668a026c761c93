// Reads of lifecycle policies and of the lifecycle of indices, on the emulator. See docs/modules/search.md#getsearchindexlifecyclepolicy.
import { explainSearchIndexLifecycle } from "../../../../../provider/modules/search/functions/explainSearchIndexLifecycle";
import { lookups } from "../../../../../provider/modules/search/functions/lookups";
import { createSearchEmulator } from "../../../../emulators/search";
import { clientOver, emulated, rejects, uuid } from "../support";
import { inContext } from "../../../../support/contexts";

const policy = { phases: { delete: { min_age: "30d", actions: { delete: {} } } }, _meta: { limit: 1 } };

function server() {
  const emulator = createSearchEmulator({ now: () => new Date("2026-01-05T10:00:00Z") });
  const { send } = emulated(emulator.handle);
  const context = inContext(clientOver(send));
  const put = async () => clientOver(send).put(["_ilm", "policy", "logs"], JSON.stringify({ policy }));
  return { emulator, context, put };
}

test("a policy has its phases, its text, and what uses it", async () => {
  const { emulator, context, put } = server();
  await put();
  emulator.putIndex("logs-1", { "index.lifecycle.name": "logs" });
  expect(await lookups.getSearchIndexLifecyclePolicy.read({ name: "logs" }, context)).toEqual({
    id: `${uuid}/logs`,
    name: "logs",
    phases: { delete: { minAge: "30d", actions: { delete: { deleteSearchableSnapshot: true } } } },
    metadata: '{"limit":1}',
    version: 1,
    modifiedDate: "2026-01-05T10:00:00.000Z",
    policyJson: '{"phases":{"delete":{"min_age":"30d","actions":{"delete":{"delete_searchable_snapshot":true}}}},"_meta":{"limit":1}}',
    inUseBy: { indices: ["logs-1"], dataStreams: [], composableTemplates: [] },
  });
});

test("a policy that does not exist is an error", async () => {
  await rejects(
    lookups.getSearchIndexLifecyclePolicy.read({ name: "x" }, server().context),
    /^not_found: Lifecycle policy not found: "x"\. Check/,
  );
});

test("data 120: an index whose policy does not exist", async () => {
  const { emulator, context, put } = server();
  await put();
  emulator.putIndex("logs-1", { "index.lifecycle.name": "logs" });
  emulator.putIndex("logs-2", { "index.lifecycle.name": "missing" });
  emulator.putIndex("logs-3");
  const all = await explainSearchIndexLifecycle.read({ index: "logs-*" }, context);
  expect(all).toMatchObject({ id: `${uuid}/logs-*`, failed: 1 });
  expect(all.explanations.map(({ index, managed }) => [index, managed])).toEqual([
    ["logs-1", true],
    ["logs-2", true],
    ["logs-3", false],
  ]);
  expect(all.explanations[0]).toMatchObject({
    phaseTime: "2026-01-05T10:00:00.000Z",
    phaseExecution: { policy: "logs", version: 1, modifiedDate: "2026-01-05T10:00:00.000Z" },
  });
  const errors = await explainSearchIndexLifecycle.read({ index: "logs-*", onlyErrors: true }, context);
  expect(errors).toMatchObject({ failed: 1, explanations: [{ index: "logs-2", policy: "missing", step: "ERROR" }] });
  expect(errors.explanations[0]!.stepInfo).toContain("policy [missing] does not exist");
});
