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
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const members = program
    .getSourceFiles()
    .filter((file) => isIn("contract", file))
    .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
    .filter(({ name }) => interfaces.split(" ").includes(name.text))
    .flatMap((type) => type.members.map((member) => [member, `${type.name.text}.${member.name!.getText()}`] as const));
  const users = new Map<ts.Node, { member: string; files: Set<string> }>(
    members.map(([node, member]) => [node, { member, files: new Set() }]),
  );
  const addUsers = (node: ts.Node): void => {
    for (const [type, name] of namesIn(node, checker)) {
      const symbols = (type?.isUnion() ? type.types : [type]).map((part) => part?.getProperty(name.getText()));
      for (const { declarations = [] } of symbols.filter((symbol) => symbol !== undefined))
        declarations.forEach((declaration) => users.get(declaration)?.files.add(node.getSourceFile().fileName));
    }
    ts.forEachChild(node, addUsers);
  };
  program
    .getSourceFiles()
    .filter((file) => isIn("modules", file))
    .forEach(addUsers);
  const few = [...users.values()].filter(({ files }) => files.size < 3).map(({ member }) => member);
  const [document] = read(["docs/decisions/contract-members.md"]);
  expect([...document!.text.matchAll(/^\| `([\w.]+)`/gm)].map(([, member]) => member).sort()).toEqual(few.sort());
});

const isIn = (layer: string, node: ts.Node) => node.getSourceFile().fileName.startsWith(join(top, "provider", layer));

/** Returns the names of members in a node, with the type that has them. */
function namesIn(node: ts.Node, checker: ts.TypeChecker): (readonly [ts.Type | undefined, ts.Node])[] {
  if (ts.isPropertyAccessExpression(node)) return [[checker.getTypeAtLocation(node.expression), node.name]];
  if (ts.isObjectBindingPattern(node))
    return node.elements.map(({ propertyName, name }) => [checker.getTypeAtLocation(node), propertyName ?? name]);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap(({ name }) => (name ? [[expectedType(node, checker), name] as const] : []));
}

/** Returns the type that an object literal has to have: in a spread, that of the object around it. */
function expectedType(node: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  let outer: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(outer) || ts.isBinaryExpression(outer) || ts.isCallExpression(outer)) outer = outer.parent;
  return ts.isSpreadAssignment(outer) ? expectedType(outer.parent, checker) : checker.getContextualType(node);
}
