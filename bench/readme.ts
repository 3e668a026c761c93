// `npm run bench:readme`: writes the table of bench/results.json into the README.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTable, type Results } from "./results";

const root = join(__dirname, "..");
const readme = join(root, "README.md");
const results = JSON.parse(readFileSync(join(root, "bench", "results.json"), "utf8")) as Results;
writeFileSync(readme, withTable(readFileSync(readme, "utf8"), results));
