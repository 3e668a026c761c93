/** Outputs of a preview. See docs/protocol.md#preview. */
import { previewCreate, previewUpdate } from "../../../../provider/core/validate/preview";
import type { ValueMap } from "../../../../provider/core/values/value";
import { Secret, unknown } from "../../../../provider/core/values/value";
import { shown } from "../../../support/values";

const shape = { properties: { name: {}, title: {}, password: { secret: true }, version: {}, accessKey: { secret: true } } };

describe("the preview of a create", () => {
  it("returns inputs with their marks, and unknowns otherwise", () => {
    const inputs: ValueMap = { name: "n", title: unknown, password: new Secret("p"), extra: 1 };
    expect(shown(previewCreate(shape, inputs))).toBe(
      shown({ name: "n", title: unknown, password: new Secret("p"), version: unknown, accessKey: new Secret(unknown) }),
    );
  });

  it("returns unknowns for computed values, and marks secrets of the schema", () => {
    expect(shown(previewCreate(shape, { name: null, password: "p" }))).toBe(
      shown({ name: unknown, title: unknown, password: new Secret("p"), version: unknown, accessKey: new Secret(unknown) }),
    );
  });
});

describe("the preview of an update", () => {
  const old: ValueMap = { name: "n", title: "old", password: new Secret("p"), version: 1, accessKey: new Secret("k"), gone: true };

  it("returns inputs, keeps stable outputs, and unknowns for the others", () => {
    const state = previewUpdate(shape, { name: "n", title: "new", password: new Secret("p") }, old, (key) => key === "version");
    expect(shown(state)).toBe(shown({ name: "n", title: "new", password: new Secret("p"), version: 1, accessKey: new Secret(unknown) }));
  });

  it("keeps marks, doubles none, and omits absent values", () => {
    const state = previewUpdate(shape, { name: "n" }, { ...old, version: null }, () => true);
    expect(shown(state)).toBe(shown({ name: "n", title: "old", password: new Secret("p"), accessKey: new Secret("k") }));
  });
});
