// `npm run bench:readme`: writes the table of bench/results.json into docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTable, type Results } from "./results";

const root = join(__dirname, "..");
const document = join(root, "docs", "benchmarks.md");
const results = JSON.parse(readFileSync(join(root, "bench", "results.json"), "utf8")) as Results;
writeFileSync(document, withTable(readFileSync(document, "utf8"), results));
