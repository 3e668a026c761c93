/** Read for refresh, import and get, and lists without pages. See docs/protocol.md#read and docs/protocol.md#list. */
import { ProviderError } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret, unknown } from "../../../provider/core/values/value";
import { diff } from "../../../provider/verbs/diff";
import type { Runtime } from "../../../provider/verbs/runtime";
import { list, type ListPart } from "../../../provider/verbs/list";
import { read, type ReadRequest } from "../../../provider/verbs/read";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";

const type = "quartet:shop:Note";
const stored = { name: "n", label: "L", secretNote: "long-secret", size: 4, tags: ["a"], flavour: "mint", version: 7 };

/** A shop with this object, and a read of it. */
function opened(object: object = stored) {
  const { shop, runtime } = openShop();
  shop.objects.set("shop/n", { ...stored, ...object });
  const reading = (more: Partial<ReadRequest> = {}, call = newCall().call) =>
    read(runtime, { type, id: "shop/n", inputs: {}, state: {}, timeout: 0, ...more }, call);
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
  const inputs: ValueMap = {
    name: "n",
    label: "l",
    secretNote: new Secret("long-secret"),
    size: 4,
    tags: ["a"],
    server: { url: "u", password: new Secret("p") },
  };

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

it("136: a deleted object is an empty result, but not one without permission", async () => {
  const { shop, reading } = opened();
  shop.objects.clear();
  expect(await reading()).toBeUndefined();
  shop.fail("read", new ProviderError("permission_denied", "no right to read"));
  await expect(reading()).rejects.toMatchObject({ code: "permission_denied" });
});

it("133: a malformed ID is rejected with the expected form and an example, before any request", async () => {
  const { shop, reading } = opened();
  const message = expect.stringMatching(/expected shop\/NAME, for example/) as string;
  await expect(reading({ id: "wrong" })).rejects.toMatchObject({ code: "invalid_argument", message });
  expect(shop.calls).toEqual([]);
});

it("has the time limit of the resource option, or of the resource's own table", async () => {
  const { call } = newCall();
  const limit = jest.spyOn(call, "limit");
  for (const timeout of [1.5, 0]) await opened().reading({ timeout }, call);
  expect(limit.mock.calls.map(([seconds]) => seconds)).toEqual([1.5, 60]);
});

describe("List", () => {
  const token = "quartet:shop:Crate";
  const request = { token, query: {}, limit: 0, continuation: "" };
  const parts = async (runtime: Runtime, more: Partial<typeof request> & { query?: ValueMap } = {}): Promise<ListPart[]> => {
    const found: ListPart[] = [];
    for await (const part of list(runtime, { ...request, ...more }, newCall().call)) found.push(part);
    return found;
  };
  const five = () => {
    const { shop, runtime } = openShop();
    for (const name of ["a", "b", "c", "d", "e"]) shop.objects.set(`shop/${name}`, { name });
    return { shop, runtime };
  };
  const names = (found: ListPart[]): string[] =>
    found.map((part) => (part.kind === "result" ? part.name : part.kind === "continuation" ? `...${part.token}` : part.kind));

  it.each<[limit: number, continuation: string, expected: string[]]>([
    [-1, "", ["a", "b", "c", "d", "e"]],
    [3, "", ["a", "b", "c", "...3"]],
    [0, "99", []],
  ])("with the limit %i after %j returns %j", async (limit, continuation, expected) => {
    expect(names(await parts(five().runtime, { limit, continuation }))).toEqual(expected);
  });

  it("passes the query; of an unknown one it is unknown", async () => {
    expect(names(await parts(five().runtime, { query: { prefix: new Secret("d") } }))).toEqual(["d"]);
    expect(await parts(five().runtime, { query: { prefix: unknown } })).toEqual([{ kind: "computed" }]);
  });

  it("stops when it is cancelled, and contains no secret when it fails", async () => {
    const { shop, runtime } = five();
    const { call } = newCall();
    const found = list(runtime, request, call);
    await found.next();
    call.abort(new ProviderError("cancelled", "stop"));
    await expect(found.next()).rejects.toMatchObject({ code: "cancelled" });
    runtime.configure({ settings: {}, secrets: new Set(["configured-secret"]) });
    shop.fail("list", new ProviderError("failed_precondition", "configured-secret and query-secret"));
    await expect(parts(runtime, { query: { prefix: new Secret("query-secret") } })).rejects.toThrow("[secret] and [secret]");
  });

  it.each([
    ["the continuation token x", { continuation: "x" }, "invalid_argument"],
    ["the continuation token -1", { continuation: "-1" }, "invalid_argument"],
    ["the continuation token 1.5", { continuation: "1.5" }, "invalid_argument"],
    ["a resource that cannot be listed", { token: type }, "unimplemented"],
    ["an unknown resource", { token: "quartet:shop:Crat" }, "invalid_argument"],
  ])("rejects %s", async (_name, more, code) => {
    await expect(parts(five().runtime, more)).rejects.toMatchObject({ code });
  });
});
