/** Previews, Delete, and the invariants of all writes. See docs/protocol.md#delete and docs/protocol.md#timeouts. */
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret, unknown } from "../../../provider/core/values/value";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, outcome, partialShelf, Shelf, state, updating } from "./writing";

describe("a preview", () => {
  const changing: ValueMap = { flavour: unknown, version: unknown, accessKey: new Secret(unknown) };

  it("of a create sends no request, has no ID, returns inputs and unknowns", async () => {
    const { shop, runtime } = openShop();
    const created = await creating(runtime, { preview: true, inputs: { ...inputs, label: unknown } });
    expect(created.id).toBe("");
    expect(shown(created.state)).toBe(shown({ ...inputs, label: unknown, ...changing, path: unknown, motto: unknown }));
    expect(shop.calls).toEqual([]);
  });

  const updates: [name: string, news: ValueMap, expected: ValueMap][] = [
    ["without a change keeps all outputs", inputs, state()],
    [
      "with a change keeps what no update changes, and what follows other inputs",
      { ...inputs, label: "m" },
      { ...inputs, label: "m", path: "/Note/n", ...changing, motto: "note: psst" },
    ],
    [
      "with a change and an unknown does not keep what follows from them",
      { ...inputs, secretNote: new Secret("s"), tags: [unknown] },
      { ...inputs, secretNote: new Secret("s"), tags: [unknown], path: "/Note/n", ...changing, motto: unknown },
    ],
  ];

  it.each(updates)("of an update %s", async (_name, news, expected) => {
    const { shop, runtime } = openShop();
    expect(shown(await updating(runtime, { olds: state(), news, preview: true }))).toBe(shown(expected));
    expect(shop.calls).toEqual([]);
  });
});

describe("a delete", () => {
  it("uses the connection of the old inputs if the state has none", async () => {
    const { shop, runtime } = openShop();
    const seen: unknown[] = [];
    shop.at("delete", ({ inputs: given }) => seen.push(given["server"]));
    await deleting(runtime, { olds: { name: "n" }, oldInputs: inputs });
    expect(seen).toEqual([{ url: "u", password: "pw" }]);
  });

  it("drops the record of an unfinished create, of that type only", async () => {
    const { runtime } = await partialShelf();
    await deleting(runtime);
    expect(runtime.unfinished.size).toBe(1);
    await deleting(runtime, { type: Shelf });
    expect(runtime.unfinished.size).toBe(0);
  });
});

it.each([
  ["create", 1.5, 1.5],
  ["create", 0, 600],
  ["update", 0, 1200],
  ["delete", 0, 1200],
] as const)("a %s with the time limit %d ends after %d s", async (verb, timeout, seconds) => {
  const { call } = newCall();
  const limit = jest.spyOn(call, "limit");
  await outcome({ create: creating, update: updating, delete: deleting }[verb](openShop().runtime, { timeout }, call));
  const [limitSeconds, error] = limit.mock.calls[0]!;
  expect(limitSeconds).toBe(seconds - (verb === "delete" ? 0 : Math.min(seconds / 10, 10)));
  const text = `^${verb} failed: quartet:shop:Note: time limit of ${seconds} s exceeded. .*customTimeouts.${verb}`;
  expect(error()).toMatchObject({ code: "deadline_exceeded", message: expect.stringMatching(new RegExp(text, "i")) as string });
});
