/** Update. tests/invariants covers writes that were not sent, and objects that are gone. See docs/protocol.md#update and docs/protocol.md#partial-failures. */
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, inputs, Note, remoteError, Shelf, unfinished, updating } from "./writing";

const createNote = async (type = Note) => {
  const opened = openShop();
  const { state: olds } = await creating(opened.runtime, { type });
  opened.shop.written();
  return { ...opened, olds };
};

it("an update keeps the secret mark of a removed value and of a removed member that the service still returns", async () => {
  const { runtime, olds } = await createNote();
  const { implementation: resource } = await runtime.registry.resource(Note);
  resource.read = async ({ id }) => ({ id, state: { name: "n", label: "hidden", server: { url: "v", user: "hidden" } } });
  const { label: _, ...rest } = inputs;
  const former = { label: new Secret("hidden"), server: { url: "v", user: new Secret("hidden") } };
  const news = { ...rest, server: { url: "v" } };
  const next = await updating(runtime, { olds: { ...olds, ...former }, oldInputs: { ...inputs, ...former }, news });
  expect(shown({ label: next["label"]!, server: next["server"]! })).toBe(shown(former));
});

it("an update reads the object before a write only if the resource needs it, and once if nothing changed", async () => {
  const requests = async (type: string, change: ValueMap) => {
    const { shop, runtime, olds } = await createNote(type);
    shop.calls.length = 0;
    await updating(runtime, { type, olds, news: { ...inputs, ...change } });
    return shop.calls;
  };
  expect(await requests(Shelf, { label: "m" })).toEqual(["put label shop/n", "read shop/n"]);
  expect(await requests(Note, { label: "m" })).toEqual(["read shop/n", "put shop/n", "read shop/n"]);
  expect(await requests(Note, {})).toEqual(["read shop/n"]);
});

it.each<[string, string[], ValueMap, number]>([
  ["a removed input", ["label"], { label: null }, 0],
  ["an input that did not change", ["label", "size"], { label: "m" }, 1],
])("an update merges %s with as many reads as needed", async (_what, written, { label = "l", ...change }, reads) => {
  const { shop, runtime, olds } = await createNote();
  const { implementation: resource } = await runtime.registry.resource(Note);
  const { label: _l, ...others } = inputs;
  const news: ValueMap = { ...others, ...change, ...(label !== null && { label }) };
  resource.update = async ({ merged }) => {
    shop.calls.length = 0;
    const whole = await merged(...written);
    for (const key of written) expect(whole[key]).toEqual(news[key]);
    expect(shop.calls).toHaveLength(reads);
  };
  await updating(runtime, { olds, news });
});

it("an update after a partial create writes what is missing, and keeps what others have added meanwhile", async () => {
  const { label: _, ...program } = inputs;
  const { shop, runtime } = openShop();
  shop.at("put tags", () => {
    shop.at("put tags");
    shop.objects.set("shop/n", { ...shop.objects.get("shop/n"), label: "added" });
    throw remoteError;
  });
  const { state: olds } = await unfinished(creating(runtime, { type: Shelf, inputs: program }));
  shop.written();
  const next = await updating(runtime, { type: Shelf, olds, oldInputs: program, news: program });
  expect(shop.written()).toEqual(["put tags shop/n"]);
  expect(next["tags"]).toEqual(["a"]);
});

it("an update that fails after it has added an input that the service computes otherwise reports the state", async () => {
  const { shop, runtime, olds } = await createNote(Shelf);
  shop.fail("put size", remoteError, 1);
  const { state } = await unfinished(updating(runtime, { type: Shelf, olds, news: { ...inputs, flavour: "mint", size: 4 } }));
  expect(state).toMatchObject({ flavour: "mint", __partial: ["flavour", "size"] });
});

it("125: an update that fails after a part reports the current state, and is repeated or undone from there", async () => {
  const { shop, runtime, olds } = await createNote(Shelf);
  shop.fail("put tags", remoteError, 1);
  const news = { ...inputs, label: "m", tags: ["b"] };
  const { id, state: reached } = await unfinished(updating(runtime, { type: Shelf, olds, news }));
  expect(id).toBe("shop/n");
  expect(reached).toMatchObject({ label: "m", tags: ["a"] });
  shop.written();
  shop.fail("put size", remoteError, 1);
  const { state: olds2 } = await unfinished(updating(runtime, { type: Shelf, olds: reached, news: { ...news, size: 4 } }));
  expect(shop.written()).toEqual(["put tags shop/n", "put size shop/n"]);
  await updating(runtime, { type: Shelf, olds: olds2 });
  expect(shop.written()).toEqual(["put label shop/n", "put tags shop/n"]);
});

it.each<[string, (program: ValueMap, news: ValueMap) => ValueMap, string[]]>([
  ["the same program", (_program, news) => news, ["put secretNote shop/n", "put tags shop/n"]],
  ["the program of before", (program) => program, ["put label shop/n", "put secretNote shop/n"]],
])(
  "an update that fails without a read reports the old state; %s writes what the object lacks, and what no read returns",
  async (_which, next, written) => {
    const { shop, runtime, olds: withServer } = await createNote(Shelf);
    const { server: _server, ...olds } = withServer;
    const { server: _local, ...oldInputs } = inputs;
    const { implementation: resource } = await runtime.registry.resource(Shelf);
    const { read } = resource;
    resource.read = async (...request) => {
      const found = (await read(...request))!;
      return { ...found, state: { ...found.state, secretNote: undefined! } };
    };
    const news = { ...inputs, label: "m", secretNote: new Secret("other"), tags: ["b"] };
    shop.at("put tags", () => {
      shop.fail("read", remoteError);
      throw remoteError;
    });
    const { state: reached } = await unfinished(updating(runtime, { type: Shelf, olds, oldInputs, news }));
    const { secretNote: _secretNote, ...readable } = olds;
    expect(shown(reached)).toEqual(shown({ ...readable, __partial: ["label", "secretNote", "tags"] }));
    shop.at("read");
    shop.at("put tags");
    shop.written();
    await updating(runtime, { type: Shelf, olds: reached, oldInputs, news: next(oldInputs, news) });
    expect(shop.written()).toEqual(written);
  },
);
