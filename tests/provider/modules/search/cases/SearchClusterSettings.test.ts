/** Declared settings of the cluster. See docs/modules/search.md#cluster-settings. */
import { SearchClusterSettings } from "../../../../../provider/modules/search/resources/SearchClusterSettings";
import { readAlone } from "../../../../support/contexts";
import { rejection } from "../resources/stack-fixture";
import { clientOver, operation } from "../support";
import { caseFixture, caseServer } from "./server";

const token = "quartet:search:SearchClusterSettings";
const interval = "cluster.info.update.interval";
const buckets = "search.max_buckets";
const seeds = "cluster.remote.other.seeds";

/** A stack of settings, and what other writers do. */
function fixture() {
  const stack = caseFixture(token);
  const { call } = stack;
  const flat = async () => call("GET /_cluster/settings?flat_settings=true");
  return {
    ...stack,
    set: async (name: string, value: string | string[], scope = "persistent") =>
      call("PUT /_cluster/settings", { [scope]: { [name]: value } }),
    persistent: async () => (await flat())["persistent"],
  };
}

const put = "PUT /_cluster/settings?flat_settings=true";

test("data 108: a setting that was not set is reset by destroy", async () => {
  const { stack, bodies, persistent } = fixture();
  await stack.up({ persistent: { [buckets]: "20000" } });
  expect(await persistent()).toEqual({ [buckets]: "20000" });
  bodies();
  await stack.destroy();
  expect(bodies()).toEqual({ "PUT settings": { persistent: { [buckets]: null } } });
  expect(await persistent()).toEqual({});
});

test("data 109: a setting that was set gets its value back, and a warning names it", async () => {
  const { stack, logged, set, persistent } = fixture();
  await set(interval, "30s");
  await stack.up({ persistent: { [interval]: "10s" } });
  expect(logged()).toEqual([{ severity: "warning", message: `The setting ${interval} had the value "30s" before. Delete restores it.` }]);
  expect(stack.outputs["previousPersistent"]).toEqual({ [interval]: "30s" });
  await stack.up({ persistent: { [interval]: "20s", [buckets]: "1" } });
  expect(stack.outputs["previousPersistent"]).toEqual({ [interval]: "30s" });
  await stack.up({ persistent: { [buckets]: "1" } });
  expect(await persistent()).toMatchObject({ [interval]: "30s" });
  await stack.destroy();
  expect(await persistent()).toEqual({ [interval]: "30s" });
});

test("data 109: a setting that had the declared value keeps it after destroy", async () => {
  const { stack, bodies, set, persistent } = fixture();
  await set(interval, "60s");
  await stack.up({ persistent: { [interval]: "1m" } });
  await stack.destroy();
  expect(bodies()).toEqual({});
  expect(await persistent()).toMatchObject({ [interval]: "60s" });
});

test("data 110: settings of another writer stay, and a changed declared one is drift", async () => {
  const { stack, bodies, set, persistent } = fixture();
  await set(buckets, "5");
  await stack.up({ persistent: { [interval]: "10s" } });
  await stack.up({ persistent: { [interval]: "20s" } });
  expect(bodies()).toEqual({ "PUT settings": { persistent: { [interval]: "20s" } } });
  await set(interval, "40s");
  expect(await stack.refresh()).toEqual([`persistent["${interval}"]`]);
  expect(await persistent()).toMatchObject({ [buckets]: "5" });
});

test("a setting that another writer has changed is left alone by destroy, with a warning", async () => {
  const { stack, bodies, logged, set } = fixture();
  await stack.up({ persistent: { [interval]: "10s" } });
  await set(interval, "40s");
  bodies();
  await stack.destroy();
  expect(bodies()).toEqual({});
  expect(logged()).toEqual([{ severity: "warning", message: expect.stringContaining(`the setting ${interval} from "10s" to "40s"`) }]);
});

test.each([["a:9300,b:9300"], ['["a:9300", "b:9300"]']])("data 111: the list %s equals the list of the server", async (value) => {
  const { stack, set } = fixture();
  await stack.up({ persistent: { [seeds]: value } });
  await set(seeds, ["a:9300", "b:9300"]);
  expect(await stack.refresh()).toEqual([]);
  expect(await stack.preview({ persistent: { [seeds]: "a:9300,b:9300" } })).toEqual([]);
});

test.each([
  ["search.max_bucket", "not recognized"],
  ["http.port", "not dynamically updateable"],
])("data 112: %s is rejected by the server with a hint, and nothing is stored", async (name, reason) => {
  const { stack, persistent } = fixture();
  const message = await stack.up({ persistent: { [name]: "1" } }).catch(String);
  expect(message).toMatch(new RegExp(`persistent setting \\[${name}\\], ${reason}\nCorrect the name`));
  expect(stack.stored).toBeUndefined();
  expect(await persistent()).toEqual({});
});

test("data 112: a preview check warns of a name that the server does not have, and of a halted allocation", async () => {
  const context = operation();
  const { send, url } = caseServer();
  const client = clientOver(send, { endpoints: [url] }, context);
  const persistent = {
    "search.max_bucket": "1",
    "cluster.routing.allocation.enable": "none",
    [seeds]: "a:9300",
    "logger.org.elasticsearch.discovery": "DEBUG",
    "cluster.metadata.owner": "ops",
  };
  const request = { inputs: { persistent, transient: { "nothing.like.it": "1" } }, isUnknown: () => false, operation: "create" as const };
  const check = SearchClusterSettings.previewCheck!;
  expect(await check(request, { ...context, client, load: readAlone })).toEqual([]);
  expect(context.lines.map(({ message }) => message)).toEqual([
    'Elasticsearch does not seem to have the setting "search.max_bucket"; did you mean "search.max_buckets"?',
    "cluster.routing.allocation.enable: the value none stops the allocation of all shards.",
    'Elasticsearch does not seem to have the setting "nothing.like.it".',
  ]);
});

test.each([
  ["cluster-settings", { persistent: { [interval]: "10s", [buckets]: "5" }, transient: { [interval]: "20s" } }],
  [`cluster-settings:${buckets},cluster.info.*`, { persistent: { [interval]: "10s", [buckets]: "5" }, transient: { [interval]: "20s" } }],
  [`<uuid>/cluster-settings:${buckets}`, { persistent: { [buckets]: "5" } }],
])("data 113: an import by %s has the settings that are set, and leaves nothing to do", async (id, inputs) => {
  const { stack, set, uuid } = fixture();
  await set(interval, "10s");
  await set(buckets, "5");
  await set(interval, "20s", "transient");
  const cluster = await uuid();
  await stack.import(id.replace("<uuid>", cluster));
  expect(stack.stored!.id).toBe(`${cluster}/cluster-settings`);
  expect(stack.inputs).toEqual(inputs);
  expect(await stack.preview(inputs)).toEqual([]);
});

test.each(["settings", "cluster-settings:", "cluster-settings:a*", "cluster-settings:a, b"])(
  "data 113: the import ID %j is rejected",
  async (id) => {
    await expect(fixture().stack.import(id)).rejects.toMatchObject({ code: "invalid_argument" });
  },
);

test("data 114: two resources with different names, created at once, are both set", async () => {
  const { stack, another, persistent } = fixture();
  const other = another();
  await Promise.all([stack.up({ persistent: { [interval]: "10s" } }), other.up({ persistent: { [buckets]: "5" } })]);
  expect(await persistent()).toEqual({ [interval]: "10s", [buckets]: "5" });
  await stack.destroy();
  expect(await other.refresh()).toEqual([]);
  expect(await persistent()).toEqual({ [buckets]: "5" });
});

test("a transient setting of another writer that hides a declared one is a warning", async () => {
  const { stack, logged, set } = fixture();
  await set(interval, "40s", "transient");
  await stack.up({ persistent: { [interval]: "10s" } });
  expect(logged().map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Transient settings .* precedence .*: cluster.info.update.interval\.$/),
  ]);
});

test("a write whose response was lost counts if the server has the values; the values from before are kept", async () => {
  const { stack, override, set } = fixture();
  await set(interval, "30s");
  override.set(put, async () => {
    await set(interval, "10s");
    return rejection("out of order", 500, "exception");
  });
  await stack.up({ persistent: { [interval]: "10s" } });
  expect(stack.outputs["previousPersistent"]).toEqual({ [interval]: "30s" });
});

test.each([
  [{}, "at least one setting"],
  [{ persistent: {} }, "at least one setting"],
  [{ persistent: { "cluster.remote.*": "1" } }, "without *"],
  [{ transient: { "archived.x": "1" } }, "not archived"],
])("Check rejects %j", async (inputs, reason) => {
  await expect(fixture().stack.up(inputs)).rejects.toThrow(reason);
});

test.each([
  ["{}"],
  ['{"persistent":[],"transient":{}}'],
  ['{"persistent":{"a":1},"transient":{}}'],
  ['{"persistent":{},"transient":{"a":[1]}}'],
])("data 122: the response %s is an error and never a state", async (body) => {
  const { stack, override } = fixture();
  await stack.up({ persistent: { [buckets]: "1" } });
  const headers = { "content-type": "application/json", "x-elastic-product": "Elasticsearch" };
  override.set("GET /_cluster/settings?flat_settings=true", { status: 200, headers, body });
  await expect(stack.refresh()).rejects.toThrow("not a response of Elasticsearch: expected settings");
});
