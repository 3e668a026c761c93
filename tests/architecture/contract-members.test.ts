/** docs/decisions/contract-members.md lists exactly the members of the contract that fewer than three files of the modules use. */
import { join } from "node:path";
import ts from "typescript";
import { read, top } from "./files";

/** What resources and functions implement, and what they receive. */
const interfaces =
  "Resource Identity ReadResult CreateRequest UpdateRequest NormalizeOptions PropertyTraits ValueRule Rules ProviderFunction ObjectCollection Module";

test("members of the contract with fewer than three users have a reason", () => {
  const { config } = ts.readConfigFile(join(top, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ["provider/modules"] }, ts.sys, top);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: undefined,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? ""),
    getProjectVersion: () => "1",
    getScriptVersion: () => "1",
  });
  const usersOf = (member: ts.TypeElement) => {
    const { fileName } = member.getSourceFile();
    const uses = service.findReferences(fileName, member.name!.getStart())!.flatMap(({ references }) => references);
    return new Set(uses.map((use) => use.fileName).filter((path) => isIn("modules", path)));
  };
  const few = service
    .getProgram()!
    .getSourceFiles()
    .filter(({ fileName }) => isIn("contract", fileName))
    .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
    .filter(({ name }) => interfaces.split(" ").includes(name.text))
    .flatMap(({ name, members }) =>
      members.filter((member) => usersOf(member).size < 3).map((member) => `${name.text}.${member.name!.getText()}`),
    );
  const [document] = read(["docs/decisions/contract-members.md"]);
  expect([...document!.text.matchAll(/^\| `([\w.]+)`/gm)].map(([, member]) => member).sort()).toEqual(few.sort());
});

const isIn = (layer: string, path: string) => path.startsWith(join(top, "provider", layer));
