/** Read for refresh, import and get, and List. See docs/protocol.md#read and docs/protocol.md#list. */
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
const reading = (runtime: Runtime, more: Partial<ReadRequest> = {}, call = newCall().call) =>
  read(runtime, { type, id: "shop/n", inputs: {}, state: {}, timeout: 0, ...more }, call);
const stored = { name: "n", label: "L", secretNote: "psst", size: 4, tags: ["a"], flavour: "mint", version: 7 };

describe("an import", () => {
  it("rebuilds inputs and outputs from the ID alone, secrets marked, without computed values among the inputs", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", stored);
    const response = (await reading(runtime))!;
    expect(response.id).toBe("shop/n");
    expect(shown(response.inputs)).toBe(
      shown({ name: "n", label: "L", secretNote: new Secret("psst"), size: 4, tags: ["a"], flavour: "mint" }),
    );
    expect(shown(response.state)).toBe(
      shown({ ...response.inputs, version: 7, path: "/Note/n", accessKey: new Secret("key of n"), motto: "note: psst" }),
    );
    expect(shop.priors).toEqual([undefined]);
  });

  it("hides a secret in another output", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", { ...stored, secretNote: "long-secret" });
    expect(shown((await reading(runtime))!.state["motto"])).toBe('secret("note: long-secret")');
  });
});

describe("a refresh", () => {
  const inputs: ValueMap = {
    name: "n",
    label: "l",
    secretNote: new Secret("psst"),
    size: 4,
    tags: ["a"],
    server: { url: "u", password: new Secret("p") },
  };

  it("finds no drift between equal values, and keeps the spelling of the program", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", stored);
    const response = (await reading(runtime, { inputs, state: { ...inputs, version: 6 } }))!;
    expect(shown(response.inputs)).toBe(shown(inputs));
    expect(shop.priors[0]).toMatchObject({ inputs: { label: "l", size: 4 }, state: { secretNote: "psst" } });
    const { changes } = await diff(runtime, { type, olds: response.state, oldInputs: response.inputs, news: inputs, ignoreChanges: [] });
    expect(changes).toEqual([]);
  });

  it("shows a drift, marks kept", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", { ...stored, label: "other", secretNote: "changed", tags: ["a", "b"] });
    const response = (await reading(runtime, { inputs, state: inputs }))!;
    expect(shown(response.inputs)).toBe(shown({ ...inputs, label: "other", secretNote: new Secret("changed"), tags: ["a", "b"] }));
  });

  it("keeps a secret mark that only the state has, at any depth, in inputs and outputs", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", { ...stored, label: "l", tags: ["a", "b"] });
    const state = { ...inputs, label: new Secret("l"), tags: ["a", new Secret("b")] };
    const response = (await reading(runtime, { inputs: { ...inputs, tags: ["a", "b"] }, state }))!;
    expect(shown(response.state["label"])).toBe(shown(new Secret("l")));
    expect(shown(response.inputs["label"])).toBe(shown(new Secret("l")));
    expect(shown(response.state["tags"])).toBe(shown(["a", new Secret("b")]));
  });

  it("reads the inputs from the state if an engine sends none", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", stored);
    const response = (await reading(runtime, { state: { ...inputs, version: 6, path: "/Note/n" } }))!;
    expect(shown(response.inputs)).toBe(shown(inputs));
  });

  it("hides a secret in another output", async () => {
    const { shop, runtime } = openShop();
    shop.objects.set("shop/n", { ...stored, secretNote: "long-secret" });
    const { state } = (await reading(runtime, { inputs: { ...inputs, secretNote: new Secret("long-secret") } }))!;
    expect(shown(state["motto"])).toBe('secret("note: long-secret")');
  });
});

describe("a deleted object", () => {
  it("is an empty result", async () => expect(await reading(openShop().runtime)).toBeUndefined());

  it("is not one without permission", async () => {
    const { shop, runtime } = openShop();
    shop.fail("read", new ProviderError("permission_denied", "no right to read"));
    await expect(reading(runtime)).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("a malformed id", () => {
  it("is rejected with the expected form and an example, before any request", async () => {
    const { shop, runtime } = openShop();
    await expect(reading(runtime, { id: "wrong" })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/expected shop\/NAME, for example/) as string,
    });
    expect(shop.calls).toEqual([]);
  });
});

describe("the time limit of Read", () => {
  const limits: [name: string, more: Partial<ReadRequest>, seconds: number][] = [
    ["of the resource option", { timeout: 1.5 }, 1.5],
    ["of the resource's own table", {}, 60],
  ];

  it.each(limits)("is that %s", async (_name, more, seconds) => {
    const { runtime } = openShop();
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit");
    await reading(runtime, more, call);
    const [limitSeconds, error] = limit.mock.calls[0]!;
    expect(limitSeconds).toBe(seconds);
    expect(error()).toMatchObject({ code: "deadline_exceeded", message: expect.stringContaining("customTimeouts.read") as string });
    call.close();
  });
});

describe("List", () => {
  const token = "quartet:shop:Crate";
  const parts = async (runtime: Runtime, more: Partial<Parameters<typeof list>[1]> = {}): Promise<ListPart[]> => {
    const found: ListPart[] = [];
    for await (const part of list(runtime, { token, query: {}, limit: 0, continuation: "", ...more }, newCall().call)) found.push(part);
    return found;
  };
  const five = () => {
    const { shop, runtime } = openShop();
    for (const name of ["a", "b", "c", "d", "e"]) shop.objects.set(`shop/${name}`, { name });
    return { shop, runtime };
  };
  const names = (found: ListPart[]): string[] =>
    found.map((part) => (part.kind === "result" ? part.name : part.kind === "continuation" ? `...${part.token}` : part.kind));

  const cases: [limit: number, continuation: string, expected: string[]][] = [
    [0, "", ["a", "b", "c", "d", "e"]],
    [-1, "", ["a", "b", "c", "d", "e"]],
    [3, "", ["a", "b", "c", "...3"]],
    [5, "", ["a", "b", "c", "d", "e"]],
    [9, "", ["a", "b", "c", "d", "e"]],
    [2, "3", ["d", "e"]],
    [1, "3", ["d", "...4"]],
    [0, "5", []],
    [0, "99", []],
  ];

  it.each(cases)("with the limit %i after %j returns %j", async (limit, continuation, expected) => {
    expect(names(await parts(five().runtime, { limit, continuation }))).toEqual(expected);
  });

  it("passes the query", async () => expect(names(await parts(five().runtime, { query: { prefix: new Secret("d") } }))).toEqual(["d"]));

  it("of an unknown query is unknown", async () =>
    expect(await parts(five().runtime, { query: { prefix: unknown } })).toEqual([{ kind: "computed" }]));

  it("stops when it is cancelled", async () => {
    const { runtime } = five();
    const { call } = newCall();
    const found = list(runtime, { token, query: {}, limit: 0, continuation: "" }, call);
    await found.next();
    call.abort(new ProviderError("cancelled", "stop"));
    await expect(found.next()).rejects.toMatchObject({ code: "cancelled" });
  });

  it("contains no secret when it fails", async () => {
    const { shop, runtime } = five();
    runtime.configure({ settings: {}, secrets: new Set(["configured-secret"]) });
    shop.fail("list", new ProviderError("failed_precondition", "configured-secret and query-secret"));
    await expect(parts(runtime, { query: { prefix: new Secret("query-secret") } })).rejects.toMatchObject({
      message: "[secret] and [secret]",
    });
  });

  it.each(["x", "-1", "1.5", "NaN"])("rejects the continuation token %j", async (continuation) => {
    await expect(parts(five().runtime, { continuation })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("is rejected for resources that cannot be listed, and for unknown ones", async () => {
    await expect(parts(five().runtime, { token: type })).rejects.toMatchObject({ code: "unimplemented" });
    await expect(parts(five().runtime, { token: "quartet:shop:Crat" })).rejects.toMatchObject({
      message: expect.stringContaining("quartet:shop:Crate") as string,
    });
  });
});
