/** Declared settings of an index of others. See docs/modules/search.md#settings-of-an-index. */
import { rejection } from "../resources/stack-fixture";
import { rejects } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture } from "./server";

const kind = "SearchIndexSettings";
const json = JSON.stringify;
const set = (settings: object, more: object = {}) => ({ index: "orders", settings: json(settings), ...more });
const thirty = set({ refresh_interval: "30s" });
const both = set({ refresh_interval: "30s", priority: 9 });
const codec = { codec: "best_compression" };
const orders = { "PUT /orders": { settings: { refresh_interval: "5s", priority: 3 } } };
const alias = { "PUT /logs-1": { aliases: { constructor: {} } } };
const streams = {
  "PUT /_index_template/logs": { index_patterns: ["logs-app"], data_stream: {} },
  "PUT /_data_stream/logs-app": undefined,
};
const ofAlias =
  /^failed_precondition: "constructor" is an alias or data stream of "logs-1"\. Use the name of an index; .*the input settings of SearchDataStream, or an index template/;
const ofStream = /^failed_precondition: "logs-app" is an alias or data stream of ".*-0*1"\. /;
/** A change by another writer. */
const change = (settings: object) => ({ "PUT /orders/_settings": settings });
const kept = (settings: object) => ({ "/orders/_settings?flat_settings=true": { orders: { settings } } });
const shrunk = { "DELETE /orders": undefined, "PUT /shrink-1-orders": { aliases: { orders: {} } } };

scenarios(
  kind,
  [
    {
      "data 74: settings are taken over": {
        before: change({ priority: null }),
        program: both,
        writes: ["PUT /orders/_settings"],
        logged: /^info: The setting index\.refresh_interval had the value "5s" before\. Delete restores it\.$/,
        outputs: { previousSettings: '{"index.refresh_interval":"5s"}' },
      },
      "data 74: destroy gives the values back": {
        before: change({ priority: null }),
        program: both,
        next: "destroy",
        bodies: [{ "index.refresh_interval": "5s", "index.priority": null }],
      },
      "data 74: a setting that leaves the program gets its value back": {
        program: both,
        next: set({ priority: 9 }),
        bodies: [{ "index.refresh_interval": "5s" }],
        outputs: { previousSettings: '{"index.priority":"3"}' },
      },
      "data 75: a setting that another writer has changed is left alone, with a warning": {
        other: change({ refresh_interval: "60s" }),
        next: "destroy",
        writes: [],
        logged: /^warning: Another writer changed the setting index\.refresh_interval from "30s" to "60s"\. This value is kept\.$/,
      },
      "data 77: a static setting needs allowReopen": {
        program: set(codec),
        error: /Can't update non dynamic settings[^]*set allowReopen/,
      },
      "data 77: allowReopen closes the index for it": {
        program: set(codec, { allowReopen: true }),
        writes: ["PUT /orders/_settings?reopen=true"],
      },
      "data 78: an alias is refused by create": {
        before: alias,
        members: { index: "constructor" },
        refusal: ofAlias,
      },
      "data 78: an alias is refused by import": {
        before: alias,
        imported: "constructor",
        error: ofAlias,
      },
      "data 78: a data stream is refused by create": {
        emulator: {},
        before: streams,
        members: { index: "logs-app" },
        refusal: ofStream,
      },
      "an index that does not exist is an error": {
        members: { index: "x" },
        error: /^not_found: .*The index "x" does not exist\. Create it first/,
      },
      "data 81: a deleted index is gone": {
        other: { "DELETE /orders": undefined },
        refresh: ["gone"],
      },
      "data 81: an index whose name is an alias now is gone": {
        other: shrunk,
        refresh: ["gone"],
        logged: /^warning: .*alias or data stream of "shrink-1-orders" now/,
      },
      "data 127: the number of replicas is not compared while the server determines it": {
        program: set({ number_of_replicas: 2, auto_expand_replicas: "0-1" }),
        logged: /warning: .*index\.number_of_replicas has no effect/,
        kept: kept({ "index.number_of_replicas": "0" }),
      },
      "data 127: and is written by the update after which the server does not": {
        program: set({ auto_expand_replicas: "0-1" }),
        next: set({ number_of_replicas: 1 }),
        kept: kept({ "index.number_of_replicas": "1" }),
      },
    },
    ...(
      [
        ["orders", { "index.number_of_replicas": "1", "index.priority": "3", "index.refresh_interval": "5s" }],
        ["<uuid>/orders:priority,index.refresh_interval", { "index.priority": "3", "index.refresh_interval": "5s" }],
        ["orders:blocks.*,priority", { "index.priority": "3" }],
      ] as const
    ).map(([imported, settings]) => ({
      [`an import by ${imported} declares what can be changed`]: {
        imported,
        inputs: set(settings),
      },
    })),
    {
      "an import without settings is refused": {
        imported: "orders:number_of_shards",
        error: /^failed_precondition: .*settings is empty/,
      },
    },
    ...["orders:", "a,b"].map((imported) => ({
      [`the import ID ${imported} is rejected`]: {
        imported,
        error:
          /Invalid import ID .*: use <cluster_uuid>\/<index> or <index>, with :<setting>,<prefix>.* at the end for some of the settings\.$/,
      },
    })),
    {
      "a block that the program declares is lifted for another change": {
        program: set({ priority: 1, "blocks.read_only": true }),
        next: set({ priority: 2, "blocks.read_only": true }),
        bodies: [{ "index.blocks.read_only": null }, { "index.priority": 2 }, { "index.blocks.read_only": true }],
      },
      "a preview check accepts an index that does not exist yet, with a warning": {
        checked: { ...thirty, index: "later" },
        logged: /^warning: The index "later" does not exist now; this update may create it\.$/,
      },
    },
  ],
  { before: orders, program: thirty },
);

rejections(kind, thirty, [
  ["data 77", { settings: '{"number_of_shards":2}' }, /index\.number_of_shards cannot be changed\. Set it where the index is created\./],
  ["data 77", { settings: '{"index.sort.field":"a"}' }, /index\.sort\.field cannot be changed\./],
  ...["orders*", "a,b", "<orders-{now/d}>", "_all", "a b"].map((index) => ["data 78", { index }, /^index \| must not/] as const),
  ...["{}", '{"index":{}}', '{"priority":null}'].map((settings) => ["data 133", { settings }, /^settings \| settings is empty\./] as const),
]);

/** A stack over the index. */
async function fixture() {
  const all = caseFixture(kind);
  await all.call("PUT /orders", orders["PUT /orders"]);
  return { ...all, current: async () => (await all.call("GET /orders/_settings?flat_settings=true"))["orders"] };
}

test("data 76: two resources own different settings of one index", async () => {
  const { stack, another, current } = await fixture();
  const other = another();
  await Promise.all([stack.up(thirty), other.up(set({ priority: 9 }))]);
  expect([await stack.refresh(), await other.refresh()]).toEqual([[], []]);
  await stack.destroy();
  expect(await current()).toMatchObject({ settings: { "index.refresh_interval": "5s", "index.priority": "9" } });
  expect(await other.refresh()).toEqual([]);
});

test("a static setting stays where the index may not be closed any more", async () => {
  const { stack, current, logged } = await fixture();
  await stack.up(set(codec, { allowReopen: true }));
  await stack.up(set(codec));
  await stack.destroy();
  expect(await current()).toMatchObject({ settings: { "index.codec": "best_compression" } });
  expect(logged()).toMatch(/^warning: .*index\.codec\. allowReopen is not set\./m);
});

test("the values from before are kept when the response of a write is lost, and after drift", async () => {
  const { stack, call, current, override } = await fixture();
  const lost = (key: string, value: string) =>
    void override.set("PUT /orders/_settings", async () => {
      await call("PUT /orders/_settings", { [key]: value });
      return rejection("out of order", 500, "exception");
    });
  lost("index.refresh_interval", "30s");
  await stack.up(thirty);
  lost("index.priority", "9");
  await rejects(stack.up(both), /out of order/);
  expect(stack.outputs["previousSettings"]).toBe('{"index.priority":"3","index.refresh_interval":"5s"}');
  override.clear();
  await call("PUT /orders/_settings", { refresh_interval: null });
  await stack.refresh();
  await stack.up(both);
  await stack.destroy();
  expect(await current()).toMatchObject({ settings: { "index.refresh_interval": "5s", "index.priority": "3" } });
});
