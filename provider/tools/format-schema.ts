// Command: `tsx provider/tools/format-schema.ts [--check]` puts schema.json into the form of the house, or says that it is not in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, writeOrCheck } from "./drift";
import { formatSchema } from "./schema-text";

const name = "schema.json";
writeOrCheck(name, formatSchema(readFileSync(join(root, name), "utf8")), "npx tsx provider/tools/format-schema.ts");
