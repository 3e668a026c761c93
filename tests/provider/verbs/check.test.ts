/** Check and Diff as verbs. See docs/protocol.md#check and docs/protocol.md#diff. */
import type { NormalizeOptions } from "../../../provider/contract/context";
import { secret, unknown, type PlainMap, type Value, type ValueMap } from "../../../provider/core/values/value";
import { check, type CheckRequest } from "../../../provider/verbs/check";
import { inputsOf } from "../../../provider/verbs/stored-values";
import { diff, type DiffRequest } from "../../../provider/verbs/diff";
import { closedShop, newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, Note as type } from "./writing";

const inputs: ValueMap = { name: "n", label: "l", size: 3, secretNote: secret("s") };

/** A shop whose notes have other members and traits; `checking` and `comparing` are its verbs. */
async function opened(members: object = {}, traits: object = {}, { shop, runtime } = openShop()) {
  const note = await runtime.registry.resource(type);
  Object.assign(note.implementation, members);
  Object.assign(note.traits, traits);
  const checking = (news: ValueMap, more: Partial<CheckRequest> = {}) => check(runtime, { type, news, ...more }, newCall().call);
  const comparing = (more: Partial<DiffRequest>) =>
    diff(runtime, { type, olds: {}, oldInputs: inputs, news: inputs, ignoreChanges: [], ...more });
  const paths = async (more: Partial<DiffRequest>) =>
    (await comparing(more)).changes.map(({ kind, path, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);
  return { shop, runtime, note, checking, comparing, paths };
}

describe("Completion, part of Check", () => {
  const given = { name: "n", label: secret("l"), size: unknown };
  /** Adds defaults by the name: replaces the label, and adds a size and a note. */
  const normalize = jest.fn(({ name, label }: PlainMap, about: NormalizeOptions) => ({
    inputs: { label: `${String(label)} of ${String(name)}`, size: 7, secretNote: "note", flavour: undefined },
    failures: about.configuration ? [{ property: "name", reason: "not this one" }] : [],
  }));

  it("adds and replaces members; marks stay, unknown ones too", async () => {
    normalize.mockClear();
    const { inputs: full } = await (await opened({ normalize })).checking(given);
    expect(shown(full)).toBe(shown({ name: "n", label: secret("l of n"), size: unknown, secretNote: secret("note") }));
    const [known, about] = normalize.mock.calls[0]!;
    expect({ ...known }).toEqual({ name: "n", label: "l" });
    expect(["size", "name", "server"].map((key) => about.isUnknown(key))).toEqual([true, false, false]);
  });

  it("hides what is derived from a secret, also in a failure of another member", async () => {
    const { checking } = await opened({
      normalize: ({ name, server }: PlainMap) => ({
        inputs: { label: `my ${String(name)}`, server: { ...(server as PlainMap), url: "u" } },
        failures: [{ property: "label", reason: `expected my ${String(name)}` }],
      }),
    });
    const server = { user: "u", password: secret("p") };
    const { inputs: full, failures } = await checking({ name: secret("hidden-name"), server });
    expect(full).toMatchObject({ label: secret("my hidden-name"), server: { ...server, url: "u" } });
    expect(failures).toEqual([{ property: "label", reason: "expected my [secret]" }]);
  });

  it("receives the configuration while there is one without unknown settings", async () => {
    const { checking, runtime } = await opened({ normalize }, {}, closedShop());
    const counts = [(await checking(given)).failures.length];
    for (const unknown of [undefined, ["token"]]) {
      runtime.configure({ settings: {}, secrets: new Set(), unknown });
      counts.push((await checking(given)).failures.length);
    }
    expect(counts).toEqual([0, 1, 0]);
  });

  it("receives the old inputs and the clock; a create preview does not state a value that Check makes", async () => {
    const ofLabel = ({ label }: PlainMap, { olds, now }: NormalizeOptions) => ({
      inputs: { label: label ?? olds["label"] ?? `made at ${now}` },
    });
    const { checking, runtime } = await opened(
      { normalize: ofLabel },
      { generated: new Set(["label"]) },
      closedShop({ clock: () => 4711 }),
    );
    const news: ValueMap = { name: "n", secretNote: "s" };
    const labelOf = async (olds: ValueMap) => (await checking(news, { naming: { olds, logicalName: "n", suffix: "0" } })).inputs["label"];
    expect([await labelOf({}), await labelOf({ label: secret("old label") })]).toEqual(["made at 4711", secret("old label")]);
    const previewed = async (label: string) => (await creating(runtime, { inputs: { ...news, label }, preview: true })).state["label"];
    expect([await previewed("made at 4711"), await previewed("given")]).toEqual([unknown, "given"]);
  });
});

describe("Diff", () => {
  it.each<[name: string, more: Partial<DiffRequest>, expected: string[]]>([
    ["against the state, a change", { oldInputs: undefined, olds: { ...inputs, label: "m", version: 9 } }, ["update label"]],
    [
      "each change without `update` replaces, but not of a local input",
      { type: "quartet:shop:Crate", news: { ...inputs, label: "m", size: 5, server: { url: "other" } } },
      ["update! label", "add server", "update! size"],
    ],
  ])("%s", async (_name, more, expected) => {
    const { shop, paths, comparing } = await opened();
    expect([await paths(more), shop.calls]).toEqual([expected, []]);
    expect((await comparing(more)).stables).toEqual(["path"]);
  });

  it("evaluates replacement rules with all inputs and the valid state, and with an empty string for unknown values", async () => {
    const spy = jest.fn(() => false);
    const { paths } = await opened({}, { replacesIf: new Map(["server", "label"].map((key) => [key, spy])) });
    const news = { ...inputs, label: secret(unknown), server: { url: "u", password: secret(unknown) } };
    const oldInputs = { ...inputs, server: { url: "u" } };
    expect(await paths({ olds: { path: "p", size: "three" }, oldInputs, news })).toEqual(["update label", "add server.password"]);
    const server = { url: "u", password: "" };
    const context = { inputs: { ...inputs, secretNote: "s", label: "", server }, state: { path: "p" } };
    expect(spy.mock.calls).toEqual([
      ["l", "", context],
      [{ url: "u" }, server, context],
    ]);
  });

  it("creates the new object first if Check has generated the name, which the old object keeps until then", async () => {
    const format = { maxLength: 20, adapt: (text: string) => text };
    const { checking, comparing } = await opened(
      { identity: { inputs: ["name"], id: () => "shop/n" } },
      { autoname: { property: "name", format }, replacesIf: new Map([["label", () => true]]) },
    );
    const deletesFirst = async (news: ValueMap) => {
      const checked = await checking(news, { naming: { olds: inputs, logicalName: "n", suffix: "0" } });
      return (await comparing({ news: checked.inputs })).deleteBeforeReplace;
    };
    const { name: _, ...unnamed }: ValueMap = inputs;
    expect([await deletesFirst({ ...inputs, label: "m" }), await deletesFirst({ ...inputs, size: 4 })]).toEqual([true, true]);
    expect([await deletesFirst({ ...unnamed, label: "m" }), await deletesFirst({ ...unnamed, size: 4 })]).toEqual([false, false]);
  });

  it("calls the rule with the known part of the inputs", async () => {
    const deleteBeforeReplace = jest.fn((..._sides: PlainMap[]) => true);
    const { comparing } = await opened({ deleteBeforeReplace });
    expect(await comparing({ news: { ...inputs, name: unknown, label: secret("x") } })).toMatchObject({
      deleteBeforeReplace: true,
      changes: [{ path: "label" }, { path: "name" }],
    });
    expect(deleteBeforeReplace).toHaveBeenCalledWith(
      { name: "n", label: "l", size: 3, secretNote: "s" },
      { label: "x", size: 3, secretNote: "s" },
    );
  });
});

it("inputs in a state are the inputs of the schema, without nulls", async () => {
  const state: Record<string, Value> = { ...inputs, label: null, version: 1, accessKey: "k", __extra: 1 };
  expect(shown(inputsOf((await opened()).note, state))).toBe(shown({ name: "n", size: 3, secretNote: secret("s") }));
});
