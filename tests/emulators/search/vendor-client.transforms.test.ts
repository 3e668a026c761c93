/** The vendor's own client drives the transforms and synonym sets of the emulator. */
import { bench, rejected, stopAll } from "./vendor";

afterEach(stopAll);

const transform_id = "orders";
const pivot = { group_by: { customer: { terms: { field: "customer" } } }, aggregations: { revenue: { sum: { field: "price" } } } };
const definition = { source: { index: "data" }, dest: { index: "by-customer" }, pivot };

it("put, get, update, start, stop, preview and delete a transform", async () => {
  const { client, emulator } = await bench();
  emulator.putIndex("data");
  expect(await client.transform.putTransform({ transform_id, ...definition })).toEqual({ acknowledged: true });
  expect(await client.transform.getTransform({ transform_id })).toMatchObject({ count: 1, transforms: [{ id: transform_id, pivot }] });
  expect(await client.transform.updateTransform({ transform_id, frequency: "5m" })).toMatchObject({ frequency: "5m" });
  expect(await client.transform.startTransform({ transform_id })).toEqual({ acknowledged: true });
  expect(await client.transform.getTransformStats({ transform_id })).toMatchObject({ transforms: [{ state: "started" }] });
  expect(await client.transform.stopTransform({ transform_id, wait_for_completion: true })).toEqual({ acknowledged: true });
  expect(await client.transform.previewTransform(definition)).toMatchObject({ preview: [], generated_dest_index: { aliases: {} } });
  expect(await client.transform.deleteTransform({ transform_id, delete_dest_index: true })).toEqual({ acknowledged: true });
  const reason = `Transform with id [${transform_id}] could not be found`;
  expect(await rejected(client.transform.deleteTransform({ transform_id }))).toMatchObject({ status: 404, reason });
});

it("put, get, list and delete a synonym set", async () => {
  const { client } = await bench();
  const synonyms_set = [{ id: "a", synonyms: "i-pod, ipod" }];
  expect(await client.synonyms.putSynonym({ id: "s", synonyms_set })).toMatchObject({ result: "created" });
  expect(await client.synonyms.getSynonym({ id: "s", size: 5 })).toEqual({ count: 1, synonyms_set });
  expect(await client.synonyms.getSynonymsSets()).toEqual({ count: 1, results: [{ synonyms_set: "s", count: 1 }] });
  expect(await client.synonyms.deleteSynonym({ id: "s" })).toEqual({ acknowledged: true });
  expect(await rejected(client.synonyms.getSynonym({ id: "s" }))).toMatchObject({ status: 404 });
});
