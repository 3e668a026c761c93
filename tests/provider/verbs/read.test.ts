/** Read for refresh, import and get. See docs/protocol.md#read. */
import { ProviderError } from "../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { diff } from "../../../provider/verbs/diff";
import type { ReadRequest } from "../../../provider/verbs/read";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { inputs as declared, Note as type, reading as readingIn } from "./writing";

const stored = { name: "n", label: "L", secretNote: "long-secret", size: 4, tags: ["a"], flavour: "mint", version: 7 };

/** A shop with this object, and a read of it. */
function opened(object: object = stored) {
  const { shop, runtime } = openShop();
  shop.objects.set("shop/n", { ...stored, ...object });
  const reading = (more?: Partial<ReadRequest>) => readingIn(runtime, more);
  return { shop, runtime, reading };
}

it("an import rebuilds inputs and outputs from the ID alone, secrets marked, without computed values among the inputs", async () => {
  const { shop, reading } = opened();
  const { id, inputs, state } = (await reading())!;
  expect([id, shop.priors]).toEqual(["shop/n", [undefined]]);
  const secretNote = new Secret("long-secret");
  expect(shown(inputs)).toBe(shown({ name: "n", label: "L", secretNote, size: 4, tags: ["a"], flavour: "mint" }));
  const outputs = { version: 7, path: "/Note/n", accessKey: new Secret("key of n"), motto: new Secret("note: long-secret") };
  expect(shown(state)).toBe(shown({ ...inputs, ...outputs }));
});

describe("a refresh", () => {
  const inputs: ValueMap = { ...declared, secretNote: new Secret("long-secret"), size: 4 };

  it.each<[string, ValueMap]>([
    ["with inputs", inputs],
    ["without inputs, which the state contains", {}],
  ])("132: %s finds no drift between equal values, and keeps spelling and marks of the program", async (_name, given) => {
    const { shop, runtime, reading } = opened();
    const response = (await reading({ inputs: given, state: { ...inputs, version: 6, path: "/Note/n" } }))!;
    expect(shown(response.inputs)).toBe(shown(inputs));
    expect(shown(response.state["motto"])).toBe('secret("note: long-secret")');
    expect(shop.priors[0]).toMatchObject({ inputs: { label: "l", size: 4 }, state: { secretNote: "long-secret" } });
    const { changes } = await diff(runtime, { type, olds: response.state, oldInputs: response.inputs, news: inputs, ignoreChanges: [] });
    expect(changes).toEqual([]);
  });

  it("shows a drift; a secret mark that only the state has stays, at any depth", async () => {
    const { reading } = opened({ label: "other", tags: ["a", "b"] });
    const state = { ...inputs, label: new Secret("l"), tags: ["a", new Secret("b")] };
    const response = (await reading({ inputs: { ...inputs, tags: ["a", "b"] }, state }))!;
    expect(shown(response.state["tags"])).toBe(shown(["a", new Secret("b")]));
    expect(shown(response.inputs["label"])).toBe(shown(new Secret("other")));
  });
});

it.each<[string, string | undefined, ValueMap, ValueMap]>([
  ["an import", "shop/n", {}, {}],
  ["a `get` with a state of the program", "shop/n", { label: "l" }, { label: "l" }],
  ["a refresh", undefined, { label: "l" }, { label: "l", version: 6 }],
])("of another spelling of the ID, %s finds %p", async (_name, id, given, state) => {
  expect((await opened().reading({ id: "shop/N", inputs: given, state }))?.id).toBe(id);
});

it("136: a deleted object is an empty result, but not one without permission", async () => {
  const { shop, reading } = opened();
  shop.objects.clear();
  expect(await reading()).toBeUndefined();
  shop.fail("read", new ProviderError("permission_denied", "no right to read"));
  await expect(reading()).rejects.toMatchObject({ code: "permission_denied" });
});

it("133: a malformed ID is rejected with the expected form and an example, before any request", async () => {
  const { shop, reading } = opened();
  const message = expect.stringMatching(/expected shop\/NAME, for example/);
  await expect(reading({ id: "wrong" })).rejects.toMatchObject({ code: "invalid_argument", message });
  expect(shop.calls).toEqual([]);
});

it("has the time limit of the resource option, or of the resource's own table", async () => {
  const { call } = newCall();
  const limit = jest.spyOn(call, "limit");
  for (const timeout of [1.5, 0]) await readingIn(opened().runtime, { timeout }, call);
  expect(limit.mock.calls.map(([seconds]) => seconds)).toEqual([1.5, 60]);
});
