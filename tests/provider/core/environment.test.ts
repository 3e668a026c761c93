// Environment variables that mean the same in every module.
import { homeDirectory, prefersEnvironment } from "../../../provider/core/environment";

test("HOME takes precedence over USERPROFILE", () => {
  expect(homeDirectory({ HOME: "/home/ann", USERPROFILE: "C:\\Users\\ann" })).toBe("/home/ann");
  expect(homeDirectory({ USERPROFILE: "C:\\Users\\ann" })).toBe("C:\\Users\\ann");
  expect(homeDirectory({})).toBeUndefined();
});

test("only the exact value of QUARTET_CREDENTIALS prefers the environment", () => {
  expect(prefersEnvironment({ QUARTET_CREDENTIALS: "environment" })).toBe(true);
  expect([{}, { QUARTET_CREDENTIALS: "" }, { QUARTET_CREDENTIALS: "Environment" }].map(prefersEnvironment)).toEqual([false, false, false]);
});
