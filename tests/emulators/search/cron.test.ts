/** Cron expressions as the server validates them. */
import { cronProblem } from "./cron";

it.each([
  "0 0 0 * * ?",
  "0 0 * * * ?",
  "1 0 0 * * ? 2030",
  "0 0/15 8-18/2 ? * MON-FRI",
  "0 0 12 ? * mon,wed",
  "0 0 0 L * ?",
  "0 0 0 L-3W JAN,JUL ?",
  "0 0 0 15W * ?",
  "0 0 0 ? * 6#3",
  "0 0 0 ? * FRIL",
  "*/5 * * * * ?",
  "0  0\t0 * * ?",
  "0 0 22-2 * NOV-FEB ?",
])("takes %s", (expression) => {
  expect(cronProblem(expression)).toBeUndefined();
});

it.each([
  ["61 0 0 * * ?", "Minute and Second values must be between 0 and 59"],
  ["0 60 0 * * ?", "Minute and Second values must be between 0 and 59"],
  ["0 0 24 * * ?", "Hour values must be between 0 and 23"],
  ["0 0 0 32 * ?", "Day of month values must be between 1 and 31"],
  ["0 0 0 0 * ?", "Day of month values must be between 1 and 31"],
  ["0 0 0 ? 13 1", "Month values must be between 1 and 12"],
  ["0 0 0 ? * 8", "Day-of-Week values must be between 1 and 7"],
  ["0 0 0 * *", "unexpected end of expression at pos [9]."],
  ["", "unexpected end of expression at pos [0]."],
  ["0 0 0 * * *", "support for specifying both a day-of-week AND a day-of-month parameter is not implemented."],
  ["0 0 0 ? * ?", "'?' can only be specified for Day-of-Month -OR- Day-of-Week. at pos [1]"],
  ["? 0 0 * * ?", "'?' can only be specified for Day-of-Month or Day-of-Week. at pos [1]"],
  ["0 0 0 ? FOO 1", "illegal characters [FOO] at pos [0] '"],
  ["0 0/75 0 * * ?", "increment [75] > 60 at pos [0]"],
  ["@daily", "Unexpected character [@] at pos [0] "],
])("rejects %s", (expression, problem) => {
  expect(cronProblem(expression)).toBe(problem);
});
