/** Error codes. */
import {
  asProviderError,
  InvalidInputsError,
  hasCode,
  ProviderError,
  ResourceInitFailedError,
} from "../../../../provider/core/errors/errors";

describe("a failure", () => {
  it("has a kind, a message and a cause", () => {
    const cause = new Error("below");
    const error = new ProviderError("deadline_exceeded", "too late", { cause, ambiguous: true });
    expect(error).toMatchObject({ code: "deadline_exceeded", message: "too late", cause, ambiguous: true });
    expect(new ProviderError("internal", "x").ambiguous).toBe(false);
    expect(hasCode(error, "cancelled", "deadline_exceeded")).toBe(true);
    expect(hasCode(error, "cancelled")).toBe(false);
    expect(hasCode(new Error("timeout"), "deadline_exceeded")).toBe(false);
  });

  it("of the provider is kept; any other is an internal error", () => {
    const own = new ProviderError("permission_denied", "no");
    expect(asProviderError(own)).toBe(own);
    const foreign = new TypeError("x is not a function");
    expect(asProviderError(foreign)).toMatchObject({ code: "internal", cause: foreign });
    expect(asProviderError(foreign).message).toMatch(/x is not a function.*report/s);
    expect(asProviderError("text").message).toContain("text");
    expect(asProviderError(Object.create(null)).message).toContain("a thrown value without text");
  });

  it("of inputs is one text for callers without a list; one after a part has ID, state and reasons", () => {
    const failures = ["a", ""].map((property) => ({ property, reason: "wrong" }));
    expect(new InvalidInputsError(failures)).toMatchObject({ code: "invalid_argument", message: "a: wrong\nwrong", failures });
    const error = new ResourceInitFailedError("id", { a: 1 }, ["one", "two"], { cause: "c" });
    expect(error).toMatchObject({ id: "id", state: { a: 1 }, reasons: ["one", "two"], message: "one\ntwo", cause: "c" });
  });
});
