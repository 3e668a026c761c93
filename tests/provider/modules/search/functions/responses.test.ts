// Responses of another form than a lookup expects. See docs/modules/search.md#errors.
import { callFunction, clientOver, json, recorded, rejects, responding, uuid } from "../support";

test.each([
  ["getSearchIndices", {}, '{"a":1}', '{"a":{"settings":{}}}', "<html>"],
  ["getSearchIndexAliases", {}, "[]", '{"a":1}', '{"a":{"aliases":1}}'],
  ["simulateSearchIndexTemplate", { name: "a" }, "[]", '{"template":[]}', '"text"'],
  ["explainSearchIndexLifecycle", { index: "a" }, "[]", '{"indices":[]}', '{"indices":{"a":"b"}}'],
])("data 122: %s with %j: the body %s is an error", async (name, inputs, ...bodies) => {
  for (const body of bodies) await rejects(callFunction(name, inputs, responding(json(body))), /^unavailable/);
});

test("no indices are an error unless the response comes from Elasticsearch", async () => {
  await rejects(callFunction("explainSearchIndexLifecycle", { index: "a" }, responding({ body: '{"indices":{}}' })), /^unavailable/);
});

test.each([{ name: 1 }, { tagline: null }, { cluster_name: [] }, { version: { number: 8 } }, { version: "8.19.8" }])(
  "data 122: a response with %j is no cluster",
  async (more) => {
    const cluster = { name: "n", cluster_name: "c", cluster_uuid: uuid, tagline: "t", version: { number: "8.11.0", build_flavor: "x" } };
    const client = clientOver(recorded(() => json({ ...cluster, ...more })).send);
    await rejects(callFunction("getSearchClusterInfo", {}, client), /^unavailable/);
  },
);
