/** Declared settings of an index of others. See docs/modules/search.md#settings-of-an-index. */
import { rejection } from "../resources/stack-fixture";
import { failure } from "../support";
import type { JsonObject } from "../../../../emulators/exchange";
import { caseFixture } from "./server";

const token = "quartet:search:SearchIndexSettings";
const json = JSON.stringify;
const path = "/orders/_settings?flat_settings=true";

/** A stack over an index with settings of its owner, and what the index has. */
async function fixture(owned: object = { refresh_interval: "5s" }, env: Record<string, string> = {}) {
  const all = caseFixture(token, env);
  await all.call("PUT /orders", { settings: owned });
  return {
    ...all,
    current: async () => ((await all.call(`GET ${path}`))["orders"] as { settings: JsonObject }).settings,
    /** Writes settings as another writer. */
    set: async (settings: object) => all.call("PUT /orders/_settings", settings),
  };
}

const program = (settings: object, more: object = {}) => ({ index: "orders", settings: json(settings), ...more });

test("data 74: settings are taken over, and destroy gives their values back", async () => {
  const { stack, current, lines, bodies, logged, uuid } = await fixture();
  await stack.up(program({ refresh_interval: "30s", priority: 9 }));
  expect(lines()).toEqual([`GET ${path}`, "PUT /orders/_settings", `GET ${path}`]);
  expect(stack.stored!.id).toBe(`${await uuid()}/orders`);
  expect(stack.outputs["previousSettings"]).toBe('{"index.refresh_interval":"5s"}');
  const message = 'The setting index.refresh_interval had the value "5s" before. Delete restores it.';
  expect(logged()).toEqual([{ severity: "info", message }]);
  expect(await stack.refresh()).toEqual([]);
  bodies();
  await stack.destroy();
  expect(bodies()).toEqual({ "PUT _settings": { "index.refresh_interval": "5s", "index.priority": null } });
  expect((await current())["index.refresh_interval"]).toBe("5s");
});

test("data 74: a setting that leaves the program gets its value back", async () => {
  const { stack, bodies } = await fixture();
  await stack.up(program({ refresh_interval: "30s", priority: 9 }));
  bodies();
  await stack.up(program({ priority: 9 }));
  expect(bodies()).toEqual({ "PUT _settings": { "index.refresh_interval": "5s" } });
  expect(stack.outputs["previousSettings"]).toBe("{}");
});

test("data 75: a setting that another writer has changed is left alone, with a warning", async () => {
  const { stack, set, lines, logged } = await fixture();
  await stack.up(program({ refresh_interval: "30s" }));
  await set({ refresh_interval: "60s" });
  lines();
  logged();
  await stack.destroy();
  expect(lines()).toEqual([`GET ${path}`]);
  const message = 'Another writer changed the setting index.refresh_interval from "30s" to "60s". It stays so.';
  expect(logged()).toEqual([{ severity: "warning", message }]);
});

test("data 76: two resources own different settings of one index", async () => {
  const { stack, another, current } = await fixture();
  const other = another();
  await Promise.all([stack.up(program({ refresh_interval: "30s" })), other.up(program({ priority: 9 }))]);
  expect([await stack.refresh(), await other.refresh()]).toEqual([[], []]);
  await stack.destroy();
  expect(await current()).toMatchObject({ "index.refresh_interval": "5s", "index.priority": "9" });
  expect(await other.refresh()).toEqual([]);
});

test.each([
  [{ number_of_shards: 2 }, "index.number_of_shards cannot be changed. Set it where the index is created."],
  [{ "index.sort.field": "a" }, "index.sort.field cannot be changed."],
])("data 77: Check rejects %j", async (settings, reason) => {
  const { stack, lines } = await fixture();
  await expect(stack.up(program(settings))).rejects.toThrow(reason);
  expect(lines()).toEqual([]);
});

test("data 77: a static setting needs allowReopen, which closes the index for it", async () => {
  const { stack, lines } = await fixture();
  const codec = { codec: "best_compression" };
  await expect(stack.up(program(codec))).rejects.toThrow(/Can't update non dynamic settings[^]*set allowReopen/);
  expect(stack.stored).toBeUndefined();
  lines();
  await stack.up(program(codec, { allowReopen: true }));
  expect(lines()).toContain("PUT /orders/_settings?reopen=true");
});

test("a static setting stays where the index may not be closed any more", async () => {
  const { stack, current, logged } = await fixture();
  await stack.up(program({ codec: "best_compression" }, { allowReopen: true }));
  await stack.up(program({ codec: "best_compression" }));
  await stack.destroy();
  expect((await current())["index.codec"]).toBe("best_compression");
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining("index.codec. allowReopen is not set.") }]);
});

test("data 78: an alias is refused by create and import", async () => {
  const { stack, call, bodies } = await fixture();
  await call("PUT /logs-1", { aliases: { alias: {} } });
  bodies();
  const advice = "the input settings of SearchDataStream, or an index template";
  const message = expect.stringMatching(new RegExp(`^"alias" is an alias or data stream of "logs-1"\\. .*${advice}`));
  await expect(stack.up({ ...program({ priority: 1 }), index: "alias" })).rejects.toMatchObject({ code: "failed_precondition", message });
  await expect(stack.import("alias")).rejects.toMatchObject({ code: "failed_precondition", message });
  expect(bodies()).toEqual({});
});

test.each(["orders*", "a,b", "<orders-{now/d}>", "_all", "a b"])("data 78: the name %j is rejected by Check", async (index) => {
  const { stack, lines } = await fixture();
  await expect(stack.up({ ...program({ priority: 1 }), index })).rejects.toThrow(/^index \| must not/);
  expect(lines()).toEqual([]);
});

test("an index that does not exist is an error", async () => {
  const { stack } = caseFixture(token);
  const message = expect.stringContaining('The index "orders" does not exist. Create it first');
  await expect(stack.up(program({ priority: 1 }))).rejects.toMatchObject({ code: "not_found", message });
});

test("data 81: a deleted index is gone, and so is one whose name is an alias now; destroy succeeds", async () => {
  const { stack, call, bodies, logged } = await fixture();
  await stack.up(program({ priority: 1 }));
  const { stored } = stack;
  await call("DELETE /orders");
  expect(await stack.refresh()).toEqual(["gone"]);
  await call("PUT /shrink-1-orders", { aliases: { orders: {} } });
  stack.stored = stored;
  expect(await stack.refresh()).toEqual(["gone"]);
  bodies();
  stack.stored = stored;
  await stack.destroy();
  expect(bodies()).toEqual({});
  const warning = { severity: "warning", message: expect.stringContaining('alias or data stream of "shrink-1-orders" now') as string };
  expect(logged()).toEqual([warning, warning]);
});

test("data 127: the number of replicas is not compared while the server determines it", async () => {
  const { stack, current, logged } = await fixture();
  const settings = program({ number_of_replicas: 2, auto_expand_replicas: "0-1" });
  await stack.up(settings);
  expect(logged()).toContainEqual({
    severity: "warning",
    message: expect.stringContaining("index.number_of_replicas has no effect") as string,
  });
  expect((await current())["index.number_of_replicas"]).toBe("0");
  expect(await stack.refresh()).toEqual([]);
  await stack.destroy();
  expect((await current())["index.auto_expand_replicas"]).toBeUndefined();
});

test.each(["{}", '{"index":{}}', '{"priority":null}'])("data 133: the settings %s are rejected", async (settings) => {
  const { stack, lines } = await fixture();
  await expect(stack.up({ index: "orders", settings })).rejects.toThrow("settings | settings is empty.");
  expect(lines()).toEqual([]);
});

test.each([
  ["orders", { "index.number_of_replicas": "1", "index.priority": "3", "index.refresh_interval": "5s" }],
  [`<uuid>/orders:priority,index.refresh_interval`, { "index.priority": "3", "index.refresh_interval": "5s" }],
  ["orders:blocks.*,priority", { "index.priority": "3" }],
])("an import by %s declares what can be changed, and leaves nothing to do", async (id, settings) => {
  const { stack, uuid } = await fixture({ refresh_interval: "5s", priority: 3 });
  const cluster = await uuid();
  await stack.import(id.replace("<uuid>", cluster));
  expect(stack.stored!.id).toBe(`${cluster}/orders`);
  expect(JSON.parse(String(stack.inputs["settings"]))).toEqual(settings);
  expect(await stack.preview(stack.inputs)).toEqual([]);
});

test.each([
  ["orders:number_of_shards", "failed_precondition", "settings is empty"],
  ["orders:", "invalid_argument", "Invalid import ID"],
  ["a,b", "invalid_argument", "Invalid import ID"],
])("the import ID %s is rejected", async (id, code, message) => {
  const { stack } = await fixture();
  await expect(stack.import(id)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test("a declared setting that another writer resets is drift, and its value from before is kept", async () => {
  const { stack, current, set } = await fixture();
  await stack.up(program({ refresh_interval: "30s" }));
  await set({ refresh_interval: null });
  expect(await stack.refresh()).toEqual(["settings"]);
  await stack.up(program({ refresh_interval: "30s" }));
  await stack.destroy();
  expect((await current())["index.refresh_interval"]).toBe("5s");
});

test("a block that the program declares is lifted for another change, and removed by destroy", async () => {
  const { stack, current, bodies } = await fixture();
  await stack.up(program({ priority: 1, "blocks.read_only": true }));
  bodies();
  await stack.up(program({ priority: 2, "blocks.read_only": true }));
  expect(bodies()).toEqual({ "PUT _settings": { "index.blocks.read_only": true } });
  expect(await current()).toMatchObject({ "index.priority": "2", "index.blocks.read_only": "true" });
  await stack.destroy();
  expect((await current())["index.blocks.read_only"]).toBeUndefined();
});

test("the values from before are kept when the response of a write is lost", async () => {
  const { stack, current, set, override } = await fixture({ refresh_interval: "5s", priority: 3 });
  const lost = (key: string, value: string): void =>
    void override.set("PUT /orders/_settings", async () => {
      await set({ [key]: value });
      return rejection("out of order", 500, "exception");
    });
  lost("index.refresh_interval", "30s");
  await stack.up(program({ refresh_interval: "30s" }));
  lost("index.priority", "9");
  await expect(stack.up(program({ refresh_interval: "30s", priority: 9 }))).rejects.toThrow("out of order");
  expect(JSON.parse(String(stack.outputs["previousSettings"]))).toEqual({ "index.refresh_interval": "5s", "index.priority": "3" });
  override.clear();
  await stack.up(program({ refresh_interval: "30s", priority: 9 }));
  await stack.destroy();
  expect(await current()).toMatchObject({ "index.refresh_interval": "5s", "index.priority": "3" });
});

describe("preview checks", () => {
  const checks = { QUARTET_SEARCH_PREVIEW_CHECKS: "true" };
  const failuresOf = async (declared: object): Promise<unknown> => {
    const { stack, call } = await fixture({}, checks);
    await call("PUT /logs-1", { aliases: { alias: {} } });
    await stack.configure();
    return failure(stack.previewUp(declared));
  };

  test.each([
    [program({ codec: "best_compression" }), "settings", "only a closed index takes a change of index.codec. Set allowReopen."],
    [program({ nothing_like_it: 1 }), "settings", "unknown setting [index.nothing_like_it]"],
    [{ ...program({ priority: 1 }), index: "alias" }, "index", '"alias" is an alias or data stream of "logs-1".'],
  ])("find %j", async (declared, property, reason) => {
    expect(await failuresOf(declared)).toMatchObject({ failures: [{ property, reason: expect.stringContaining(reason) }] });
  });

  test("accept an index that does not exist yet, with a warning", async () => {
    const { stack, logged } = await fixture({}, checks);
    await stack.configure();
    await stack.previewUp({ ...program({ priority: 1 }), index: "later" });
    expect(logged()).toEqual([{ severity: "warning", message: 'The index "later" does not exist now; this update may create it.' }]);
  });
});
