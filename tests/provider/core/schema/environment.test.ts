// Environment variables that all modules read in the same way.
import { homeDirectory, prefersEnvironment } from "../../../../provider/core/schema/environment";

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
