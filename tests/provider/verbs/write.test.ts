/** Previews, Delete, and the invariants of all writes. See docs/protocol.md#delete and docs/protocol.md#timeouts. */
import { Secret, unknown } from "../../../provider/core/values/value";
import { newCall, openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, deleting, inputs, outcome, partialShelf, Shelf, state, updating } from "./writing";

it("the preview of an update keeps what no update changes, what follows from inputs that did not change, and without a change all", async () => {
  const { shop, runtime } = openShop();
  const news = { ...inputs, label: "m" };
  const expected = { ...news, path: "/Note/n", flavour: unknown, version: unknown, accessKey: new Secret(unknown), motto: "note: psst" };
  expect(shown(await updating(runtime, { olds: state(), news, preview: true }))).toBe(shown(expected));
  expect(shown(await updating(runtime, { olds: state(), preview: true }))).toBe(shown(state()));
  expect(shop.calls).toEqual([]);
});

it("a delete drops the record of an unfinished create, of that type only", async () => {
  const { runtime } = await partialShelf();
  await deleting(runtime);
  expect(runtime.unfinished.size).toBe(1);
  await deleting(runtime, { type: Shelf });
  expect(runtime.unfinished.size).toBe(0);
});

it.each([
  ["create", 600],
  ["update", 1200],
  ["delete", 1200],
] as const)("a %s ends after %d s", async (verb, seconds) => {
  const { call } = newCall();
  const limit = jest.spyOn(call, "limit");
  await outcome({ create: creating, update: updating, delete: deleting }[verb](openShop().runtime, {}, call));
  const [limitSeconds, error] = limit.mock.calls[0]!;
  expect(limitSeconds).toBe(seconds - (verb === "delete" ? 0 : 10));
  expect(error().message).toContain(`customTimeouts.${verb}`);
});
