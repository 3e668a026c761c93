/** Which requests a fault applies to. */
import type { EmulatorRequest } from "./exchange";
import * as faults from "./faults";
import { matches } from "./store";

it.each([
  ["logs", "logs", true],
  ["logs", "logs-app", false],
  ["*", "", true],
  ["logs-*", "logs-", true],
  ["logs-*", "log", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c", false],
  ["a*a", "a", false],
  ["a.c", "abc", false],
])("%s matches %s: %s", (pattern, name, expected) => {
  expect(matches(pattern, name)).toBe(expected);
});

describe("rules", () => {
  const rules = faults.createFaults();
  beforeEach(() => rules.clear());
  const incoming: EmulatorRequest = { method: "PUT", path: "/_ingest/pipeline/a", query: "timeout=1s", headers: {}, body: "" };

  it("match by method and path with stars", () => {
    rules.add({ match: "PUT /_ingest/pipeline/*", fault: faults.hang() });
    expect(rules.pick(incoming)).toBeDefined();
    expect(rules.pick({ ...incoming, method: "GET" })).toBeUndefined();
    expect(rules.pick({ ...incoming, path: "/_ingest" })).toBeUndefined();
  });

  it("match by a predicate on the request", () => {
    rules.add({ match: ({ query }) => query.includes("timeout"), fault: faults.hang() });
    expect(rules.pick(incoming)).toBeDefined();
    expect(rules.pick({ ...incoming, query: "" })).toBeUndefined();
  });

  it("end after the given number of requests, then the next one applies, then none", () => {
    rules.add({ match: "* /thing", times: 2, fault: faults.throttle() });
    rules.add({ match: "* /thing", times: 1, fault: faults.unavailable(503) });
    expect(rules.pending()).toBe(3);
    const picked = Array.from({ length: 4 }, () => rules.pick({ ...incoming, path: "/thing" }) !== undefined);
    expect(picked).toEqual([true, true, true, false]);
    expect(rules.pending()).toBe(0);
  });
});
