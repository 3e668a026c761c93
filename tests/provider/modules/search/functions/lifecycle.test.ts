// Reads of lifecycle policies, of the lifecycle of indices, and of data streams, on the emulator. See docs/modules/search.md#getsearchindexlifecyclepolicy.
import { createSearchEmulator } from "../../../../emulators/search";
import { callerOf } from "../../../../emulators/search/caller";
import { callFunction, clientOver, emulated, rejects, uuid } from "../support";

const policy = { phases: { delete: { min_age: "30d", actions: { delete: {} } } }, _meta: { limit: 1 } };

function server() {
  const emulator = createSearchEmulator({ now: () => new Date("2026-01-05T10:00:00Z") });
  callerOf(emulator)("PUT /_ilm/policy/logs", { policy });
  const client = clientOver(emulated(emulator.handle).send);
  return { emulator, read: async (name: string, inputs: object) => callFunction(name, inputs, client) };
}

test("a policy has its phases, its text, and what uses it", async () => {
  const { emulator, read } = server();
  emulator.putIndex("logs-1", { "index.lifecycle.name": "logs" });
  expect(await read("getSearchIndexLifecyclePolicy", { name: "logs" })).toEqual({
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

test("data 120: an index whose policy does not exist", async () => {
  const { emulator, read } = server();
  emulator.putIndex("logs-1", { "index.lifecycle.name": "logs" });
  emulator.putIndex("logs-2", { "index.lifecycle.name": "missing" });
  emulator.putIndex("logs-3");
  const phaseExecution = { policy: "logs", version: 1, modifiedDate: "2026-01-05T10:00:00.000Z" };
  expect(await read("explainSearchIndexLifecycle", { index: "logs-*" })).toMatchObject({
    id: `${uuid}/logs-*`,
    failed: 1,
    explanations: [
      { index: "logs-1", managed: true, phaseTime: "2026-01-05T10:00:00.000Z", phaseExecution },
      { index: "logs-2", managed: true },
      { index: "logs-3", managed: false },
    ],
  });
  const stepInfo = expect.stringContaining("policy [missing] does not exist");
  expect(await read("explainSearchIndexLifecycle", { index: "logs-*", onlyErrors: true })).toMatchObject({
    failed: 1,
    explanations: [{ index: "logs-2", policy: "missing", step: "ERROR", stepInfo }],
  });
});

describe("data streams", () => {
  const call = (target: string, ignoreUnavailable: boolean) => {
    const { emulator, read } = server();
    callerOf(emulator)("PUT /_index_template/logs", { index_patterns: ["logs-*"], data_stream: {} });
    callerOf(emulator)("PUT /_data_stream/logs-app");
    return read("getSearchDataStreams", { target, includeStatistics: true, ignoreUnavailable });
  };

  test.each([
    ["logs-*", true],
    ["x-*", false],
    ["data 134: missing", false],
    ["data 134: logs-app,missing,logs-*,-logs-app", true],
    ["data 134: missing,logs-*,-logs-app", false],
  ])("%s", async (title, isFound) => {
    const target = title.replace("data 134: ", "");
    const dataStreamStates = isFound ? [{ name: "logs-app", templateName: "logs", storeBytes: expect.any(Number) }] : [];
    expect(await call(target, true)).toMatchObject({ id: `${uuid}/${target}`, target, dataStreamStates });
    if (target.includes("missing")) await rejects(call(target, false), /^not_found: Data stream not found: /);
    else expect(await call(target, false)).toMatchObject({ dataStreamStates });
  });
});
