// The list of long suites in jest.config.cjs names files that exist: a renamed suite would run with the fast ones.
import { existsSync } from "node:fs";
import { top } from "../docs/references";

interface Project {
  displayName: string;
  testMatch: string[];
}

const { projects } = require("../../jest.config.cjs") as { projects: Project[] };

test("the list of long suites names files that exist", () => {
  const { testMatch } = projects.find(({ displayName }) => displayName === "long")!;
  const paths = testMatch.map((pattern) => pattern.replace("<rootDir>", top));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
