// The programs of the examples in schema.json as files for the compilers of their languages.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { examplePath } from "../../../provider/tools/examples-text";
import { examples, schema } from "../../provider/tools/schema-file";
import { documentPrograms } from "../../support/document-programs";

export { root, schema } from "../../provider/tools/schema-file";

/** The programs of a language, of the examples and of documents: the code by a name that is an identifier, such as `search_SearchConnector`. */
export function programsOf(language: string): Map<string, string> {
  const found = examples.filter((example) => example.language === language);
  const ofTokens = found.map(({ token, code }) => [examplePath(token).replaceAll("/", "_"), `${code}\n`] as const);
  const ofDocuments = documentPrograms(language).map(([place, code]) => [place.replace(/\W/g, "_"), code] as const);
  return new Map([...ofTokens, ...ofDocuments]);
}

/** The least number of programs of a language: one for each resource, function and the method, and those of the documents. */
export function programCount(language: string): number {
  const { resources = {}, functions = {} } = schema;
  return Object.keys(resources).length + Object.keys(functions).length + documentPrograms(language).length;
}

/** Writes texts below a new temporary folder and returns the folder. */
export function writeFiles(files: Iterable<readonly [string, string]>): string {
  const folder = mkdtempSync(join(tmpdir(), "quartet-examples-"));
  for (const [name, text] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** What a command prints and whether it succeeds. */
export interface Checked {
  succeeds: boolean;
  output: string;
}

/** Runs a compiler in a folder. */
export function check(folder: string, [command = "", ...args]: readonly string[], variables: Record<string, string> = {}): Checked {
  const options = { cwd: folder, encoding: "utf8", env: { ...process.env, ...variables }, maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error !== undefined) throw error;
  return { succeeds: status === 0, output: `${stdout}${stderr}` };
}
