/** Synonym sets. See docs/modules/search-access.md#synonym-sets. */
import type { SearchEmulator } from "../../../../emulators/search";
import { rejections, scenarios } from "../cases/scenario";
import { stackFixture } from "./stack-fixture";

const kind = "SearchSynonymSet";
const rules = [{ synonyms: "i-pod, ipod" }, { synonyms: "sea biscuit => seabiscuit" }];
const products = { name: "products", synonymRules: rules };
const set = (...synonymRules: object[]) => ({ name: "products", synonymRules });
const shop = ({ putIndex }: SearchEmulator) => putIndex("shop", { "index.analysis.filter.syn.synonyms_set": "products" });

scenarios(
  kind,
  [
    {
      "access 112 (emulator): another order and other blanks are no difference": {
        next: set({ synonyms: "sea biscuit=>  seabiscuit" }, { synonyms: "i-pod ,ipod" }),
        done: "same",
      },
      "access 113 (emulator; 30_synonyms_delete.yml, index uses the synonym set): a set that an index uses is not deleted, and the error names the index":
        {
          other: shop,
          next: "destroy",
          error: /^failed_precondition: .*used in the following indices: shop[^]*Remove the synonym filter/,
          kept: { "/_synonyms/products": {} },
        },
      "access 114 (emulator): 1,200 rules are read in two pages": {
        program: set(...Array.from({ length: 1200 }, (_, i) => ({ synonyms: `term${i}, word${i}` }))),
        outputs: { count: 1200 },
      },
    },
    ...["a", String.raw`a\,b, c`, String.raw`a\=>b => c`].map((synonyms) => ({
      [`the rule ${synonyms} is valid`]: {
        program: set({ synonyms }),
      },
    })),
    {
      "access 116 (emulator): refresh: false requires 9.1.0, and nothing is written": {
        members: { refresh: false },
        refusal: /refresh: false: the server has version 8\.19\.8\. Use Elasticsearch 9\.1\.0/,
      },
      "a warning names indices that cannot reload their analyzers (120_synonym_set_token_limit.yml, dynamic token limit)": {
        before: (emulator) => {
          shop(emulator);
          emulator.synonyms.brokenAnalyzers.add("shop");
        },
        logged: /^warning: .*set "products" in shop: searches there use the former rules/,
      },
    },
  ],
  { emulator: {}, program: products },
);

rejections(kind, products, [
  ["access 62", { name: "_all" }, /must not be _all/],
  ...(
    [
      ["bye => => x", /synonymRules\[0\]\.synonyms: must contain "=>" at most once/],
      ["", /must not be empty/],
      [" => x", /needs a term on each side of "=>"/],
      ["x =>", /needs a term on each side of "=>"/],
      ["a, b,  ", /needs a term on each side of "=>" and of each comma/],
    ] as const
  ).map(([synonyms, failure]) => ["access 115", { synonymRules: [{ synonyms }] }, failure] as const),
  [
    "an ID of two rules",
    { synonymRules: [{ ruleId: "a", synonyms: "a" }, { synonyms: "b" }, { ruleId: "a", synonyms: "c" }] },
    /synonymRules\[2\]\.ruleId: is the ID of synonymRules\[0\], too\./,
  ],
]);

test("access 111, 143 (emulator): generated IDs stay those of rules whose text is unchanged, and outputs have them in the order of the program", async () => {
  const { stack, emulator, bodies } = stackFixture(kind);
  await stack.up(products);
  const [first, second] = emulator.synonyms.synonymSets.get("products")!;
  bodies();
  const tv = { synonyms: "tv, television" };
  await stack.up(set(tv, ...rules));
  expect(bodies()).toEqual([{ synonyms_set: [tv, first, second] }]);
  const stored = emulator.synonyms.synonymSets.get("products")!.map(({ id, synonyms }) => ({ ruleId: id, synonyms }));
  expect(stack.outputs["synonymRules"]).toEqual(stored);
  await stack.refresh();
  expect(stack.outputs["synonymRules"]).toEqual(stored);
  expect(stack.inputs["synonymRules"]).toEqual([tv, ...rules]);
});

test.each([
  ["9.5.0", 11, 10_500, ""],
  ["8.19.8", 10, 10_000, "has 10500 rules, of which Elasticsearch returns only the first 10000"],
])("more than 10,000 rules on %s", async (version, requests, read, warning) => {
  const { stack, emulator, lines, logged } = stackFixture(kind, { version });
  const all = Array.from({ length: 10_500 }, (_, i) => ({ id: String(i).padStart(5, "0"), synonyms: `t${i}` }));
  emulator.synonyms.synonymSets.set("large", all);
  await stack.import("large");
  expect(lines().filter((line) => line.startsWith("GET /_synonyms"))).toHaveLength(requests);
  expect(stack.inputs["synonymRules"]).toHaveLength(read);
  expect(logged()).toMatch(warning === "" ? /^$/ : warning);
});
