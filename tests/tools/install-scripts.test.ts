/**
 * package.json decides for each package with an install script whether the script may run. npm 11 and newer print a warning for each
 * package without a decision; older versions ignore the member and run the scripts.
 */
import { read } from "./files";

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> };
const { packages } = JSON.parse(read("package-lock.json")) as Lock;
const withScript = Object.keys(packages)
  .filter((path) => packages[path]?.hasInstallScript === true)
  .map((path) => path.replace(/^.*node_modules\//, ""));

it("every package with an install script is decided on, and no other: the packages work without", () => {
  expect(withScript.length).toBeGreaterThan(0);
  expect(allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
});
