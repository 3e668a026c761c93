/** Synonym sets. See docs/modules/search-access.md#synonym-sets. */
import { stackFixture } from "./stack-fixture";

const token = "quartet:search:SearchSynonymSet";
const products = { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }, { synonyms: "sea biscuit => seabiscuit" }] };
const many = { name: "many", synonymRules: Array.from({ length: 1200 }, (_, i) => ({ synonyms: `term${i}, word${i}` })) };

test("access 111 (emulator): generated IDs stay those of rules whose text is unchanged; a new rule is sent without an ID", async () => {
  const { stack, emulator, bodies } = stackFixture(token);
  await stack.up(products);
  expect(await stack.refresh()).toEqual([]);
  const [first, second] = emulator.synonyms.synonymSets.get("products")!;
  bodies();
  await stack.up({ ...products, synonymRules: [...products.synonymRules, { synonyms: "tv, television" }] });
  expect(bodies()).toEqual({ "PUT products": { synonyms_set: [first, second, { synonyms: "tv, television" }] } });
  expect(stack.outputs.count).toBe(3);
});

test("access 112 (emulator): another order and other blanks are no difference", async () => {
  const { stack } = stackFixture(token);
  await stack.up(products);
  const synonymRules = [{ synonyms: "sea biscuit=>  seabiscuit" }, { synonyms: "i-pod ,ipod" }];
  expect(await stack.up({ ...products, synonymRules })).toBe("same");
});

test("access 113 (emulator; 30_synonyms_delete.yml, index uses the synonym set): a set that an index uses is not deleted, and the error names the index", async () => {
  const { stack, emulator } = stackFixture(token);
  await stack.up(products);
  emulator.putIndex("shop", { "index.analysis.filter.syn.synonyms_set": "products" });
  await expect(stack.destroy()).rejects.toMatchObject({
    code: "failed_precondition",
    message: expect.stringMatching(/used in the following indices: shop[^]*Remove the synonym filter/),
  });
  expect(emulator.synonyms.synonymSets.names()).toEqual(["products"]);
});

test("access 114 (emulator): 1,200 rules are read in two pages", async () => {
  const { stack, lines } = stackFixture(token);
  await stack.up(many);
  lines();
  expect(await stack.refresh()).toEqual([]);
  expect(lines()).toEqual(["GET /_synonyms/many?from=0&size=1000", "GET /_synonyms/many?from=1000&size=1000"]);
});

test.each([
  ["bye => => x", 'must contain "=>" at most once'],
  ["", "must not be empty"],
  [" => x", 'needs a term on each side of "=>"'],
  ["x =>", 'needs a term on each side of "=>"'],
  ["a, b,  ", 'needs a term on each side of "=>" and of each comma'],
])("access 115: the rule %p is rejected before any request", async (synonyms, reason) => {
  const { stack, sent } = stackFixture(token);
  await expect(stack.up({ name: "products", synonymRules: [{ synonyms }] })).rejects.toThrow(`synonymRules[0].synonyms: ${reason}`);
  expect(sent).toEqual([]);
});

test.each(["a", String.raw`a\,b, c`, String.raw`a\=>b => c`])("the rule %p is valid", async (synonyms) => {
  const { stack } = stackFixture(token);
  expect(await stack.up({ name: "products", synonymRules: [{ synonyms }] })).toBe("create");
});

test("access 116 (emulator): refresh: false requires 9.1.0, and nothing is written", async () => {
  const { stack, emulator } = stackFixture(token);
  await expect(stack.up({ ...products, refresh: false })).rejects.toThrow(
    "refresh: false: the server has version 8.19.8. Use Elasticsearch 9.1.0",
  );
  expect(emulator.synonyms.synonymSets.names()).toEqual([]);
});

test.each([
  ["access 123", [{ synonyms: "other" }], "already exists and differs in synonymRules"],
  ["access 124", products.synonymRules, "already exists. This create did not change it"],
])("%s (emulator): a set of the name exists: %j", async (_case, rules, message) => {
  const { stack, emulator, lines } = stackFixture(token);
  const stored = rules.map((rule, i) => ({ id: `r${i}`, ...rule }));
  emulator.synonyms.synonymSets.set("products", stored);
  await expect(stack.up(products)).rejects.toMatchObject({ code: "already_exists", message: expect.stringContaining(message) });
  expect(emulator.synonyms.synonymSets.get("products")).toBe(stored);
  expect(lines().filter((line) => !line.startsWith("GET"))).toEqual([]);
});

test("access 143 (emulator): outputs have the IDs of the server in the order of the program, inputs stay as written", async () => {
  const { stack, emulator } = stackFixture(token);
  await stack.up({ ...products, synonymRules: [{ ruleId: "z", synonyms: "tv, television" }, ...products.synonymRules] });
  const stored = emulator.synonyms.synonymSets.get("products")!.map(({ id, synonyms }) => ({ ruleId: id, synonyms }));
  expect(stack.outputs.synonymRules).toEqual(stored);
  await stack.refresh();
  expect(stack.outputs.synonymRules).toEqual(stored);
  expect(stack.stored!.inputs["synonymRules"]).toEqual([{ ruleId: "z", synonyms: "tv, television" }, ...products.synonymRules]);
});

test("a rule that another writer added is drift, and the next update removes it", async () => {
  const { stack, emulator, logged } = stackFixture(token);
  await stack.up(products);
  emulator.synonyms.synonymSets.get("products")!.push({ id: "added", synonyms: "x, y" });
  await expect(stack.refresh()).resolves.toEqual(["synonymRules[2]"]);
  expect(stack.stored!.inputs["synonymRules"]).toEqual([...products.synonymRules, { synonyms: "x, y" }]);
  await stack.up(products);
  expect(emulator.synonyms.synonymSets.get("products")!.map(({ synonyms }) => synonyms)).toEqual([
    "i-pod, ipod",
    "sea biscuit => seabiscuit",
  ]);
  expect(logged()).toEqual([]);
});

test("an import declares all IDs, and a program without them is no change", async () => {
  const { stack, emulator } = stackFixture(token);
  emulator.synonyms.synonymSets.set(
    "products",
    products.synonymRules.map((rule, i) => ({ id: `r${i}`, ...rule })),
  );
  await stack.import("products");
  expect(stack.stored!.inputs["synonymRules"]).toEqual(products.synonymRules.map((rule, i) => ({ ruleId: `r${i}`, ...rule })));
  expect(await stack.up(products)).toBe("same");
});

test("an ID of two rules is rejected at the second", async () => {
  const synonymRules = [{ ruleId: "a", synonyms: "a" }, { synonyms: "b" }, { ruleId: "a", synonyms: "c" }];
  await expect(stackFixture(token).stack.up({ name: "products", synonymRules })).rejects.toThrow(
    "synonymRules[2].ruleId: is the ID of synonymRules[0], too.",
  );
});

test("a warning names indices that cannot reload their analyzers (120_synonym_set_token_limit.yml, dynamic token limit)", async () => {
  const { stack, emulator, logged } = stackFixture(token);
  emulator.putIndex("shop", { "index.analysis.filter.syn.synonyms_set": "products" });
  emulator.synonyms.brokenAnalyzers.add("shop");
  await stack.up(products);
  expect(logged()).toEqual([
    { severity: "warning", message: expect.stringContaining('set "products" in shop: searches there use the former rules') },
  ]);
});

test.each([
  ["9.5.0", 11, 10_500, undefined],
  ["8.19.8", 10, 10_000, "has 10500 rules, of which Elasticsearch returns only the first 10000"],
])("more than 10,000 rules on %s", async (version, requests, read, warning) => {
  const { stack, emulator, lines, logged } = stackFixture(token, { version });
  const id = (i: number): string => String(i).padStart(5, "0");
  emulator.synonyms.synonymSets.set(
    "large",
    Array.from({ length: 10_500 }, (_, i) => ({ id: id(i), synonyms: `t${i}` })),
  );
  await stack.import("large");
  expect(lines().filter((line) => line.startsWith("GET /_synonyms"))).toHaveLength(requests);
  expect(stack.stored!.inputs["synonymRules"]).toHaveLength(read);
  expect(logged().map(({ message }) => message)).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
});
