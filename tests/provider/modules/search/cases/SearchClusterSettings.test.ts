/** Declared settings of the cluster. See docs/modules/search.md#cluster-settings. */
import { SearchClusterSettings } from "../../../../../provider/modules/search/resources/SearchClusterSettings";
import { inContext, requestContext } from "../../../../support/contexts";
import { rejection } from "../resources/stack-fixture";
import { clientOver } from "../support";
import { rejections, scenarios } from "./scenario";
import { caseFixture, caseServer } from "./server";

const kind = "SearchClusterSettings";
const interval = "cluster.info.update.interval";
const buckets = "search.max_buckets";
const seeds = "cluster.remote.other.seeds";
const ten = { persistent: { [interval]: "10s" } };
const set = (persistent: object, transient: object = {}) => ({ "PUT /_cluster/settings": { persistent, transient } });
const kept = (persistent: object) => ({ "/_cluster/settings?flat_settings=true": { persistent } });
const both = { persistent: { [interval]: "10s", [buckets]: "5" }, transient: { [interval]: "20s" } };

scenarios(
  kind,
  [
    {
      "data 108: a setting that was not set is reset by destroy": {
        next: "destroy",
        bodies: [{ persistent: { [interval]: null } }],
      },
      "data 109: a setting that was set has its value in the state, and a warning names it": {
        before: set({ [interval]: "30s" }),
        logged: new RegExp(`^warning: The setting ${interval} had the value "30s" before\\. Delete restores it\\.$`),
        outputs: { previousPersistent: { [interval]: "30s" } },
      },
      "data 109: destroy restores it": {
        before: set({ [interval]: "30s" }),
        next: "destroy",
        kept: kept({ [interval]: "30s" }),
      },
      "data 109: a setting that had the declared value keeps it after destroy": {
        before: set({ [interval]: "60s" }),
        program: { persistent: { [interval]: "1m" } },
        next: "destroy",
        writes: [],
      },
      "data 110: settings of another writer stay": {
        other: set({ [buckets]: "5" }),
        next: { persistent: { [interval]: "20s" } },
        bodies: [{ persistent: { [interval]: "20s" } }],
        kept: kept({ [buckets]: "5" }),
      },
      "data 110: a changed declared one is drift": {
        other: set({ [interval]: "40s" }),
        refresh: [`persistent["${interval}"]`],
        next: ten,
      },
      "data 111: a list of the server equals each text of it": {
        program: { persistent: { [seeds]: '["a:9300", "b:9300"]' } },
        other: set({ [seeds]: ["a:9300", "b:9300"] }),
        refresh: [],
        preview: [],
        next: { persistent: { [seeds]: "a:9300,b:9300" } },
      },
      "a list may be empty": {
        program: { persistent: { "cluster.routing.allocation.awareness.attributes": "[]" } },
      },
    },
    ...[
      ["search.max_bucket", "not recognized"],
      ["http.port", "not dynamically updateable"],
    ].map(([name, reason]) => ({
      [`data 112: ${name} is rejected by the server with a hint, and nothing is stored`]: {
        program: { persistent: { [name!]: "1" } },
        error: new RegExp(`persistent setting \\[${name}\\], ${reason}\nCorrect the name`),
      },
    })),
    ...[
      ["cluster-settings", both],
      [`cluster-settings:${buckets},cluster.info.*`, both],
      [`<uuid>/cluster-settings:${buckets}`, { persistent: { [buckets]: "5" } }],
    ].map(([imported, inputs]) => ({
      [`data 113: an import by ${imported} has the settings that are set`]: {
        before: set(both.persistent, both.transient),
        imported: imported as string,
        inputs: inputs as object,
      },
    })),
    ...["settings", "cluster-settings:", "cluster-settings:a*", "cluster-settings:a, b"].map((imported) => ({
      [`data 113: the import ID ${imported} is rejected`]: {
        imported,
        error: /^invalid_argument/,
      },
    })),
    {
      "a transient setting of another writer that hides a declared one is a warning": {
        before: set({}, { [interval]: "40s" }),
        logged: /^warning: Transient settings .* precedence .*: cluster\.info\.update\.interval\.$/,
      },
      "an import leaves out settings of earlier versions": {
        before: ({ clusterSettings }) => clusterSettings.persistent.set(buckets, "5").set("archived.old", "1"),
        imported: "cluster-settings",
        inputs: { persistent: { [buckets]: "5" } },
      },
      "serverless has no cluster settings": {
        emulator: { buildFlavor: "serverless" },
        error: /^failed_precondition: Cluster settings are not available on Elastic Cloud Serverless\.$/,
      },
    },
  ],
  { program: ten },
);

rejections(kind, {}, [
  ["settings", {}, /at least one setting/],
  ["settings", { persistent: {} }, /at least one setting/],
  ["settings", { persistent: { "cluster.remote.*": "1" } }, /without \*/],
  ["settings", { transient: { "archived.x": "1" } }, /not archived/],
]);

test("data 112: a preview check warns of a name that the server does not have, and of a halted allocation", async () => {
  const context = requestContext();
  const { send, url } = caseServer();
  const persistent = {
    "search.max_bucket": "1",
    "cluster.routing.allocation.enable": "none",
    [seeds]: "a:9300",
    "logger.org.elasticsearch.discovery": "DEBUG",
    "cluster.metadata.owner": "ops",
  };
  const request = { inputs: { persistent, transient: { "nothing.like.it": "1" } }, isUnknown: () => false, operation: "create" as const };
  await SearchClusterSettings.previewCheck!(request, inContext(clientOver(send, { endpoints: [url] }, context), context));
  expect(context.lines).toEqual([
    'warning: Elasticsearch does not seem to have the setting "search.max_bucket"; did you mean "search.max_buckets"?',
    "warning: cluster.routing.allocation.enable: the value none stops the allocation of all shards.",
    'warning: Elasticsearch does not seem to have the setting "nothing.like.it".',
  ]);
});

test("data 114: two resources with different names, created at once, are both set", async () => {
  const { stack, another, find } = caseFixture(kind);
  const other = another();
  await Promise.all([stack.up(ten), other.up({ persistent: { [buckets]: "5" } })]);
  await stack.destroy();
  expect(await other.refresh()).toEqual([]);
  expect(await find("/_cluster/settings?flat_settings=true")).toMatchObject({ persistent: { [buckets]: "5" } });
});

test("a write whose response was lost counts if the server has the values; the values from before are kept", async () => {
  const { stack, override, call } = caseFixture(kind);
  await call("PUT /_cluster/settings", { persistent: { [interval]: "30s" } });
  override.set("PUT /_cluster/settings?flat_settings=true", async () => {
    await call("PUT /_cluster/settings", ten);
    return rejection("out of order", 500, "exception");
  });
  await stack.up(ten);
  expect(stack.outputs["previousPersistent"]).toEqual({ [interval]: "30s" });
});
