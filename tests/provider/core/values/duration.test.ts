// Parsing of time limits: accepted and rejected texts.
import { durationViolation, parseDuration } from "../../../../provider/core/values/duration";

describe("seconds", () => {
  test.each([
    ["20m", 1200],
    ["30s", 30],
    ["1h30m", 5400],
    ["2h45m", 9900],
    ["1.5h", 5400],
    [".5s", 0.5],
    ["250ms", 0.25],
    ["1m2s3ms", 62.003],
    ["10us", 0.00001],
    ["10µs", 0.00001],
    ["5ns", 0.000000005],
    ["0s", 0],
  ])("%s", (text, expected) => expect(parseDuration(text)).toBeCloseTo(expected, 12));

  test.each(["", "20", "m", "20 m", "20min", "-1h", "1h-5m", "1d", "h1", "1h30", "1..5h", "1e3s"])("%p is no duration", (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});

describe("durationBreach", () => {
  test("a limit passes", () => expect(durationViolation("2h45m")).toBeUndefined());
  test("an invalid duration is rejected with an example", () =>
    expect(durationViolation("soon")).toMatch(/ns, us, ms, s, m or h, for example 30s/));
  test("no time at all is no limit", () => expect(durationViolation("0s")).toBe("expected a time limit longer than 0"));
});
