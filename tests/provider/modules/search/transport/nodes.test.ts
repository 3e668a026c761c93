// Round-robin over addresses, and the time for which a failing one is skipped. See docs/modules/search.md#requests.
import { createNodes } from "../../../../../provider/modules/search/transport/nodes";

const second = 1000;

test("addresses are used in turn", () => {
  const nodes = createNodes(["a", "b", "c"]);
  expect([0, 0, 0, 0].map((now) => nodes.next(now))).toEqual(["a", "b", "c", "a"]);
});

test.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [6, 1920],
  [9, 1920],
])("after %d failures it is skipped for %d seconds", (failures, seconds) => {
  const nodes = createNodes(["a", "b"]);
  for (let i = 0; i < failures; i++) nodes.recordFailure("a", 0);
  const turns = (now: number) => new Set([nodes.next(now), nodes.next(now)]);
  expect(turns(seconds * second - 1)).toEqual(new Set(["b"]));
  expect(turns(seconds * second)).toEqual(new Set(["a", "b"]));
});

test("when all are skipped, the one whose time ends first is tried", () => {
  const nodes = createNodes(["a", "b"]);
  nodes.recordFailure("a", 5);
  nodes.recordFailure("b", 0);
  expect(nodes.next(10)).toBe("b");
  nodes.recordFailure("b", 10);
  expect(nodes.next(11)).toBe("a");
});

test("a response resets the failures", () => {
  const nodes = createNodes(["a", "b"]);
  nodes.recordFailure("a", 0);
  nodes.recordFailure("a", 0);
  nodes.recordSuccess("a");
  nodes.recordFailure("a", 0);
  expect(new Set([nodes.next(60 * second), nodes.next(60 * second)])).toEqual(new Set(["a", "b"]));
});
