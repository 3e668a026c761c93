/** Outputs of a preview. See docs/protocol.md#preview. */
import { previewCreate, previewUpdate } from "../../../../provider/core/validate/preview";
import { Secret, unknown, type ValueMap } from "../../../../provider/core/values/value";
import { shown } from "../../../support/values";

const shape = { properties: { name: {}, title: {}, password: { secret: true }, version: {}, accessKey: { secret: true } } };

test.each<[what: string, inputs: ValueMap, state: ValueMap]>([
  [
    "inputs with their marks, and unknowns otherwise",
    { name: "n", title: unknown, password: new Secret("p"), extra: 1 },
    { name: "n", title: unknown, password: new Secret("p"), version: unknown, accessKey: new Secret(unknown) },
  ],
  [
    "unknowns for absent values, and secrets of the schema marked",
    { name: null, password: "p" },
    { name: unknown, title: unknown, password: new Secret("p"), version: unknown, accessKey: new Secret(unknown) },
  ],
])("the preview of a create has %s", (_what, inputs, state) => expect(shown(previewCreate(shape, inputs))).toBe(shown(state)));

test("the preview of an update has the inputs, stable outputs with their marks where they are, and unknowns for the others", () => {
  const old: ValueMap = { name: "n", title: "old", password: new Secret("p"), version: 1, accessKey: new Secret("k"), gone: true };
  const inputs = { name: "n", title: "new", password: new Secret("p") };
  const state = previewUpdate(shape, inputs, old, (key) => key === "version");
  expect(shown(state)).toBe(shown({ ...inputs, version: 1, accessKey: new Secret(unknown) }));
  const kept = previewUpdate(shape, { name: "n" }, { ...old, version: null }, () => true);
  expect(shown(kept)).toBe(shown({ name: "n", title: "old", password: new Secret("p"), accessKey: new Secret("k") }));
});
