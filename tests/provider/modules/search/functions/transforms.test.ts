/** Functions of transforms and synonym sets. See docs/modules/search-access.md#previewsearchtransform. */
import { createSearchEmulator } from "../../../../emulators/search";
import { callFunction, checked, clientOver, emulated, rejects, uuid } from "../support";

const pivot = { groupBy: '{"airline":{"terms":{"field":"airline"}}}', aggregations: '{"avg":{"avg":{"field":"time"}}}' };
const source = { indices: ["data"] };

function setup() {
  const emulator = createSearchEmulator();
  emulator.putIndex("data");
  const { send, sent } = emulated(emulator.handle);
  const client = clientOver(send);
  return {
    emulator,
    sent,
    preview: async (inputs: object) => callFunction("previewSearchTransform", inputs, client),
    read: async (name: string) => callFunction("getSearchSynonymSet", { name }, client),
  };
}

test("access 119 (emulator): a rejected definition is an error with the reason; another one returns documents", async () => {
  const { emulator, sent, preview } = setup();
  const duplicate = { ...pivot, aggregations: '{"airline":{"avg":{"field":"time"}}}' };
  await expect(preview({ source, pivot: duplicate })).rejects.toThrow("duplicate field [airline] detected");
  emulator.transforms.preview.push({ airline: "a", avg: 12345678901234 });
  expect(await preview({ source, pivot })).toEqual({
    id: uuid,
    documents: ['{"airline":"a","avg":12345678901234}'],
    generatedDestIndex: expect.stringMatching(/^\{"mappings":\{"_meta":.*"aliases":\{\}\}$/),
  });
  expect(sent.map(({ line }) => line).filter((line) => line !== "GET /")).toEqual(Array(2).fill("POST /_transform/_preview"));
});

test("a stored transform is previewed by its name", async () => {
  const { emulator, sent, preview } = setup();
  await expect(preview({ name: "airlines" })).rejects.toThrow("could not be found");
  emulator.transforms.transforms.set("airlines", {
    config: { source: { index: ["data"] }, dest: { index: "d" } },
    created: 0,
    state: "stopped",
    checkpoint: 0,
  });
  expect(await preview({ name: "airlines" })).toMatchObject({ id: `${uuid}/airlines`, documents: [] });
  expect(sent.at(-1)?.line).toBe("GET /_transform/airlines/_preview");
});

test.each([
  ["neither a name nor a source", {}],
  ["a name beside a source", { name: "a", source, pivot }],
  ["a source alone", { source }],
  ["two functions", { source, pivot, latest: { uniqueKeys: ["a"], sort: "b" } }],
  ["a name beside settings", { name: "a", settings: {} }],
])("%s is rejected", (_what, inputs) => {
  expect(checked("previewSearchTransform", inputs).failures).not.toEqual([]);
});

test("the rules of a synonym set are sorted by ID; a missing set is an error", async () => {
  const { emulator, read } = setup();
  await rejects(read("s"), /^not_found/);
  emulator.synonyms.synonymSets.set("s", [
    { id: "b", synonyms: "x" },
    { id: "a", synonyms: "y => z" },
  ]);
  expect(await read("s")).toEqual({
    id: `${uuid}/s`,
    name: "s",
    count: 2,
    synonymRules: [
      { ruleId: "a", synonyms: "y => z" },
      { ruleId: "b", synonyms: "x" },
    ],
  });
});

test("a set that the server does not return completely is an error", async () => {
  const { emulator, read } = setup();
  const rules = Array.from({ length: 10_001 }, (_, i) => ({ id: String(i).padStart(5, "0"), synonyms: "a" }));
  emulator.synonyms.synonymSets.set("s", rules);
  await rejects(read("s"), /^failed_precondition: .*returns only 10000 of 10001 rules/);
});
