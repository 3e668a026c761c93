// Environment variables that all modules read in the same way.
import { booleanVariable, homeDirectory, prefersEnvironment } from "../../../../provider/core/schema/environment";

test("HOME takes precedence over USERPROFILE", () => {
  expect(homeDirectory({ HOME: "/home/ann", USERPROFILE: "C:\\Users\\ann" })).toBe("/home/ann");
  expect(homeDirectory({ USERPROFILE: "C:\\Users\\ann" })).toBe("C:\\Users\\ann");
  expect(homeDirectory({ HOME: "", USERPROFILE: "C:\\Users\\ann" })).toBe("C:\\Users\\ann");
  expect([{}, { HOME: "" }].map(homeDirectory)).toEqual([undefined, undefined]);
});

test("only the exact value of QUARTET_CREDENTIALS prefers the environment", () => {
  expect(prefersEnvironment({ QUARTET_CREDENTIALS: "environment" })).toBe(true);
  expect([{}, { QUARTET_CREDENTIALS: "" }, { QUARTET_CREDENTIALS: "Environment" }].map(prefersEnvironment)).toEqual([false, false, false]);
});

test("a boolean variable is false if it is not set, and fails without its value if it is neither true nor false", () => {
  const read = (word?: string): boolean => booleanVariable("CHECKS", { CHECKS: word });
  expect(["1", "t", "T", "true", "TRUE", " True "].map(read)).toEqual(Array(6).fill(true));
  expect([undefined, "", "0", "f", "F", "false", "FALSE", "False"].map(read)).toEqual(Array(8).fill(false));
  expect(() => read("perhaps")).toThrow("Configuration failed: environment variable CHECKS: expected true or false.");
});
