// The programs in the documents, which readers copy: README, the pages of the Pulumi Registry, and the guides.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

/** A program of a document: where it begins, and its text. */
type DocumentProgram = readonly [place: string, code: string];

const documents = ["README.md", ...["docs", "docs/guides"].flatMap((folder) => pagesIn(folder))];

function pagesIn(folder: string) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** What a program has, and another text of its language does not: a workflow, or code of the provider. */
const marks: Readonly<Record<string, RegExp>> = { yaml: /^(?:runtime|resources):/m, typescript: /from "pulumi-quartet"/ };

/** Returns the programs of a language. */
export function documentPrograms(language: string): DocumentProgram[] {
  return documents.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const fences = [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?\n)\`\`\`$`, "gm"))];
    const programs = fences.filter(([, code = ""]) => (marks[language] ?? /./).test(code));
    return programs.map(({ index, 1: code = "" }) => [`${path}:${text.slice(0, index).split("\n").length}`, code] as const);
  });
}
