/** Update. See docs/protocol.md#update and docs/protocol.md#partial-failures. */
import type { Value } from "../../../provider/core/value";
import { Secret } from "../../../provider/core/value";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, inputs, Note, outcome, remoteError, Shelf, unfinished, unsettle, updating } from "./writing";

describe("an update", () => {
  const createNote = async (type = Note) => {
    const opened = openShop();
    const { state: olds } = await creating(opened.runtime, { type });
    opened.shop.written();
    return { ...opened, olds };
  };

  it("writes what changed, and returns the same as a Read", async () => {
    const { shop, runtime, olds } = await createNote(Shelf);
    const news = { ...inputs, label: "m", tags: ["a", "b"] };
    const next = await updating(runtime, { type: Shelf, olds, news });
    expect(shop.written()).toEqual(["put label shop/n", "put tags shop/n"]);
    expect(next).toMatchObject({ label: "m", tags: ["a", "b"], version: 6 });
    expect(shown(next["secretNote"])).toBe('secret("psst")');
  });

  it("keeps the secret mark of a removed value that the service still returns", async () => {
    const { runtime, olds } = await createNote();
    const { resource } = await runtime.registry.resource(Note);
    const read = resource.read.bind(resource);
    resource.read = async (...args) => {
      const found = await read(...args);
      return found && { ...found, state: { ...found.state, label: "hidden" } };
    };
    const before = { ...inputs, label: new Secret("hidden") };
    const { label: _, ...news } = inputs;
    const next = await updating(runtime, { olds: { ...olds, label: new Secret("hidden") }, oldInputs: before, news });
    expect(shown(next["label"])).toBe('secret("hidden")');
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

  it("of a deleted object recommends a refresh, and creates none", async () => {
    const { shop, runtime, olds } = await createNote();
    shop.objects.clear();
    await expect(updating(runtime, { olds, news: { ...inputs, label: "m" } })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("pulumi refresh") as string,
    });
    expect(shop.written()).toEqual([]);
  });

  it("from an engine that sends no old inputs, or no old state, succeeds", async () => {
    const { shop, runtime, olds } = await createNote();
    await updating(runtime, { olds, oldInputs: undefined, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual(["put shop/n"]);
    await updating(runtime, { olds: {}, oldInputs: { ...inputs, label: "m" }, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual([]);
  });

  it("that omits computed values changes nothing", async () => {
    const { shop, runtime, olds } = await createNote();
    expect(olds["flavour"]).toBe("vanilla");
    await updating(runtime, { olds, news: inputs });
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
