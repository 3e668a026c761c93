/** Check and Diff as verbs (protocol 4.2 and 4.5; cases 99, 109, 112). */
import type { ValueMap } from "../../../provider/core/value";
import { Secret, unknown } from "../../../provider/core/value";
import { check, diff, inputsOf, standingInputs, type DiffRequest } from "../../../provider/verbs/check";
import type { House } from "../../../provider/verbs/house";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";

const type = "quartet:shop:Note";
const inputs: ValueMap = { name: "n", label: "l", size: 3, secretNote: new Secret("s") };
const comparing = (house: House, more: Partial<DiffRequest>) =>
  diff(house, { type, olds: {}, oldInputs: inputs, news: inputs, ignoreChanges: [], ...more });
const paths = async (house: House, more: Partial<DiffRequest>): Promise<string[]> =>
  (await comparing(house, more)).changes.map(({ kind, path, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);

describe("Check", () => {
  it("asks the schema and the module's rules, and no remote", async () => {
    const { shop, house } = openShop();
    const { inputs: checked, failures } = await check(house, type, { name: "n", secretNote: "s", server: { user: "u" } });
    expect(shown(checked)).toBe(shown({ name: "n", secretNote: new Secret("s"), size: 3, server: { user: "u" } }));
    expect(failures).toEqual([{ property: "server.user", reason: "server.user: user needs password beside it" }]);
    expect(shop.asked).toEqual([]);
    expect(shop.hosts).toEqual([]);
  });

  it("names the nearest type", async () => {
    await expect(check(openShop().house, "quartet:shop:Notes", {})).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining('did you mean "quartet:shop:Note"') as string,
    });
  });
});

describe("Diff", () => {
  const cases: [name: string, more: Partial<DiffRequest>, expected: string[]][] = [
    ["nothing, whatever the outputs", { olds: { label: "other", version: 9 } }, []],
    ["a change", { news: { ...inputs, label: "m" } }, ["update label"]],
    ["a replacement", { news: { ...inputs, name: "m" } }, ["update! name"]],
    [
      "against the state, where an engine sends no old inputs",
      { oldInputs: undefined, olds: { ...inputs, version: 9, path: "p", accessKey: "k" } },
      [],
    ],
    ["against the state, a change", { oldInputs: undefined, olds: { ...inputs, label: "m", version: 9 } }, ["update label"]],
    ["what the service fills in is left out", { oldInputs: undefined, olds: { ...inputs, flavour: "vanilla" } }, []],
    [
      "what the service fills in is given otherwise",
      { oldInputs: { ...inputs, flavour: "mint" }, news: { ...inputs, flavour: "rum" } },
      ["update flavour"],
    ],
    ["what the service takes by itself", { news: { ...inputs, tags: [] } }, []],
    ["ignored", { news: { ...inputs, label: "m", size: 4 }, ignoreChanges: ["label"] }, ["update size"]],
  ];

  it.each(cases)("%s", async (_name, more, expected) => {
    const { shop, house } = openShop();
    expect(await paths(house, more)).toEqual(expected);
    expect(shop.asked).toEqual([]);
  });

  it("tells what no update changes", async () => expect((await comparing(openShop().house, {})).stables).toEqual(["path"]));

  const first: [name: string, old: ValueMap, news: ValueMap, expected: boolean][] = [
    ["no replacement", inputs, { ...inputs, label: "m" }, false],
    ["the rule says no", inputs, { ...inputs, name: "m" }, false],
  ];

  it.each(first)("does not delete first: %s", async (_name, oldInputs, news, expected) => {
    const { deleteBeforeReplace } = await comparing(openShop().house, { type: "quartet:shop:Crate", oldInputs, news });
    expect(deleteBeforeReplace).toBe(expected);
  });

  it("asks the rule with the known part of the inputs", async () => {
    const { house } = openShop();
    const { resource } = await house.resource("quartet:shop:Crate");
    const asked = jest.fn(() => true);
    resource.deleteBeforeReplace = asked;
    const { deleteBeforeReplace, changes } = await comparing(house, {
      type: "quartet:shop:Crate",
      news: { ...inputs, name: unknown, label: new Secret("x") },
    });
    expect(changes.map(({ path }) => path)).toEqual(["label", "name"]);
    expect(deleteBeforeReplace).toBe(true);
    expect(asked).toHaveBeenCalledWith({ name: "n", label: "l", size: 3, secretNote: "s" }, { label: "x", size: 3, secretNote: "s" });
  });
});

describe("inputs in a state", () => {
  it("are its part that the schema calls inputs, nulls left out", async () => {
    const found = await openShop().house.resource(type);
    expect(shown(inputsOf(found, { ...inputs, label: null, version: 1, accessKey: "k", __extra: 1 }))).toBe(
      shown({ name: "n", size: 3, secretNote: new Secret("s") }),
    );
  });

  it("tell what stands at the service; what they do not tell, the old inputs do", async () => {
    const found = await openShop().house.resource(type);
    found.spec = { ...found.spec, properties: { name: {}, label: {} } };
    expect({ ...standingInputs(found, { name: "n", label: "new", size: 4 }, { name: "n", label: "old" }) }).toEqual({
      name: "n",
      label: "old",
      size: 4,
    });
    expect({ ...standingInputs(found, { name: "n", label: unknown }, {}) }).toEqual({ name: "n" });
  });
});
