/** Check and Diff as verbs. See docs/protocol.md#check and docs/protocol.md#diff. */
import type { NormalizeOptions } from "../../../provider/contract/context";
import type { Resource } from "../../../provider/contract/resource";
import type { PlainMap, ValueMap } from "../../../provider/core/values/value";
import { toPlainMap, Secret, unknown } from "../../../provider/core/values/value";
import { acceptInputs, check, type CheckRequest } from "../../../provider/verbs/check";
import { inputsOf } from "../../../provider/verbs/changes";
import type { DiffRequest } from "../../../provider/verbs/diff";
import { diff } from "../../../provider/verbs/diff";
import type { Runtime } from "../../../provider/verbs/runtime";
import { newCall, openShop, Shop, shopRuntime } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating } from "./writing";

const type = "quartet:shop:Note";
const inputs: ValueMap = { name: "n", label: "l", size: 3, secretNote: new Secret("s") };
const checking = (runtime: Runtime, news: ValueMap, more: Partial<CheckRequest> = {}, call = newCall().call) =>
  check(runtime, { type, news, ...more }, call);
const comparing = (runtime: Runtime, more: Partial<DiffRequest>) =>
  diff(runtime, { type, olds: {}, oldInputs: inputs, news: inputs, ignoreChanges: [], ...more });
const paths = async (runtime: Runtime, more: Partial<DiffRequest>): Promise<string[]> =>
  (await comparing(runtime, more)).changes.map(({ kind, path, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);

/** The note of a runtime, with other members. */
async function noteOf(runtime: Runtime, more: Partial<Resource<unknown, PlainMap, PlainMap>> = {}) {
  const note = await runtime.registry.resource(type);
  Object.assign(note.implementation, more);
  return note;
}

describe("Check", () => {
  it("uses the schema and the module's rules, without a request", async () => {
    const { shop, runtime } = openShop();
    const { inputs: checked, failures } = await checking(runtime, { name: "n", secretNote: "s", server: { user: "u" } });
    expect(shown(checked)).toBe(shown({ name: "n", secretNote: new Secret("s"), size: 3, server: { user: "u" } }));
    expect(failures).toEqual([{ property: "server.user", reason: "server.user: user requires password" }]);
    expect([shop.calls, shop.hosts]).toEqual([[], []]);
  });

  it("warns about deprecated inputs that are given", async () => {
    const { runtime } = openShop();
    const { spec } = await noteOf(runtime);
    spec.inputProperties!["label"] = { ...spec.inputProperties!["label"], deprecationMessage: "Use name." };
    const { call, logged } = newCall();
    for (const more of [{}, { label: "" }, { label: new Secret("l") }] as ValueMap[])
      await checking(runtime, { name: "n", ...more }, {}, call);
    expect(logged).toEqual(["warning: label is deprecated: Use name."]);
  });

  it("names the nearest type", async () => {
    const message = expect.stringContaining('did you mean "quartet:shop:Note"') as string;
    const checked = checking(openShop().runtime, {}, { type: "quartet:shop:Notes" });
    await expect(checked).rejects.toMatchObject({ code: "invalid_argument", message });
  });
});

describe("Completion, part of Check", () => {
  /** Adds defaults by the name: replaces the label, and adds a size and a note. */
  async function completing(runtime: Runtime): Promise<jest.Mock> {
    const spy = jest.fn(({ name, label }: PlainMap, about: NormalizeOptions) => ({
      inputs: { label: `${String(label)} of ${String(name)}`, size: 7, secretNote: "note", flavour: undefined },
      failures: about.configuration ? [{ property: "name", reason: "not this one" }] : [],
    }));
    await noteOf(runtime, { normalize: spy as never });
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
    expect(["size", "name", "server"].map((key) => about.isUnknown(key))).toEqual([true, false, false]);
  });

  it("hides what is derived from a secret, also in a failure of another member", async () => {
    const { runtime } = openShop();
    const normalize = ({ name, server }: PlainMap) => ({
      inputs: { label: `my ${String(name)}`, server: { ...(server as PlainMap), url: "u" } },
      failures: [{ property: "label", reason: `expected my ${String(name)}` }],
    });
    await noteOf(runtime, { normalize: normalize as never });
    const server = { user: "u", password: new Secret("p") };
    const { inputs: full, failures } = await checking(runtime, { name: new Secret("hidden-name"), server });
    expect(shown({ label: full["label"]!, server: full["server"]! })).toBe(
      shown({ label: new Secret("my hidden-name"), server: { ...server, url: "u" } }),
    );
    expect(failures).toEqual([{ property: "label", reason: "expected my [secret]" }]);
  });

  it("receives the configuration while there is one without unknown settings", async () => {
    const runtime = shopRuntime(new Shop());
    await completing(runtime);
    const failures = async () => (await checking(runtime, given)).failures.length;
    const counts = [await failures()];
    runtime.configure({ settings: {}, secrets: new Set() });
    counts.push(await failures());
    runtime.configure({ settings: {}, secrets: new Set(), unknown: ["token"] });
    expect([...counts, await failures()]).toEqual([0, 1, 0]);
  });

  it("receives the old inputs and the clock; a create preview does not state a value that Check makes", async () => {
    const runtime = shopRuntime(new Shop(), { clock: () => 4711 });
    const normalize = ({ label }: PlainMap, { olds, now }: NormalizeOptions) => ({
      inputs: { label: label ?? olds["label"] ?? `made at ${now}` },
    });
    const { traits } = await noteOf(runtime, { normalize: normalize as never });
    Object.assign(traits, { generated: new Set(["label"]) });
    const news: ValueMap = { name: "n", secretNote: "s" };
    const labelOf = async (olds: ValueMap) =>
      (await checking(runtime, news, { naming: { olds, logicalName: "n", suffix: "0" } })).inputs["label"];
    expect([await labelOf({}), await labelOf({ label: new Secret("old label") })]).toEqual(["made at 4711", new Secret("old label")]);
    const previewed = async (label: string) => (await creating(runtime, { inputs: { ...news, label }, preview: true })).state["label"];
    expect([await previewed("made at 4711"), await previewed("given")]).toEqual([unknown, "given"]);
  });

  it("applies to a Create without Check", async () => {
    const { runtime } = openShop();
    const found = await noteOf(runtime, { normalize: (({ label }: PlainMap) => ({ inputs: { label: `${String(label)}!` } })) as never });
    expect(toPlainMap(acceptInputs(runtime, found, { name: "n", label: "l" }))).toMatchObject({ label: "l!" });
    await noteOf(runtime, { normalize: () => ({ failures: [{ property: "label", reason: "no" }] }) });
    expect(() => acceptInputs(runtime, found, { name: "n" })).toThrow("label: no");
  });
});

describe("Diff", () => {
  it.each<[name: string, more: Partial<DiffRequest>, expected: string[]]>([
    ["against the state, a change", { oldInputs: undefined, olds: { ...inputs, label: "m", version: 9 } }, ["update label"]],
    ["what the service fills in is left out", { oldInputs: undefined, olds: { ...inputs, flavour: "vanilla" } }, []],
    ["ignored", { news: { ...inputs, name: "m", size: 4 }, ignoreChanges: ["size"] }, ["update! name"]],
  ])("%s", async (_name, more, expected) => {
    const { shop, runtime } = openShop();
    expect([await paths(runtime, more), shop.calls]).toEqual([expected, []]);
    expect((await comparing(runtime, more)).stables).toEqual(["path"]);
  });

  it("evaluates replacement rules with all inputs and the valid state, and with an empty string for unknown values", async () => {
    const { runtime } = openShop();
    const spy = jest.fn(() => false);
    Object.assign((await noteOf(runtime)).traits, { replacesIf: new Map(["server", "label"].map((key) => [key, spy])) });
    const news = { ...inputs, label: new Secret(unknown), server: { url: "u", password: new Secret(unknown) } };
    const olds = { path: "p", size: "three" };
    const oldInputs = { ...inputs, server: { url: "u" } };
    expect(await paths(runtime, { olds, oldInputs, news })).toEqual(["update label", "add server.password"]);
    const server = { url: "u", password: "" };
    const context = { inputs: { ...inputs, secretNote: "s", label: "", server }, state: { path: "p" } };
    expect(spy.mock.calls).toEqual([
      ["l", "", context],
      [{ url: "u" }, server, context],
    ]);
  });

  it("replaces for each change without `update`, but not for a local input", async () => {
    const news = { ...inputs, label: "m", size: 5, server: { url: "other" } };
    const found = await paths(openShop().runtime, { type: "quartet:shop:Crate", news });
    expect(found).toEqual(["update! label", "add server", "update! size"]);
  });

  it("creates the new object first if Check has generated the name, which the old object keeps until then", async () => {
    const { runtime } = openShop();
    const { traits } = await noteOf(runtime, { identity: { inputs: ["name"], id: () => "shop/n" } });
    const format = { maxLength: 20, adapt: (text: string) => text };
    Object.assign(traits, { autoname: { property: "name", format }, replacesIf: new Map([["label", () => true]]) });
    const deletesFirst = async (news: ValueMap): Promise<boolean> => {
      const checked = await checking(runtime, news, { naming: { olds: inputs, logicalName: "n", suffix: "0" } });
      return (await comparing(runtime, { news: checked.inputs })).deleteBeforeReplace;
    };
    const { name, ...unnamed }: ValueMap = { ...inputs, label: "m" };
    expect([await deletesFirst({ ...unnamed, name: name! }), await deletesFirst(unnamed)]).toEqual([true, false]);
  });

  it("calls the rule with the known part of the inputs", async () => {
    const { runtime } = openShop();
    const { implementation: resource } = await runtime.registry.resource("quartet:shop:Crate");
    const spy = jest.fn(() => true);
    resource.deleteBeforeReplace = spy;
    const news = { ...inputs, name: unknown, label: new Secret("x") };
    const { deleteBeforeReplace, changes } = await comparing(runtime, { type: "quartet:shop:Crate", news });
    expect(changes.map(({ path }) => path)).toEqual(["label", "name"]);
    expect(deleteBeforeReplace).toBe(true);
    expect(spy).toHaveBeenCalledWith({ name: "n", label: "l", size: 3, secretNote: "s" }, { label: "x", size: 3, secretNote: "s" });
  });
});

it("inputs in a state are the inputs of the schema, without nulls", async () => {
  const found = await openShop().runtime.registry.resource(type);
  const state = { ...inputs, label: null, version: 1, accessKey: "k", __extra: 1 };
  expect(shown(inputsOf(found, state))).toBe(shown({ name: "n", size: 3, secretNote: new Secret("s") }));
});
