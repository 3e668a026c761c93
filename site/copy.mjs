/** Copies the documents to the folder from which the site is built. A folder's README.md becomes its index.md. */
import { cpSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pages = fileURLToPath(new URL("pages", import.meta.url));
rmSync(pages, { recursive: true, force: true });
cpSync(fileURLToPath(new URL("../docs", import.meta.url)), pages, { recursive: true });
for (const file of readdirSync(pages, { recursive: true, withFileTypes: true })) {
  if (file.name === "README.md") renameSync(join(file.parentPath, file.name), join(file.parentPath, "index.md"));
}
