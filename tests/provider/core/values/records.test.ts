// Plain records: rows, blanks, absent members, and the spelling of names.
import { withHint, ProviderError } from "../../../../provider/core/errors/errors";
import { snakeCase } from "../../../../provider/core/schema/snake-case";
import { isBlank, omitBlank, omitUndefined, rowsOf, scalarText, textOf, textsOf } from "../../../../provider/core/values/records";
import { emptyMap, type Plain } from "../../../../provider/core/values/value";

test("rows and texts of a list leave out what is of another type", () => {
  expect(rowsOf([{ a: 1 }, null, "x", [1]])).toEqual([{ a: 1 }]);
  expect([undefined, { a: 1 }, "x", null].flatMap(rowsOf)).toEqual([]);
  expect(textsOf(["a", 1, null, "", "b"])).toEqual(["a", "", "b"]);
  expect(textsOf(null)).toEqual([]);
});

test("a blank is absent or an empty text; zero, false and empty lists are values", () => {
  const values = [undefined, null, "", 0, false, [], " "];
  expect(values.filter(isBlank)).toEqual([undefined, null, ""]);
  expect(["a", "", 1, undefined].map(textOf)).toEqual(["a", undefined, undefined, undefined]);
  expect(omitUndefined({ a: undefined, b: null, c: "", d: 0 })).toStrictEqual({ b: null, c: "", d: 0 });
  expect(omitBlank({ b: null, c: "", d: 0, e: [] })).toEqual({ d: 0, e: [] });
});

test("a scalar is a text; objects, lists and absent values are empty texts, also objects without prototype", () => {
  expect(["a", 1, true, undefined, null, {}, [1], emptyMap<Plain>(), [emptyMap<Plain>()]].map(scalarText).join()).toBe("a,1,true,,,,,,");
});

test("names in snake case", () => {
  expect(["groupId", "id", "apiKey2", "aBC"].map(snakeCase)).toEqual(["group_id", "id", "api_key2", "a_b_c"]);
});

test("a hint keeps code and ambiguity, and the error as its cause", () => {
  const error = new ProviderError("aborted", "busy", { ambiguous: true });
  expect(withHint(error, "Try again.")).toMatchObject({ code: "aborted", message: "busy\nTry again.", ambiguous: true, cause: error });
  const other = { code: "already_exists", ambiguous: false } as const;
  expect(withHint(error, "Import it.", other)).toMatchObject(other);
  expect(withHint(error, "").message).toBe("busy");
  expect(withHint(new TypeError("x"), "Try again.")).toMatchObject({ code: "internal" });
});
