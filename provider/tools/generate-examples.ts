// Command: `tsx provider/tools/generate-examples.ts [--check]` writes the examples of examples/tokens, in every language, into the descriptions of schema.json, or reports that they differ.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, writeOrCheck } from "./drift";
import { examplePath, shownYaml, withExample, type ExamplePrograms } from "./examples-text";
import { formatSchema } from "./schema-text";

type Described = Record<string, { description?: string }>;

const name = "schema.json";
const folder = join(root, "examples", "tokens");

/** Runs one of the converters; the arguments are relative to its module. */
function converter(module: string, args: readonly string[], input = ""): string {
  return execFileSync("go", ["-C", join(root, module), "run", ".", ...args], {
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-buildvcs=false" },
  });
}

/** Returns the programs of every example by its path. */
function convert(): Record<string, ExamplePrograms> {
  const schema = ["-schema", join(root, name)];
  const programs = converter("tools/examplegen", [...schema, "-examples", folder]);
  return JSON.parse(converter("tools/examplegen/java", schema, programs)) as Record<string, ExamplePrograms>;
}

function yaml(path: string): string | undefined {
  const file = join(folder, `${path}.yaml`);
  return existsSync(file) ? shownYaml(readFileSync(file, "utf8")) : undefined;
}

/** Puts its example into each description of a table; a token without an example is an error. */
function fill(table: Described, programs: Record<string, ExamplePrograms>): void {
  for (const [token, entry] of Object.entries(table)) {
    const path = examplePath(token);
    const found = programs[path];
    if (found === undefined) throw new Error(`examples/tokens/${path}.yaml is missing: ${token} needs an example. Write one.`);
    entry.description = withExample(entry.description ?? "", { ...found, yaml: yaml(path) });
  }
}

const schema = JSON.parse(readFileSync(join(root, name), "utf8")) as { resources: Described; functions: Described };
const programs = convert();
fill(schema.resources, programs);
fill(schema.functions, programs);
const known = new Set([...Object.keys(schema.resources), ...Object.keys(schema.functions)].map(examplePath));
const unknownValue = Object.keys(programs).filter((path) => !known.has(path));
if (unknownValue.length > 0)
  throw new Error(`examples/tokens holds programs of no token: ${unknownValue.join(", ")}. Remove or rename them.`);
writeOrCheck(name, formatSchema(JSON.stringify(schema)), "npm run generate:examples");
