/** Declared settings of other clusters than those of cases/SearchClusterSettings. See docs/modules/search.md#cluster-settings. */
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchClusterSettings";

test("an import leaves out settings of earlier versions", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.clusterSettings.persistent.set("search.max_buckets", "5").set("archived.old", "1");
  await stack.import("cluster-settings");
  expect(stack.inputs).toEqual({ persistent: { "search.max_buckets": "5" } });
});

test("serverless has no cluster settings", async () => {
  const { stack } = stackFixture(token, { buildFlavor: "serverless" });
  await expect(stack.up({ persistent: { "search.max_buckets": "1" } })).rejects.toMatchObject({
    code: "failed_precondition",
    message: "Cluster settings are not available on Elastic Cloud Serverless.",
  });
});
