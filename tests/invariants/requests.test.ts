/** docs/benchmarks.md contains the requests that each operation sends. `npm run bench:requests` writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestsOf, tableOf, tokens, type Requests } from "./requests";
import { virtualTimeOfFile } from "../support/virtual-time";

virtualTimeOfFile();

const path = join(__dirname, "..", "..", "docs", "benchmarks.md");
const begin = "<!-- begin of the table that `npm run bench:requests` writes -->\n";
const end = "\n<!-- end of the requests -->";

test("the table of requests is up to date", async () => {
  const rows: Requests[] = [];
  for (const token of tokens) rows.push(await requestsOf(token));
  const document = readFileSync(path, "utf8");
  const [before = "", rest = ""] = document.split(begin);
  const [table, after] = rest.split(end);
  const current = tableOf(rows);
  const isWritten = process.env["WRITE_REQUESTS"] !== undefined && after !== undefined;
  if (isWritten) writeFileSync(path, `${before}${begin}${current}${end}${after}`);
  expect(isWritten ? current : table).toBe(current);
});
