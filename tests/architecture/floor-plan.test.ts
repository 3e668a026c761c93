/** Every module has the files and exports of the table in docs/architecture.md, and exported names have one meaning. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, handWritten, read, top, type File } from "./files";

const modules = ["search", "cloud", "datapipeline", "eventrouting"];
const [document] = read(["docs/architecture.md"]);
const tables = document!.text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The rows of the table of files: file, exports, and a cell for each module. */
const rows = tables.filter((cells) => cells.length === modules.length + 4 && cells[1]!.startsWith("`"));
/** The rows of the table of files that one module needs. */
const own = new Map(
  tables
    .filter((cells) => cells.length === 4 && modules.includes(quoted(cells[1]!)[0]!))
    .map((cells) => [quoted(cells[1]!)[0]!, quoted(cells[2]!)]),
);

/** Returns the names that a file declares at its top level after `start`, such as an export. */
const declaredNames = ({ text }: File, start: "export " | "") =>
  [...text.matchAll(new RegExp(`^${start}(?:abstract |async )*(?:const|let|function\\*?|class|interface|type|enum) (\\w+)`, "gm"))].map(
    ([, name]) => name!,
  );
const files = handWritten("provider");
const exportsOf = new Map(files.map((file) => [file.path, declaredNames(file, "export ")]));
const fileOf = (module: string, file: string) => {
  const path = `provider/modules/${module}/${file}`;
  return [path, path.replace(/\.ts$/, "/index.ts"), `${path}index.ts`].find((each) => exportsOf.has(each));
};

test.each(
  rows.flatMap(([, file = "", exports = "", ...cells]) =>
    modules.map((module, i) => [module, quoted(file)[0]!, quoted(exports), cells[i]!] as const),
  ),
)("%s: %s exports %j: %s", (module, file, names, cell) => {
  const path = fileOf(module, file);
  const exported = path === undefined ? [] : exportsOf.get(path)!;
  const isThere = path !== undefined && names.every((name) => exported.includes(name));
  expect([module, file, isThere]).toEqual([module, file, cell === "yes"]);
  expect(cell).toMatch(/^yes$|^no: (\S+ ){3}/);
});

test.each(modules)("%s has no other files", (module) => {
  const known = [...rows.map(([, file = ""]) => quoted(file)[0]!), ...(own.get(module) ?? [])].map((file) =>
    file.replace(/\/.*$|\.ts$/, ""),
  );
  const found = readdirSync(join(top, "provider", "modules", module)).map((name) => name.replace(/\.ts$/, ""));
  expect(found.filter((name) => !known.includes(name))).toEqual([]);
  expect(
    (own.get(module) ?? []).filter((name) => !filesBelow(`provider/modules/${module}`).some((path) => path.includes(`/${name}`))),
  ).toEqual([]);
});

test.each(modules)("%s: each resource is in a file of its name or a row of a table, and no folder has one file only", (module) => {
  const paths = filesBelow(`provider/modules/${module}`);
  const [index] = read(paths.filter((path) => path.endsWith("/resources/index.ts")));
  const imports = [...(index?.text ?? "").matchAll(/^import \{ ([A-Z]\w+) \} from "(.+)";/gm)];
  expect(imports.filter(([, name, path]) => !path!.endsWith(`/${name}`))).toEqual([]);
  const folders = paths.map((path) => path.replace(/\/[^/]+$/, ""));
  expect(folders.filter((folder) => paths.filter((path) => path.startsWith(`${folder}/`)).length === 1)).toEqual([]);
});

test("no exported name has two meanings: only the same file of several modules may share one", () => {
  const places = new Map<string, Set<string>>();
  for (const [path, names] of exportsOf) {
    const role = path.replace(/^provider\/modules\/\w+\//, "<module>/").replace(/\/index\.ts$|\.ts$/, "");
    for (const name of names) places.set(name, (places.get(name) ?? new Set()).add(role));
  }
  const twice = [...places].filter(([, roles]) => roles.size > 1).map(([name, roles]) => `${name}: ${[...roles].join(", ")}`);
  expect(twice).toEqual([]);
});

test("no local name is that of an export of the same layer or module, or of a layer that modules import", () => {
  const areaOf = (path: string) =>
    path
      .split("/")
      .slice(0, path.startsWith("provider/modules/") ? 3 : 2)
      .join("/");
  const shared = ["provider/contract", "provider/core", "provider/http", "provider/kit"];
  const twice = files.flatMap((file) => {
    const visible = [...exportsOf].filter(([path]) => path !== file.path && [areaOf(file.path), ...shared].includes(areaOf(path)));
    const exported = new Set(visible.flatMap(([, names]) => names));
    return declaredNames(file, "")
      .filter((name) => exported.has(name))
      .map((name) => `${file.path}: ${name}`);
  });
  expect(twice).toEqual([]);
});
