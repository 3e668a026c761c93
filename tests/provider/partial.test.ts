// The update after a failed one, with the new inputs recorded as engines do: it writes the missing changes and preserves those of other writers.
import { ProviderError } from "../../provider/core/errors/errors";
import type { ValueMap } from "../../provider/core/values/value";
import { diff } from "../../provider/verbs/diff";
import { openShop } from "../support/fake-module";
import { creating, inputs, Shelf, unfinished, updating } from "./verbs/writing";

const paths = async (runtime: Parameters<typeof diff>[0], olds: ValueMap, oldInputs: ValueMap, news: ValueMap): Promise<string[]> =>
  (await diff(runtime, { type: Shelf, olds, oldInputs, news, ignoreChanges: [] })).changes.map(({ path }) => path);

test("after a half-done update with recorded new inputs Diff and Update agree, also on a further change", async () => {
  const { shop, runtime } = openShop();
  const { state: s0 } = await creating(runtime, { type: Shelf });
  const { secretNote: _note, ...rest } = inputs;
  const n1 = { ...rest, label: "m", tags: ["b"] };
  shop.fail("put secretNote", new ProviderError("failed_precondition", "no"), 1);
  const { state: s1 } = await unfinished(updating(runtime, { type: Shelf, olds: s0, oldInputs: inputs, news: n1 }));
  expect(s1["__partial"]).toEqual(["label", "secretNote", "tags"]);
  // A change of another writer that a read has returned.
  const s1b = { ...s1, motto: "x" };
  expect(await paths(runtime, s1b, n1, n1)).toEqual(["secretNote", "tags[0]"]);
  shop.written();
  await updating(runtime, { type: Shelf, olds: s1b, oldInputs: n1, news: n1 });
  expect(shop.written()).toEqual(["put secretNote shop/n", "put tags shop/n"]);
  // The user reverts the program: written changes are written back, the others need no request.
  expect(await paths(runtime, s1b, n1, inputs)).toEqual(["label"]);
});
