/** Create, Update, Delete (protocol 2.13, 2.16, 2.17, 2.21 to 2.24, 4.7; cases 113 to 129). */
import { ProviderError, Unfinished } from "../../../provider/core/errors";
import type { Value, ValueMap } from "../../../provider/core/value";
import { Secret, unknown } from "../../../provider/core/value";
import type { House } from "../../../provider/verbs/house";
import { read } from "../../../provider/verbs/read";
import { create, remove, update, type CreateRequest, type UpdateRequest } from "../../../provider/verbs/write";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";

const Shelf = "quartet:shop:Shelf";
const Note = "quartet:shop:Note";
const urn = "urn:pulumi:s::p::quartet:shop:Note::n";
const inputs: ValueMap = {
  name: "n",
  label: "l",
  secretNote: new Secret("psst"),
  size: 3,
  tags: ["a"],
  server: { url: "u", password: new Secret("pw") },
};

const creating = (house: House, more: Partial<CreateRequest> = {}, call = newCall().call) =>
  create(house, { type: Note, urn, inputs, preview: false, timeout: 0, ...more }, call);
const updating = (house: House, more: Partial<UpdateRequest>, call = newCall().call) =>
  update(house, { type: Note, id: "shop/n", urn, olds: {}, oldInputs: inputs, news: inputs, preview: false, timeout: 0, ...more }, call);

const outcome = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );
const unfinished = async (work: Promise<unknown>): Promise<Unfinished<ValueMap>> => {
  const error = await outcome(work);
  expect(error).toBeInstanceOf(Unfinished);
  return error as Unfinished<ValueMap>;
};
const state = (members: ValueMap = {}): ValueMap => ({
  ...inputs,
  flavour: "vanilla",
  path: "/Note/n",
  accessKey: new Secret("key of n"),
  motto: "note: psst",
  version: 1,
  ...members,
});
const remoteError = new ProviderError("remote", "the service said no");

describe("a preview", () => {
  it("of a create asks nobody, has no id, echoes inputs and knows no more", async () => {
    const { shop, house } = openShop();
    const made = await creating(house, { preview: true, inputs: { ...inputs, label: unknown } });
    expect(made.id).toBe("");
    expect(shown(made.state)).toBe(
      shown({
        ...inputs,
        label: unknown,
        flavour: unknown,
        version: unknown,
        path: unknown,
        accessKey: new Secret(unknown),
        motto: unknown,
      }),
    );
    expect(shop.asked).toEqual([]);
  });

  const updates: [name: string, news: ValueMap, expected: ValueMap][] = [
    ["without a change keeps all outputs", inputs, state()],
    ["that marks alone change keeps them, too", { ...inputs, label: new Secret("l") }, state({ label: new Secret("l") })],
    [
      "with a change keeps what no update changes",
      { ...inputs, label: "m" },
      { ...inputs, label: "m", path: "/Note/n", flavour: unknown, version: unknown, accessKey: new Secret(unknown), motto: unknown },
    ],
    [
      "with an unknown, likewise",
      { ...inputs, tags: [unknown] },
      { ...inputs, tags: [unknown], path: "/Note/n", flavour: unknown, version: unknown, accessKey: new Secret(unknown), motto: unknown },
    ],
  ];

  it.each(updates)("of an update %s", async (_name, news, expected) => {
    const { shop, house } = openShop();
    expect(shown(await updating(house, { olds: state(), news, preview: true }))).toBe(shown(expected));
    expect(shop.asked).toEqual([]);
  });
});

describe("a create", () => {
  it.each([Shelf, Note])("of a %s answers what a Read would", async (type) => {
    const { house } = openShop();
    const made = await creating(house, { type });
    const found = (await read(house, { type, id: made.id, inputs, state: made.state, timeout: 0 }, newCall().call))!;
    expect(shown(made.state)).toBe(shown(found.state));
    expect(shown(made.state["secretNote"])).toBe('secret("psst")');
    expect(shown(made.state["accessKey"])).toBe('secret("key of n")');
    expect(shown(found.inputs)).toBe(shown(inputs));
  });

  it("hides a secret input that the service echoes under another name", async () => {
    const { house } = openShop();
    const made = await creating(house, { inputs: { ...inputs, secretNote: "long-secret" } });
    expect(shown(made.state["motto"])).toBe('secret("note: long-secret")');
  });

  it("in parts writes the rest after the birth, each part once", async () => {
    const { shop, house } = openShop();
    await creating(house, { type: Shelf });
    expect(shop.written()).toEqual([
      "create Shelf shop/n",
      "created shop/n",
      "put label shop/n",
      "put secretNote shop/n",
      "put tags shop/n",
    ]);
  });

  it("that fails before anything was made fails plainly", async () => {
    const { shop, house } = openShop();
    shop.fail("create", remoteError);
    expect(await outcome(creating(house))).toBe(remoteError);
    expect(house.unfinished.size).toBe(0);
  });

  it("that fails later tells id, live state and reason", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError);
    const { id, state: reached, reasons, cause } = await unfinished(creating(house, { type: Shelf }));
    expect({ id, reasons, cause }).toEqual({ id: "shop/n", reasons: ["the service said no"], cause: remoteError });
    expect(shown(reached["secretNote"])).toBe('secret("psst")');
    expect(reached).toMatchObject({ label: "l", version: 3 });
    expect(reached["tags"]).toEqual([]);
    expect(shown(reached["server"])).toBe(shown(inputs["server"]));
  });

  it("that cannot read back tells what was surely written, and how to reach it", async () => {
    const { shop, house } = openShop();
    shop.fail("read", remoteError);
    expect(shown((await unfinished(creating(house))).state)).toBe(shown(inputs));
    const bare = await unfinished(creating(house, { type: Shelf, urn: "other", inputs: { ...inputs, name: "m" } }));
    expect(shown(bare.state)).toBe(shown({ name: "m", size: 3, server: inputs["server"] } as ValueMap));
  });

  it("whose object is not there afterwards says so", async () => {
    const { shop, house } = openShop();
    shop.at("created", () => shop.objects.clear());
    expect((await unfinished(creating(house))).reasons[0]).toMatch(/^Resource not found: quartet:shop:Note shop\/n/);
  });

  it("goes on with its own object when it is asked again", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    await unfinished(creating(house, { type: Shelf }));
    shop.written();
    const made = await creating(house, { type: Shelf });
    expect(shop.written()).toEqual(["put label shop/n", "put secretNote shop/n", "put tags shop/n"]);
    expect(made.id).toBe("shop/n");
    await creating(house, { type: Shelf });
    expect(shop.written()[0]).toBe("create Shelf shop/n");
  });

  const others: [name: string, more: Partial<CreateRequest>][] = [
    ["with other inputs", { inputs: { ...inputs, label: "other" } }],
    ["of another URN", { urn: "urn:other" }],
  ];

  it.each(others)("does not take over the unfinished object of a create %s", async (_name, more) => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    await unfinished(creating(house, { type: Shelf }));
    shop.written();
    await creating(house, { type: Shelf, ...more });
    expect(shop.written()[0]).toBe("create Shelf shop/n");
  });

  it("of the next run of an engine makes a new object: there it is a replacement", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    await unfinished(creating(house, { type: Shelf }));
    shop.written();
    house.configure({}, new Set());
    await creating(house, { type: Shelf });
    expect(shop.written()[0]).toBe("create Shelf shop/n");
  });

  it("without URN is never taken for a repeated one", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    await unfinished(creating(house, { type: Shelf, urn: "" }));
    shop.written();
    await creating(house, { type: Shelf, urn: "" });
    expect(shop.written()[0]).toBe("create Shelf shop/n");
  });

  describe("whose answer was lost", () => {
    const lost = new ProviderError("unavailable", "connection reset after sending", { ambiguous: true });

    it("finds what it made", async () => {
      const { shop, house } = openShop();
      shop.fail("created", lost);
      expect((await creating(house)).id).toBe("shop/n");
      expect(shop.asked).toContain("recover shop/n");
    });

    it("fails as it did when there is nothing, or when that cannot be told", async () => {
      const { shop, house } = openShop();
      shop.at("create", () => {
        throw lost;
      });
      expect(await outcome(creating(house))).toBe(lost);
      shop.at("create");
      shop.fail("created", lost);
      shop.fail("recover", remoteError);
      expect(await outcome(creating(house))).toBe(lost);
    });

    it("looks with a signal of its own when the call was ended", async () => {
      const { shop, house } = openShop();
      const { call } = newCall();
      const signals: boolean[] = [];
      shop.at("created", () => {
        call.abort(new ProviderError("cancelled", "stop"));
        throw lost;
      });
      shop.at("recover", ({ operation }) => signals.push(operation.signal.aborted));
      await creating(house, {}, call);
      expect(signals).toEqual([false]);
    });
  });

  it("that is cancelled after the birth keeps the object, and says that it was cancelled", async () => {
    const { shop, house } = openShop();
    const { call } = newCall();
    const cancelled = new ProviderError("cancelled", "the operation was cancelled");
    shop.at("put label", ({ operation }) => {
      call.abort(cancelled);
      throw operation.signal.reason;
    });
    const { id, reasons, cause } = await unfinished(creating(house, { type: Shelf }, call));
    expect({ id, reasons, cause }).toEqual({ id: "shop/n", reasons: ["the operation was cancelled"], cause: cancelled });
  });

  it("says no secret in any reason", async () => {
    const { shop, house } = openShop();
    house.configure({}, new Set(["configured-secret"]));
    shop.fail("put tags", new ProviderError("remote", "configured-secret, long-secret"));
    const { message, reasons } = await unfinished(
      creating(house, { type: Shelf, inputs: { ...inputs, secretNote: new Secret("long-secret") } }),
    );
    expect([message, ...reasons]).toEqual(["[secret], [secret]", "[secret], [secret]"]);
  });

  it("of what is not known is refused", async () => {
    const { house } = openShop();
    await expect(creating(house, { inputs: { ...inputs, label: unknown } })).rejects.toMatchObject({ kind: "invalid" });
    await expect(creating(house, { type: "quartet:shop:Nota" })).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("quartet:shop:Note") as string,
    });
  });
});

describe("an update", () => {
  const made = async (type = Note) => {
    const opened = openShop();
    const { state: olds } = await creating(opened.house, { type });
    opened.shop.written();
    return { ...opened, olds };
  };

  it("writes what changed, and answers what a Read would", async () => {
    const { shop, house, olds } = await made(Shelf);
    const news = { ...inputs, label: "m", tags: ["a", "b"] };
    const next = await updating(house, { type: Shelf, olds, news });
    expect(shop.written()).toEqual(["put label shop/n", "put tags shop/n"]);
    expect(next).toMatchObject({ label: "m", tags: ["a", "b"], version: 6 });
    expect(shown(next["secretNote"])).toBe('secret("psst")');
  });

  it("without a change writes nothing and succeeds: that clears earlier errors", async () => {
    const { shop, house, olds } = await made();
    expect(shown(await updating(house, { olds }))).toBe(shown(olds));
    expect(shop.written()).toEqual([]);
  });

  it("of what the service never sees writes nothing; the new value is kept", async () => {
    const { shop, house, olds } = await made();
    const server: Value = { url: "v", password: new Secret("pw2") };
    const next = await updating(house, { olds, news: { ...inputs, server } });
    expect(shop.written()).toEqual([]);
    expect(shown(next["server"])).toBe(shown(server));
  });

  it("after a half-done create writes what is missing", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    const { state: olds } = await unfinished(creating(house, { type: Shelf }));
    shop.written();
    const next = await updating(house, { type: Shelf, olds, oldInputs: inputs });
    expect(shop.written()).toEqual(["put tags shop/n"]);
    expect(next["tags"]).toEqual(["a"]);
  });

  it("that fails half-way tells the live state, and is repeated from there", async () => {
    const { shop, house, olds } = await made(Shelf);
    shop.fail("put tags", remoteError, 1);
    const news = { ...inputs, label: "m", tags: ["b"] };
    const { id, state: reached } = await unfinished(updating(house, { type: Shelf, olds, news }));
    expect(id).toBe("shop/n");
    expect(reached).toMatchObject({ label: "m", tags: ["a"] });
    shop.written();
    await updating(house, { type: Shelf, olds: reached, news });
    expect(shop.written()).toEqual(["put tags shop/n"]);
  });

  it("that fails and cannot read tells the old state: what was written is written again", async () => {
    const { shop, house, olds } = await made(Shelf);
    const news = { ...inputs, label: "m", tags: ["b"] };
    shop.at("put tags", () => {
      shop.fail("read", remoteError);
      throw remoteError;
    });
    const { state: reached } = await unfinished(updating(house, { type: Shelf, olds, news }));
    expect(shown(reached)).toBe(shown(olds));
    shop.at("read");
    shop.at("put tags");
    shop.written();
    await updating(house, { type: Shelf, olds: reached, news });
    expect(shop.written()).toEqual(["put label shop/n", "put tags shop/n"]);
  });

  it("that fails before it changed anything fails plainly", async () => {
    const { shop, house, olds } = await made();
    shop.fail("put", remoteError);
    expect(await outcome(updating(house, { olds, news: { ...inputs, label: "m" } }))).toBe(remoteError);
  });

  it("of an object that is gone advises a refresh, and makes none", async () => {
    const { shop, house, olds } = await made();
    shop.objects.clear();
    await expect(updating(house, { olds, news: { ...inputs, label: "m" } })).rejects.toMatchObject({
      kind: "missing",
      message: expect.stringContaining("pulumi refresh") as string,
    });
    expect(shop.written()).toEqual([]);
  });

  it("from an engine that sends no old inputs, or no old state, works all the same", async () => {
    const { shop, house, olds } = await made();
    await updating(house, { olds, oldInputs: undefined, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual(["put shop/n"]);
    await updating(house, { olds: {}, oldInputs: { ...inputs, label: "m" }, news: { ...inputs, label: "m" } });
    expect(shop.written()).toEqual([]);
  });

  it("that leaves out what the service fills in changes nothing", async () => {
    const { shop, house, olds } = await made();
    expect(olds["flavour"]).toBe("vanilla");
    await updating(house, { olds, news: inputs });
    expect(shop.written()).toEqual([]);
  });

  it("ends the memory of an unfinished create", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError, 1);
    const { state: olds } = await unfinished(creating(house, { type: Shelf }));
    await updating(house, { type: Shelf, olds });
    expect(house.unfinished.size).toBe(0);
  });
});

describe("a delete", () => {
  const deleting = (house: House, more: Partial<Parameters<typeof remove>[1]> = {}) =>
    remove(house, { type: Note, id: "shop/n", olds: state(), timeout: 0, ...more }, newCall().call);

  it("removes the object, reached by the connection in its state", async () => {
    const { shop, house } = openShop();
    await creating(house);
    const seen: unknown[] = [];
    shop.at("delete", ({ inputs: given }) => seen.push(given["server"]));
    await deleting(house);
    expect(shop.objects.size).toBe(0);
    expect(seen).toEqual([{ url: "u", password: "pw" }]);
  });

  it("takes the connection from the old inputs where the state has none", async () => {
    const { shop, house } = openShop();
    const seen: unknown[] = [];
    shop.at("delete", ({ inputs: given }) => seen.push(given["server"]));
    await deleting(house, { olds: { name: "n" }, oldInputs: inputs });
    expect(seen).toEqual([{ url: "u", password: "pw" }]);
  });

  it("of what is gone already succeeds", async () => expect(await deleting(openShop().house)).toBeUndefined());

  it("that fails says no secret", async () => {
    const { shop, house } = openShop();
    shop.fail("delete", new ProviderError("conflict", "in use by long-secret"));
    await expect(deleting(house, { olds: { secretNote: new Secret("long-secret") } })).rejects.toMatchObject({
      kind: "conflict",
      message: "in use by [secret]",
    });
  });

  it("ends the memory of an unfinished create, of that kind only", async () => {
    const { shop, house } = openShop();
    shop.fail("put tags", remoteError);
    await unfinished(creating(house, { type: Shelf }));
    await deleting(house);
    expect(house.unfinished.size).toBe(1);
    await deleting(house, { type: Shelf });
    expect(house.unfinished.size).toBe(0);
  });
});

describe("every write", () => {
  const writes: [name: string, work: (house: House) => Promise<unknown>][] = [
    ["create", (house) => creating(house)],
    ["update", (house) => updating(house, { news: { ...inputs, label: "m" } })],
    ["delete", (house) => remove(house, { type: Note, id: "shop/n", olds: {}, timeout: 0 }, newCall().call)],
  ];

  it.each(writes)("parts the lookups before its end from those after it, also when it fails: %s", async (name, work) => {
    const { shop, house } = openShop();
    if (name === "update") await creating(house);
    for (const fails of [false, true]) {
      if (fails) for (const point of ["create", "put", "delete", "read"]) shop.fail(point, remoteError);
      let during = -1;
      const before = house.generation;
      for (const point of ["read", "delete"]) if (!fails) shop.at(point, () => (during = house.generation));
      await outcome(work(house));
      if (!fails) expect(during).toBeGreaterThan(before);
      expect(house.generation).toBeGreaterThan(Math.max(before, during));
    }
  });

  const limits: [
    name: string,
    verb: string,
    seconds: number,
    work: (house: House, call: ReturnType<typeof newCall>["call"]) => Promise<unknown>,
  ][] = [
    ["the resource option", "create", 1.5, (house, call) => creating(house, { timeout: 1.5 }, call)],
    ["the resource's table", "create", 600, (house, call) => creating(house, {}, call)],
    ["what holds for all", "update", 1200, (house, call) => updating(house, {}, call)],
    ["what holds for all", "delete", 1200, (house, call) => remove(house, { type: Note, id: "shop/n", olds: {}, timeout: 0 }, call)],
  ];

  it.each(limits)("has a time limit: %s, for %s %d s", async (_name, verb, seconds, work) => {
    const { house } = openShop();
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit");
    await outcome(work(house, call));
    const message = expect.stringMatching(
      new RegExp(`^${verb} of quartet:shop:Note did not end within its time limit of ${seconds} s; .*customTimeouts.${verb}`),
    ) as string;
    expect(limit).toHaveBeenCalledWith(seconds, expect.objectContaining({ kind: "timeout", message }));
  });
});
