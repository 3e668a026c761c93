/** Error codes. */
import { asProviderError, InvalidInputsError, ProviderError, ResourceInitFailedError } from "../../../../provider/core/errors/errors";

it("a failure of the provider is kept; any other is an internal error", () => {
  const own = new ProviderError("permission_denied", "no");
  expect(asProviderError(own)).toBe(own);
  const foreign = new TypeError("x is not a function");
  expect(asProviderError(foreign)).toMatchObject({ code: "internal", cause: foreign });
  expect(asProviderError(foreign).message).toMatch(/x is not a function.*report/s);
  expect(asProviderError("text").message).toContain("text");
  expect(asProviderError(Object.create(null)).message).toContain("a thrown value without text");
});

it("a failure of inputs is one text for callers without a list; one after a part has ID, state and reasons", () => {
  const failures = ["a", ""].map((property) => ({ property, reason: "wrong" }));
  expect(new InvalidInputsError(failures)).toMatchObject({ code: "invalid_argument", message: "a: wrong\nwrong", failures });
  const error = new ResourceInitFailedError("id", { a: 1 }, ["one", "two"], { cause: "c" });
  expect(error).toMatchObject({ id: "id", state: { a: 1 }, reasons: ["one", "two"], message: "one\ntwo", cause: "c" });
});
