// Responses with several objects, divided into one for each; and the requests of many reads at once. tests/invariants/requests counts those of each kind. See docs/modules/search.md#shared-reads.
import type { SearchClient } from "../../../../provider/modules/search/client";
import { fetchFrom, type SearchCollection } from "../../../../provider/modules/search/collections";
import { pipelines, readPipeline } from "../../../../provider/modules/search/resources/ingest-pipeline/response";
import { templates } from "../../../../provider/modules/search/resources/template/response";
import type { SearchResponse } from "../../../../provider/modules/search/response";
import { policies } from "../../../../provider/modules/search/resources/enrich-policy/response";
import { fromJson } from "../../../../provider/plugin/codec";
import { loadAlone } from "../../../../provider/core/concurrency/load-alone";
import type { ValueMap } from "../../../../provider/core/values/value";
import { createSearchEmulator } from "../../../emulators/search/index";
import { callerOf } from "../../../emulators/search/caller";
import { ProviderProcess } from "../../../support/provider-process";
import { inVirtualTime, useRealTime, useVirtualTime } from "../../../support/virtual-time";
import { clientOver, emulated, json, recorded, uuid } from "./support";

/** A client of an emulator with these objects, and its requests. */
function server(objects: Record<string, unknown>) {
  const emulator = createSearchEmulator();
  for (const [request, body] of Object.entries(objects)) callerOf(emulator)(request, body);
  const { send, sent } = emulated(emulator.handle);
  return { client: clientOver(send), sent, send, emulator };
}

async function firstPage({ all }: SearchCollection, client: SearchClient): Promise<ReadonlyMap<string, SearchResponse>> {
  for await (const page of all!("", client)) return page;
  return new Map();
}

const digits = "12345678901234567890";
const pipeline = `{"processors":[{"set":{"field":"a","value":${digits}}}],"_meta":{"10":1,"9":2.50}}`;

test.each(["plain", "with space", "ümlaut", "10", "9", "__proto__"])(
  "a pipeline %j is the same alone, with others, and in a list",
  async (name) => {
    const { client } = server({
      [`PUT /_ingest/pipeline/${encodeURIComponent(name)}`]: pipeline,
      "PUT /_ingest/pipeline/another": pipeline,
    });
    const alone = await readPipeline(name, { client, load: loadAlone });
    expect(alone!.processors[0]).toContain(digits);
    const together = await pipelines.several!([name, "missing", "another"], client);
    expect(together.has("missing")).toBe(false);
    for (const found of [together, await firstPage(pipelines, client)])
      expect(await readPipeline(name, { client, load: async () => found.get(name) as never })).toEqual(alone);
  },
);

test("a policy without a name fails: it must not count as absent", async () => {
  const { send } = recorded(() => json({ policies: [{ config: { match: { indices: ["a"] } } }] }));
  await expect(policies.several!(["a", "b"], clientOver(send))).rejects.toThrow("expected names of all objects");
});

test("access 110 (emulator): 1,500 transforms are refreshed by two pages of definitions and two of statistics, after two single reads of each", async () => {
  const { emulator, send, sent } = server({});
  const process = await new ProviderProcess({ send, env: { ELASTICSEARCH_ENDPOINTS: "http://search.test" } }).configure();
  const config = { source: { index: ["a"] }, dest: { index: "b" }, latest: { unique_key: ["k"], sort: "t" } };
  const inputs = fromJson({
    source: { indices: ["a"] },
    dest: { index: "b" },
    latest: { uniqueKeys: ["k"], sort: "t" },
    frequency: "1m",
  });
  const names = Array.from({ length: 1500 }, (_, i) => `t${i}`);
  for (const name of names) emulator.transforms.transforms.set(name, { config, created: 0, state: "stopped", checkpoint: 0 });
  const refresh = async () => {
    for (const name of names) {
      const own = { ...(inputs as ValueMap), name };
      const stored = { id: `${uuid}/${name}`, inputs: own, state: own };
      expect((await process.read("quartet:search:SearchTransform", stored))?.inputs).toEqual(own);
    }
  };
  useVirtualTime();
  await inVirtualTime(refresh()).finally(useRealTime);
  const lines = sent.map(({ line }) => line).filter((line) => line !== "GET /");
  expect(lines.filter((line) => line.includes("size=1000"))).toHaveLength(4);
  expect(lines).toHaveLength(8);
});

test("many names are divided into paths that the server accepts", async () => {
  const { send, sent } = recorded(() => json({}, 404));
  const many = Array.from({ length: 200 }, (_, i) => `${"é".repeat(10)}-${i}`);
  await pipelines.several!(many, clientOver(send));
  const paths = sent.map(({ url }) => new URL(url).pathname);
  expect(Math.max(...paths.map((path) => path.length))).toBeLessThan(3100);
  const requested = paths.flatMap((path) => decodeURIComponent(path.slice("/_ingest/pipeline/".length)).split(","));
  expect(requested).toEqual(many);
});

test("a pattern is read alone", async () => {
  const { client, sent } = server({});
  const load = jest.fn();
  await fetchFrom(templates.index_template, "a*", { client, load });
  expect(load).not.toHaveBeenCalled();
  expect(sent.map(({ line }) => line)).toEqual(["GET /_index_template/a*"]);
});
