/** Update. See docs/protocol.md#update and docs/protocol.md#partial-failures. */
import { ProviderError } from "../../../provider/core/errors/errors";
import type { PlainMap, Value, ValueMap } from "../../../provider/core/values/value";
import { Secret } from "../../../provider/core/values/value";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, inputs, Note, outcome, remoteError, Shelf, unfinished, unsettle, updating } from "./writing";

const pickKeys = (map: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key)));

describe("an update", () => {
  const createNote = async (type = Note) => {
    const opened = openShop();
    const { state: olds } = await creating(opened.runtime, { type });
    opened.shop.written();
    return { ...opened, olds };
  };

  it.each<[where: string, former: ValueMap, left: ValueMap, found: PlainMap]>([
    ["value", { label: new Secret("hidden") }, {}, { label: "hidden" }],
    ["member", { server: { url: "v", user: new Secret("hidden") } }, { server: { url: "v" } }, { server: { url: "v", user: "hidden" } }],
  ])("keeps the secret mark of a removed %s that the service still returns", async (_where, former, left, found) => {
    const { runtime, olds } = await createNote();
    const { implementation: resource } = await runtime.registry.resource(Note);
    const read = resource.read.bind(resource);
    resource.read = async (...args) => {
      const object = await read(...args);
      return object && { ...object, state: { ...object.state, ...found } };
    };
    const { label: _, ...rest } = inputs;
    const next = await updating(runtime, { olds: { ...olds, ...former }, oldInputs: { ...inputs, ...former }, news: { ...rest, ...left } });
    for (const [key, value] of Object.entries(former)) expect(shown(next[key])).toBe(shown(value));
  });

  it("without a change writes nothing and succeeds: that clears earlier errors", async () => {
    const { shop, runtime, olds } = await createNote();
    expect(shown(await updating(runtime, { olds }))).toBe(shown(olds));
    expect(shop.written()).toEqual([]);
  });

  it("without a change completes an incomplete object", async () => {
    const { shop, runtime, olds } = await createNote();
    await unsettle(runtime, Note);
    const next = await updating(runtime, { olds });
    expect(shop.written()).toEqual(["put shop/n"]);
    await updating(runtime, { olds: next });
    expect(shop.written()).toEqual([]);
  });

  it("reads the object before a write only if the resource needs it, and once if nothing changed", async () => {
    const requests = async (type: string, change: ValueMap): Promise<string[]> => {
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
    ["one changed scalar", ["label"], { label: "m" }, 0],
    ["a removed input", ["label"], { label: null }, 0],
    ["a list", ["tags"], { tags: ["a", "b"] }, 1],
    ["an input that did not change", ["label", "size"], { label: "m" }, 1],
    ["all inputs", [], { label: "m" }, 1],
  ])("merges %s with as many reads as needed", async (_what, written, { label = "l", ...change }, reads) => {
    const { shop, runtime, olds } = await createNote();
    const { implementation: resource } = await runtime.registry.resource(Note);
    const { label: _l, ...others } = inputs;
    const news: ValueMap = { ...others, ...change, ...(label !== null && { label }) };
    resource.update = async ({ merged }) => {
      shop.calls.length = 0;
      expect(pickKeys(await merged(...written), written)).toEqual(pickKeys(news, written));
      expect(shop.calls).toHaveLength(reads);
    };
    await updating(runtime, { olds, news });
  });

  it("of an object of another place sends nothing", async () => {
    for (const type of [Shelf, Note]) {
      const { shop, runtime, olds } = await createNote(type);
      const { implementation: resource } = await runtime.registry.resource(type);
      resource.verifyPlace = () => Promise.reject(remoteError);
      shop.calls.length = 0;
      expect(await outcome(updating(runtime, { type, olds, news: { ...inputs, label: "m" } }))).toBe(remoteError);
      expect(shop.calls).toEqual([]);
    }
  });

  it("that cannot read the object first is a plain failure; nothing was written", async () => {
    const { shop, runtime, olds } = await createNote();
    shop.fail("read", remoteError);
    expect(await outcome(updating(runtime, { olds, news: { ...inputs, label: "m" } }))).toBe(remoteError);
    expect(shop.written()).toEqual([]);
  });

  it("of local values writes nothing; the new value is kept", async () => {
    const { shop, runtime, olds } = await createNote();
    const server: Value = { url: "v", password: new Secret("pw2") };
    const next = await updating(runtime, { olds, news: { ...inputs, server } });
    expect(shop.written()).toEqual([]);
    expect(shown(next["server"])).toBe(shown(server));
  });

  it("after a partial create writes what is missing", async () => {
    const { shop, runtime } = openShop();
    shop.fail("put tags", remoteError, 1);
    const { state: olds } = await unfinished(creating(runtime, { type: Shelf }));
    shop.written();
    const next = await updating(runtime, { type: Shelf, olds, oldInputs: inputs });
    expect(shop.written()).toEqual(["put tags shop/n"]);
    expect(next["tags"]).toEqual(["a"]);
  });

  it("that fails after a part reports the live state, and is repeated from there", async () => {
    const { shop, runtime, olds } = await createNote(Shelf);
    shop.fail("put tags", remoteError, 1);
    const news = { ...inputs, label: "m", tags: ["b"] };
    const { id, state: reached } = await unfinished(updating(runtime, { type: Shelf, olds, news }));
    expect(id).toBe("shop/n");
    expect(reached).toMatchObject({ label: "m", tags: ["a"] });
    shop.written();
    await updating(runtime, { type: Shelf, olds: reached, news });
    expect(shop.written()).toEqual(["put tags shop/n"]);
  });

  it("that fails without a read reports the old state: written values are written again", async () => {
    const { shop, runtime, olds } = await createNote(Shelf);
    const news = { ...inputs, label: "m", tags: ["b"] };
    shop.at("put tags", () => {
      shop.fail("read", remoteError);
      throw remoteError;
    });
    const { state: reached } = await unfinished(updating(runtime, { type: Shelf, olds, news }));
    const { __partial, ...rest } = reached;
    expect([__partial, shown(rest)]).toEqual([["label", "tags"], shown(olds)]);
    shop.at("read");
    shop.at("put tags");
    shop.written();
    await updating(runtime, { type: Shelf, olds: reached, news });
    expect(shop.written()).toEqual(["put label shop/n", "put tags shop/n"]);
  });

  it("that fails before a change is a plain failure", async () => {
    const { shop, runtime, olds } = await createNote();
    shop.fail("put", remoteError);
    expect(await outcome(updating(runtime, { olds, news: { ...inputs, label: "m" } }))).toBe(remoteError);
  });

  it("whose write was not sent is a plain failure, also if the object cannot be read", async () => {
    const { shop, runtime, olds } = await createNote();
    shop.at("unsent put", () => {
      shop.fail("read", new ProviderError("unavailable", "connection refused"));
      throw remoteError;
    });
    expect(await outcome(updating(runtime, { olds, news: { ...inputs, label: "m" } }))).toBe(remoteError);
    expect(shop.written()).toEqual([]);
  });

  it.each([
    ["that the read before the write misses", Note, []],
    ["that the write misses", Shelf, ["put label shop/n"]],
  ])("of an object %s recommends a refresh, and creates none", async (_how, type, written) => {
    const { shop, runtime, olds } = await createNote(type);
    shop.objects.clear();
    shop.fail("put label", new ProviderError("invalid_argument", "no such object"));
    await expect(updating(runtime, { type, olds, news: { ...inputs, label: "m" } })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("pulumi refresh") as string,
    });
    expect(shop.written()).toEqual(written);
  });

  it("from an engine that sends no old inputs, or no old state, succeeds", async () => {
    const { shop, runtime, olds } = await createNote();
    await updating(runtime, { olds, oldInputs: undefined, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual(["put shop/n"]);
    await updating(runtime, { olds: {}, oldInputs: { ...inputs, label: "m" }, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual([]);
  });

  it("drops the record of an unfinished create", async () => {
    const { shop, runtime } = openShop();
    shop.fail("put tags", remoteError, 1);
    const { state: olds } = await unfinished(creating(runtime, { type: Shelf }));
    await updating(runtime, { type: Shelf, olds });
    expect(runtime.unfinished.size).toBe(0);
  });
});
