// Compares the table of README.md with the suites: every case has a row, and the file that a row names has a test with the number.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const rows = readFileSync(join(__dirname, "README.md"), "utf8")
  .split("\n")
  .map((line) => /^\| (\d+) \| (\S+) \| (.*?) ?\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number, file, remark]) => ({ number: Number(number), file: file!, remark: remark! }));

const pathOf = (file: string) => (file.includes("/") ? join(__dirname, "..", "..", file) : join(__dirname, file));

/** Returns the numbers at the start of titles: `12: ...` and `12, 34: ...`. */
function numbersIn(file: string) {
  const titles = readFileSync(pathOf(file), "utf8").matchAll(/["'`]((?:\d+, )*\d+): /g);
  return new Set([...titles].flatMap(([, numbers]) => numbers!.split(", ").map(Number)));
}

test("every case has one row; one without a test has its reason", () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 160 }, (_, i) => i + 1));
  expect(rows.filter(({ file, remark }) => file === "-" && remark === "")).toEqual([]);
});

test("the file of every case has a title with its number", () => {
  const files = rows.filter(({ file }) => file !== "-");
  const numbers = new Map([...new Set(files.map(({ file }) => file))].map((file) => [file, numbersIn(file)]));
  expect(files.filter(({ file, number }) => !numbers.get(file)!.has(number))).toEqual([]);
});
