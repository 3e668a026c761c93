// Command: `tsx provider/tools/format-schema.ts [--check]` formats schema.json, or reports that it is not formatted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, writeOrCheck } from "./drift";
import { formatSchema } from "./schema-text";

const name = "schema.json";
writeOrCheck(name, formatSchema(readFileSync(join(root, name), "utf8")), "npx tsx provider/tools/format-schema.ts");
