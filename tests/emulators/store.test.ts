/** The store and its patterns. */
import { matches, Store } from "./store";

it.each([
  ["logs", "logs", true],
  ["logs", "logs-app", false],
  ["*", "", true],
  ["*", "anything", true],
  ["logs-*", "logs-", true],
  ["logs-*", "log", false],
  ["*-app", "logs-app", true],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c", false],
  ["a*a", "a", false],
  ["a.c", "abc", false],
])("%s matches %s: %s", (pattern, name, expected) => {
  expect(matches(pattern, name)).toBe(expected);
});

describe("a store", () => {
  const store = new Store<number>();

  beforeEach(() => {
    store.clear();
    store.set("b", 1);
    store.set("a", 2);
  });

  it("stores values by name, oldest first", () => {
    expect(store.entries()).toEqual([
      ["b", 1],
      ["a", 2],
    ]);
    expect(store.names()).toEqual(["b", "a"]);
    expect([store.size, store.get("a"), store.has("c")]).toEqual([2, 2, false]);
  });

  it("replaces in place and returns whether it removed something", () => {
    store.set("b", 3);
    expect(store.names()).toEqual(["b", "a"]);
    expect([store.delete("b"), store.delete("b")]).toEqual([true, false]);
  });

  it("returns the names that match a pattern", () => {
    store.set("ab", 4);
    expect(store.matching("a*")).toEqual(["a", "ab"]);
  });
});
