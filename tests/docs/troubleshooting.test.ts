/** The guide to troubleshooting quotes messages that occur: a test expects each of them, or the code contains it. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { top } from "./references";

const guide = readFileSync(join(top, "docs", "guides", "troubleshooting.md"), "utf8");

/** Returns the quoted texts of the first column, without what the guide replaces with "...". */
const quotations = guide
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Message"))
  .flatMap((line) => [...line.split(" | ")[0]!.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(top, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules") && !path.endsWith("troubleshooting.test.ts"))
    .map((path) => readFileSync(join(top, folder, path), "utf8"));
}

/** The code and the tests, with the quotation marks of their texts as users see them. */
const sources = ["provider", "tests"]
  .flatMap(sourcesBelow)
  .join("\n")
  .replaceAll(/\\(["'`])/g, "$1");

test("there is more than one table of messages", () => expect(quotations.length).toBeGreaterThan(40));

test.each(quotations)("%s", (quotation) => {
  const parts = quotation.split("...").map((part) => part.trim());
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});
