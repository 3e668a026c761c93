// Parsing of time limits: accepted and rejected texts.
import { durationViolation, parseDuration } from "../../../../provider/core/values/duration";

test.each([
  ["1h30m", 5400],
  [".5s", 0.5],
  ["1m2s3ms", 62.003],
  ["10us", 0.00001],
  ["10µs", 0.00001],
  ["0s", 0],
])("%s is %d seconds", (text, expected) => expect(parseDuration(text)).toBeCloseTo(expected, 12));

test.each(["", "20", "m", "20 m", "20min", "-1h", "1d", "1h30", "1..5h", "1e3s"])("%p is no duration", (text) =>
  expect(parseDuration(text)).toBeUndefined(),
);

test.each([
  ["2h45m", undefined],
  ["soon", expect.stringMatching(/ns, us, ms, s, m or h, for example 30s/)],
  ["0s", "expected a time limit longer than 0"],
])("the violation of %s", (text, violation) => expect(durationViolation(text)).toEqual(violation));
