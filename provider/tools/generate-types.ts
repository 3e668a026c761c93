// Command: `tsx provider/tools/generate-types.ts [--check]` writes provider/core/gen/types.ts from schema.json, or reports that it is out of date.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, writeOrCheck } from "./drift";
import { typesText } from "./types-text";

const schema = JSON.parse(readFileSync(join(root, "schema.json"), "utf8"));
writeOrCheck("provider/core/gen/types.ts", typesText(schema), "npx tsx provider/tools/generate-types.ts");
