/** Inputs and states of an older version, whose members had other names. See docs/protocol.md#migrations. */
import type { Migration } from "../../../provider/contract/resource";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import { diff } from "../../../provider/verbs/diff";
import { openShop } from "../../support/fake-module";
import { shown } from "../../support/values";
import { creating, inputs, Note, reading, state, updating } from "./writing";

const renames: Readonly<Record<string, string>> = { title: "caption", caption: "label", hidden: "secretNote" };
const migrations = Object.entries(renames).map(([from, to]): Migration => ({
  from,
  migrate: ({ [from]: value, ...stored }) => ({ ...stored, [to]: value! }),
}));

/** Returns the values as the oldest version has stored them. */
function stored({ label = "l", secretNote = "", ...rest }: ValueMap): ValueMap {
  return { ...rest, title: label, hidden: secretNote };
}

/** An object that the oldest version has created. */
async function opened() {
  const { shop, runtime } = openShop();
  await creating(runtime);
  Object.assign((await runtime.registry.resource(Note)).implementation, { migrations });
  shop.written();
  return { shop, runtime };
}

const old = { olds: stored(state()), oldInputs: stored(inputs) };

test("Diff and Update find no change, and name or write a change in the form of this version, with its marks", async () => {
  const { shop, runtime } = await opened();
  const changesTo = async (news: ValueMap) => (await diff(runtime, { type: Note, ...old, news, ignoreChanges: [] })).changes;
  expect(await changesTo(inputs)).toEqual([]);
  expect(shown(await updating(runtime, old))).toBe(shown(state()));
  expect(shop.written()).toEqual([]);
  const news = { ...inputs, size: 4 };
  expect((await changesTo(news)).map(({ path }) => path)).toEqual(["size"]);
  expect((await updating(runtime, { ...old, news }))["secretNote"]).toEqual(new Secret("psst"));
  const found = await reading(runtime, { inputs: old.oldInputs, state: old.olds });
  expect(shown(found!.inputs)).toBe(shown(news));
});
