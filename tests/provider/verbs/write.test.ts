/** Previews, Delete, and what all writes keep to (protocol 2.17, 2.21, 3.7, 4.7; cases 113, 114, 122, 128, 129). */
import { ProviderError } from "../../../provider/core/errors";
import type { ValueMap } from "../../../provider/core/value";
import { Secret, unknown } from "../../../provider/core/value";
import type { House } from "../../../provider/verbs/house";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, outcome, remoteError, Shelf, state, unfinished, updating } from "./writing";

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
      "with a change keeps what no update changes, and what follows other inputs",
      { ...inputs, label: "m" },
      { ...inputs, label: "m", path: "/Note/n", flavour: unknown, version: unknown, accessKey: new Secret(unknown), motto: "note: psst" },
    ],
    [
      "with a change does not keep what follows from it",
      { ...inputs, secretNote: new Secret("s") },
      {
        ...inputs,
        secretNote: new Secret("s"),
        path: "/Note/n",
        flavour: unknown,
        version: unknown,
        accessKey: new Secret(unknown),
        motto: unknown,
      },
    ],
    [
      "with an unknown, likewise",
      { ...inputs, tags: [unknown] },
      {
        ...inputs,
        tags: [unknown],
        path: "/Note/n",
        flavour: unknown,
        version: unknown,
        accessKey: new Secret(unknown),
        motto: "note: psst",
      },
    ],
  ];

  it.each(updates)("of an update %s", async (_name, news, expected) => {
    const { shop, house } = openShop();
    expect(shown(await updating(house, { olds: state(), news, preview: true }))).toBe(shown(expected));
    expect(shop.asked).toEqual([]);
  });
});

describe("a delete", () => {
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
    shop.fail("delete", new ProviderError("aborted", "in use by long-secret"));
    await expect(deleting(house, { olds: { secretNote: new Secret("long-secret") } })).rejects.toMatchObject({
      code: "aborted",
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
    ["delete", (house) => deleting(house)],
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
    ["what holds for all", "delete", 1200, (house, call) => deleting(house, {}, call)],
  ];

  it.each(limits)("has a time limit: %s, for %s %d s", async (_name, verb, seconds, work) => {
    const { house } = openShop();
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit");
    await outcome(work(house, call));
    const message = expect.stringMatching(
      new RegExp(`^${verb} of quartet:shop:Note did not end within its time limit of ${seconds} s; .*customTimeouts.${verb}`),
    ) as string;
    expect(limit).toHaveBeenCalledWith(seconds, expect.objectContaining({ code: "deadline_exceeded", message }));
  });
});
