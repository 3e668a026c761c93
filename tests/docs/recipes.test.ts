/** The recipes name the files that exist for every function and resource of the schema. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { schema } from "../provider/tools/schema-file";

const root = join(__dirname, "..", "..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A row of the table of files. */
interface Row {
  file: string;
  forRow: string | undefined;
}

function rowsOf(path: string): Row[] {
  const rows = [...text(path).matchAll(/^\| \d+ \| `([^`]+)` \|[^|]*\|(?: (yes|no) \|)?$/gm)];
  return rows.map(([, file = "", forRow]) => ({ file, forRow }));
}

interface Token {
  service: string;
  /** The module of the token, with its version: the folder of its example. */
  module: string;
  name: string;
}

function tokensOf(table: object | undefined): Token[] {
  const tokens = Object.keys(table ?? {}).map((token) => token.split(":"));
  return tokens
    .filter(([first]) => first === "quartet")
    .map(([, module = "", name = ""]) => ({ service: module.split("/")[0]!, module, name }));
}

/** Returns the names and the texts of all files below a path; a token may occur in either. */
function contentOf(path: string): string {
  if (!statSync(join(root, path)).isDirectory()) return text(path);
  return readdirSync(join(root, path))
    .map((name) => `${name}\n${contentOf(join(path, name))}`)
    .join("\n");
}

const contents = new Map<string, string>();

function mentions(path: string, name: string): boolean {
  if (!existsSync(join(root, path))) return false;
  const content = contents.get(path) ?? contentOf(path);
  contents.set(path, content);
  return content.includes(name);
}

/** Files that name every token of the service; the others depend on the token. */
const general = /^(schema\.json|provider\/modules\/<service>\/(functions|resources)\/$|examples\/)/;

const recipes: [path: string, tokens: Token[]][] = [
  ["docs/adding-a-function.md", tokensOf(schema.functions)],
  ["docs/adding-a-resource.md", tokensOf(schema.resources)],
];

describe.each(recipes)("%s", (path, tokens) => {
  const rows = rowsOf(path);

  it("states the number of its files, as CONTRIBUTING.md does", () => {
    const count = words[rows.length]!;
    expect(text(path).toLowerCase()).toContain(`you write ${count} files`);
    expect(text("CONTRIBUTING.md")).toMatch(new RegExp(`\\(${path}\\): ${count} files`));
  });

  it("names paths that exist for every service", () => {
    const services = [...new Set(tokens.map(({ service }) => service))];
    const paths = rows.map(({ file }) => file).filter((file) => !file.includes("<name>") && !file.startsWith("tests/samples"));
    const missing = paths.flatMap((file) => services.map((service) => file.replace("<service>", service)));
    expect(missing.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("names files of which each token has its part", () => {
    const files = rows.map(({ file }) => file).filter((file) => general.test(file));
    const missing = tokens.flatMap(({ service, module, name }) =>
      files
        .map((file) => file.replace("<service>", file.startsWith("examples/") ? module : service).replace("<name>", name))
        .filter((file) => (file.startsWith("examples/") ? !exampleExists(file) : !mentions(file, name)))
        .map((file) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test("the recipe of a function states the number of files of a row", () => {
  const count = rowsOf("docs/adding-a-function.md").filter(({ forRow }) => forRow === "yes").length;
  expect(text("docs/adding-a-function.md")).toContain(`${words[count]} for a row of a table`);
  expect(text("CONTRIBUTING.md")).toContain(`${words[count]} for a row of a table`);
});

/** An example is YAML, or PCL where YAML cannot express it. */
function exampleExists(path: string): boolean {
  return existsSync(join(root, path)) || existsSync(join(root, path.replace(/yaml$/, "pp")));
}
