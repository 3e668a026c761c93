// Environment variables that all modules read in the same way.
import { booleanVariable, firstVariable } from "../../../provider/kit/variables";

test("the first variable that is not empty takes precedence", () => {
  expect(firstVariable(["A", "B", "C"], { A: "", B: "b", C: "c" })).toEqual({ name: "B", text: "b" });
});

test("a boolean variable may be absent, and fails without its value if it is neither true nor false", () => {
  const read = (word?: string) => booleanVariable(["CHECKS"], { CHECKS: word });
  expect(["1", "t", "T", "true", "TRUE", " True "].map(read)).toEqual(Array(6).fill(true));
  expect(["0", "f", "F", "false", "FALSE", "False"].map(read)).toEqual(Array(6).fill(false));
  expect([undefined, "", " "].map(read)).toEqual([undefined, undefined, undefined]);
  for (const word of ["perhaps", "tRUE", "constructor"])
    expect(() => read(word)).toThrow("Configuration failed: environment variable CHECKS: expected true or false.");
});
