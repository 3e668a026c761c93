/** Check and Diff as verbs. See docs/protocol.md#check and docs/protocol.md#diff. */
import type { NormalizeOptions } from "../../../provider/contract/context";
import type { PlainMap, ValueMap } from "../../../provider/core/values/value";
import { toPlainMap, Secret, unknown } from "../../../provider/core/values/value";
import { acceptInputs, check } from "../../../provider/verbs/check";
import { create } from "../../../provider/verbs/create";
import { inputsOf } from "../../../provider/verbs/changes";
import type { DiffRequest } from "../../../provider/verbs/diff";
import { diff } from "../../../provider/verbs/diff";
import type { Runtime } from "../../../provider/verbs/runtime";
import { newCall, openShop, Shop, shopRuntime } from "../../support/fake-module";
import { shown } from "../../support/values";

const type = "quartet:shop:Note";
const inputs: ValueMap = { name: "n", label: "l", size: 3, secretNote: new Secret("s") };
const checking = (runtime: Runtime, news: ValueMap) => check(runtime, { type, news }, newCall().call);
const comparing = (runtime: Runtime, more: Partial<DiffRequest>) =>
  diff(runtime, { type, olds: {}, oldInputs: inputs, news: inputs, ignoreChanges: [], ...more });
const paths = async (runtime: Runtime, more: Partial<DiffRequest>): Promise<string[]> =>
  (await comparing(runtime, more)).changes.map(({ kind, path, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);

describe("Check", () => {
  it("uses the schema and the module's rules, without a request", async () => {
    const { shop, runtime } = openShop();
    const { inputs: checked, failures } = await checking(runtime, { name: "n", secretNote: "s", server: { user: "u" } });
    expect(shown(checked)).toBe(shown({ name: "n", secretNote: new Secret("s"), size: 3, server: { user: "u" } }));
    expect(failures).toEqual([{ property: "server.user", reason: "server.user: user requires password" }]);
    expect(shop.calls).toEqual([]);
    expect(shop.hosts).toEqual([]);
  });

  it("warns about deprecated inputs that are given", async () => {
    const { runtime } = openShop();
    const { spec } = await runtime.registry.resource(type);
    const old = spec.inputProperties!["label"]!;
    spec.inputProperties!["label"] = { ...old, deprecationMessage: "Use name." };
    const logged = async (news: ValueMap): Promise<unknown[]> => {
      const { call, logged: lines } = newCall();
      await check(runtime, { type, news }, call);
      return lines;
    };
    expect(await logged({ name: "n", label: new Secret("l") })).toEqual(["warning: label is deprecated: Use name."]);
    expect(await logged({ name: "n", label: "" })).toEqual([]);
    expect(await logged({ name: "n" })).toEqual([]);
  });

  it("names the nearest type", async () => {
    await expect(check(openShop().runtime, { type: "quartet:shop:Notes", news: {} }, newCall().call)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining('did you mean "quartet:shop:Note"') as string,
    });
  });
});

describe("Completion, part of Check", () => {
  /** Adds defaults by the name: replaces the label, and adds a size and a note. */
  async function completing(runtime: Runtime): Promise<jest.Mock> {
    const { implementation: resource } = await runtime.registry.resource(type);
    const spy = jest.fn(({ name, label }: PlainMap, about: NormalizeOptions) => ({
      inputs: { label: `${String(label)} of ${String(name)}`, size: 7, secretNote: "note", flavour: undefined },
      failures: about.configuration ? [{ property: "name", reason: "not this one" }] : [],
    }));
    resource.normalize = spy as typeof resource.normalize;
    return spy;
  }
  const given = { name: "n", label: new Secret("l"), size: unknown };

  it("adds and replaces members; marks stay, unknown ones too", async () => {
    const { runtime } = openShop();
    const spy = await completing(runtime);
    const { inputs: full } = await checking(runtime, given);
    expect(shown(full)).toBe(shown({ name: "n", label: new Secret("l of n"), size: unknown, secretNote: new Secret("note") }));
    const [known, about] = spy.mock.calls[0] as [PlainMap, NormalizeOptions];
    expect({ ...known }).toEqual({ name: "n", label: "l" });
    expect([about.isUnknown("size"), about.isUnknown("name"), about.isUnknown("server")]).toEqual([true, false, false]);
  });

  it("a value that is derived from a secret is one, and so is a former secret part", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource(type);
    resource.normalize = ({ name, server }) => ({ inputs: { label: `my ${String(name)}`, server: { ...(server as PlainMap), url: "u" } } });
    const server = { user: "u", password: new Secret("p") };
    const { inputs: full } = await checking(runtime, { name: new Secret("hidden-name"), server });
    expect(shown({ label: full["label"]!, server: full["server"]! })).toBe(
      shown({ label: new Secret("my hidden-name"), server: { user: "u", password: new Secret("p"), url: "u" } }),
    );
  });

  it("receives the configuration as soon as there is one", async () => {
    const shop = new Shop();
    const runtime = shopRuntime(shop);
    const spy = await completing(runtime);
    expect((await checking(runtime, given)).failures).toEqual([]);
    runtime.configure({ settings: {}, secrets: new Set() });
    expect((await checking(runtime, given)).failures).toEqual([{ property: "name", reason: "not this one" }]);
    runtime.configure({ settings: {}, secrets: new Set(), unknown: ["token"] });
    expect((await checking(runtime, given)).failures).toEqual([]);
    expect((spy.mock.calls as [unknown, NormalizeOptions][]).map(([, { configuration: host }]) => host !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("receives the old inputs and the clock; a create preview does not state a value that Check makes", async () => {
    const runtime = shopRuntime(new Shop(), { clock: () => 4711 });
    const { implementation: resource, traits } = await runtime.registry.resource(type);
    resource.normalize = ({ label }, { olds, now }) => ({ inputs: { label: label ?? olds["label"] ?? `made at ${now}` } });
    Object.assign(traits, { generated: new Set(["label"]) });
    const news: ValueMap = { name: "n", secretNote: "s" };
    const labelOf = async (olds: ValueMap): Promise<unknown> => {
      const naming = { olds, logicalName: "n", suffix: "0" };
      return (await check(runtime, { type, news, naming }, newCall().call)).inputs["label"];
    };
    expect([await labelOf({}), await labelOf({ label: new Secret("old label") })]).toEqual(["made at 4711", new Secret("old label")]);
    const previewed = async (label: string): Promise<unknown> => {
      const request = { type, urn: "urn:n", inputs: { ...news, label }, preview: true, timeout: 0 };
      return (await create(runtime, request, newCall().call)).state["label"];
    };
    expect([await previewed("made at 4711"), await previewed("given")]).toEqual([unknown, "given"]);
  });

  it("adds nothing to failed inputs", async () => {
    const { runtime } = openShop();
    await completing(runtime);
    const { failures } = await checking(runtime, { label: "l", unexpected: 1 });
    expect(failures.map(({ property }) => property).sort()).toEqual(["name", "unexpected"]);
    expect(failures).not.toContainEqual({ property: "name", reason: "not this one" });
  });

  it("counts its failures with those of the schema", async () => {
    const { runtime } = openShop();
    await completing(runtime);
    const unexpectedNames = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`z${i}`, 1]));
    const { failures } = await checking(runtime, { ...given, ...unexpectedNames });
    expect(failures).toHaveLength(51);
    expect(failures.filter(({ property }) => property === "")).toEqual([
      { property: "", reason: "21 more failures omitted. Fix the failures above and run again." },
    ]);
  });

  it("does not quote a secret in a failure of another member", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource(type);
    resource.normalize = ({ name }) => ({ failures: [{ property: "label", reason: `expected my ${String(name)}` }] });
    const { failures } = await checking(runtime, { name: new Secret("hidden-name") });
    expect(failures).toEqual([{ property: "label", reason: "expected my [secret]" }]);
  });

  it("applies to a Create without Check", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource(type);
    resource.normalize = ({ label }) => ({ inputs: { label: `${String(label)}!` } });
    const found = await runtime.registry.resource(type);
    expect(toPlainMap(acceptInputs(runtime, found, { name: "n", label: "l" }))).toMatchObject({ label: "l!" });
    resource.normalize = () => ({ failures: [{ property: "label", reason: "no" }] });
    expect(() => acceptInputs(runtime, found, { name: "n" })).toThrow("label: no");
  });
});

describe("Diff", () => {
  const cases: [name: string, more: Partial<DiffRequest>, expected: string[]][] = [
    ["a replacement", { news: { ...inputs, name: "m" } }, ["update! name"]],
    ["against the state, a change", { oldInputs: undefined, olds: { ...inputs, label: "m", version: 9 } }, ["update label"]],
    ["what the service fills in is left out", { oldInputs: undefined, olds: { ...inputs, flavour: "vanilla" } }, []],
    ["ignored", { news: { ...inputs, label: "m", size: 4 }, ignoreChanges: ["label"] }, ["update size"]],
  ];

  it.each(cases)("%s", async (_name, more, expected) => {
    const { shop, runtime } = openShop();
    expect(await paths(runtime, more)).toEqual(expected);
    expect(shop.calls).toEqual([]);
  });

  it("evaluates replacement rules with all inputs and the valid state, and with an empty string for unknown values", async () => {
    const { runtime } = openShop();
    const spy = jest.fn(() => false);
    Object.assign((await runtime.registry.resource(type)).traits, {
      replacesIf: new Map([
        ["server", spy],
        ["label", spy],
      ]),
    });
    const news = { ...inputs, label: new Secret(unknown), server: { url: "u", password: new Secret(unknown) } };
    const olds = { path: "p", size: "three" };
    expect(await paths(runtime, { olds, oldInputs: { ...inputs, server: { url: "u" } }, news })).toEqual([
      "update label",
      "add server.password",
    ]);
    const context = {
      inputs: { ...inputs, secretNote: "s", label: "", server: { url: "u", password: "" } },
      state: { path: "p" },
    };
    expect(spy.mock.calls).toEqual([
      ["l", "", context],
      [{ url: "u" }, { url: "u", password: "" }, context],
    ]);
  });

  it("returns stable outputs", async () => expect((await comparing(openShop().runtime, {})).stables).toEqual(["path"]));

  it("replaces for each change without `update`, but not for a local input", async () => {
    const news = { ...inputs, label: "m", size: 5, server: { url: "other" } };
    const { changes } = await comparing(openShop().runtime, { type: "quartet:shop:Crate", oldInputs: inputs, news });
    const replacing = changes.filter(({ replaces }) => replaces).map(({ key }) => key);
    expect([...new Set(replacing)]).toEqual(["label", "size"]);
    expect(changes.map(({ key }) => key)).toContain("server");
  });

  it("creates the new object first if Check has generated the name, which the old object keeps until then", async () => {
    const { runtime } = openShop();
    const { implementation: resource, traits } = await runtime.registry.resource(type);
    resource.identity = { inputs: ["name"], id: () => "shop/n" };
    const format = { maxLength: 20, adapt: (text: string) => text };
    Object.assign(traits, { autoname: { property: "name", format }, replacesIf: new Map([["label", () => true]]) });
    const deletesFirst = async (news: ValueMap): Promise<boolean> => {
      const naming = { olds: inputs, logicalName: "n", suffix: "0" };
      const checked = await check(runtime, { type, news, naming }, newCall().call);
      return (await comparing(runtime, { news: checked.inputs })).deleteBeforeReplace;
    };
    const { name, ...unnamed } = inputs;
    expect([await deletesFirst({ ...unnamed, name: name!, label: "m" }), await deletesFirst({ ...unnamed, label: "m" })]).toEqual([
      true,
      false,
    ]);
  });

  it("calls the rule with the known part of the inputs", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource("quartet:shop:Crate");
    const spy = jest.fn(() => true);
    resource.deleteBeforeReplace = spy;
    const { deleteBeforeReplace, changes } = await comparing(runtime, {
      type: "quartet:shop:Crate",
      news: { ...inputs, name: unknown, label: new Secret("x") },
    });
    expect(changes.map(({ path }) => path)).toEqual(["label", "name"]);
    expect(deleteBeforeReplace).toBe(true);
    expect(spy).toHaveBeenCalledWith({ name: "n", label: "l", size: 3, secretNote: "s" }, { label: "x", size: 3, secretNote: "s" });
  });
});

describe("inputs in a state", () => {
  it("are the inputs of the schema, without nulls", async () => {
    const found = await openShop().runtime.registry.resource(type);
    expect(shown(inputsOf(found, { ...inputs, label: null, version: 1, accessKey: "k", __extra: 1 }))).toBe(
      shown({ name: "n", size: 3, secretNote: new Secret("s") }),
    );
  });
});
