/** Kinds of failure. */
import { asProviderError, InvalidInputs, isKind, ProviderError, Unfinished } from "../../../provider/core/errors";

describe("a failure", () => {
  it("has a kind, a message and a cause", () => {
    const cause = new Error("below");
    const error = new ProviderError("timeout", "too late", { cause, ambiguous: true });
    expect(error).toMatchObject({ kind: "timeout", message: "too late", cause, ambiguous: true });
    expect(new ProviderError("bug", "x").ambiguous).toBe(false);
    expect(isKind(error, "cancelled", "timeout")).toBe(true);
    expect(isKind(error, "cancelled")).toBe(false);
    expect(isKind(new Error("timeout"), "timeout")).toBe(false);
  });

  it("of ours stays itself; one of others is a defect of ours", () => {
    const own = new ProviderError("denied", "no");
    expect(asProviderError(own)).toBe(own);
    const foreign = new TypeError("x is not a function");
    expect(asProviderError(foreign)).toMatchObject({ kind: "bug", cause: foreign });
    expect(asProviderError(foreign).message).toMatch(/x is not a function.*report/s);
    expect(asProviderError("text").message).toContain("text");
    expect(asProviderError(Object.create(null)).message).toContain("a thrown value without words");
  });

  it("of inputs is one text for those who cannot take a list", () => {
    const failures = [
      { property: "a", reason: "wrong" },
      { property: "", reason: "all wrong" },
    ];
    expect(new InvalidInputs(failures)).toMatchObject({ kind: "invalid", message: "a: wrong\nall wrong", failures });
  });

  it("half-way carries id, state and reasons", () => {
    const error = new Unfinished("id", { a: 1 }, ["one", "two"], { cause: "c" });
    expect(error).toMatchObject({ id: "id", state: { a: 1 }, reasons: ["one", "two"], message: "one\ntwo", cause: "c" });
  });
});
