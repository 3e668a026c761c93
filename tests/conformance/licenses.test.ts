/** THIRD-PARTY-LICENSES of the built plugin, compared with the installed packages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dependencies } from "../../package.json";

const root = join(__dirname, "..", "..");
const text = readFileSync(join(root, "provider", "bin", "THIRD-PARTY-LICENSES"), "utf8");
/** Titles and text of each section. */
const sections = text
  .split(/^={80}\n(?=.+ \d+\.\d+\.\d+, )/m)
  .slice(1)
  .map((section) => section.split(/^={80}$/m));
const titles = sections.flatMap(([head = ""]) => head.trim().split("\n"));

interface Locked {
  version?: string;
}
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Locked> };
const installed = new Set(
  Object.entries(lock.packages).map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")} ${version}`),
);

test("it lists every dependency, and tracing, in the versions of the lock file, each with its license text", () => {
  const names = titles.map((title) => title.replace(/ [^ ]+, .*$/, ""));
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), "@opentelemetry/sdk-trace-base"]));
  expect(titles.filter((title) => !installed.has(title.replace(/, .*$/, "")))).toEqual([]);
  const bodies = sections.map(([, body = ""]) => body);
  expect(bodies.filter((body) => body.length < 400 || !/licen[cs]e|permission/i.test(body))).toEqual([]);
});
