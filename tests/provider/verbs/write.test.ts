/** Previews, Delete, and the invariants of all writes. See docs/protocol.md#delete and docs/protocol.md#timeouts. */
import { ProviderError } from "../../../provider/core/errors/errors";
import type { ValueMap } from "../../../provider/core/values/value";
import { Secret, unknown } from "../../../provider/core/values/value";
import type { Runtime } from "../../../provider/verbs/runtime";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, outcome, remoteError, Shelf, state, unfinished, updating } from "./writing";

describe("a preview", () => {
  it("of a create sends no request, has no ID, returns inputs and unknowns", async () => {
    const { shop, runtime } = openShop();
    const created = await creating(runtime, { preview: true, inputs: { ...inputs, label: unknown } });
    expect(created.id).toBe("");
    expect(shown(created.state)).toBe(
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
    expect(shop.calls).toEqual([]);
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

  it("of a deleted object succeeds", async () => expect(await deleting(openShop().runtime)).toBeUndefined());

  it("that fails contains no secret", async () => {
    const { shop, runtime } = openShop();
    shop.fail("delete", new ProviderError("aborted", "in use by long-secret"));
    await expect(deleting(runtime, { olds: { secretNote: new Secret("long-secret") } })).rejects.toMatchObject({
      code: "aborted",
      message: "in use by [secret]",
    });
  });

  it("drops the record of an unfinished create, of that type only", async () => {
    const { shop, runtime } = openShop();
    shop.fail("put tags", remoteError);
    await unfinished(creating(runtime, { type: Shelf }));
    await deleting(runtime);
    expect(runtime.unfinished.size).toBe(1);
    await deleting(runtime, { type: Shelf });
    expect(runtime.unfinished.size).toBe(0);
  });
});

describe("every write", () => {
  const limits: [
    name: string,
    verb: string,
    seconds: number,
    work: (runtime: Runtime, call: ReturnType<typeof newCall>["call"]) => Promise<unknown>,
  ][] = [
    ["the resource option", "create", 1.5, (runtime, call) => creating(runtime, { timeout: 1.5 }, call)],
    ["the resource's table", "create", 600, (runtime, call) => creating(runtime, {}, call)],
    ["what holds for all", "update", 1200, (runtime, call) => updating(runtime, {}, call)],
    ["what holds for all", "delete", 1200, (runtime, call) => deleting(runtime, {}, call)],
  ];

  it.each(limits)("has a time limit: %s, for %s %d s", async (_name, verb, seconds, work) => {
    const { runtime } = openShop();
    const { call } = newCall();
    const limit = jest.spyOn(call, "limit");
    await outcome(work(runtime, call));
    const message = expect.stringMatching(
      new RegExp(`^${verb} failed: quartet:shop:Note: time limit of ${seconds} s exceeded. .*customTimeouts.${verb}`, "i"),
    ) as string;
    const reserved = verb === "delete" ? 0 : Math.min(seconds / 10, 10);
    const [limitSeconds, error] = limit.mock.calls[0]!;
    expect(limitSeconds).toBe(seconds - reserved);
    expect(error()).toMatchObject({ code: "deadline_exceeded", message });
  });
});
