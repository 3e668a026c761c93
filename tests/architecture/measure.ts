/** Counts of a source: functions and their lines, uses of `any`, imports; by the compiler's own parser. */
import { posix } from "node:path";
import ts from "typescript";
import type { File } from "./files";

const parse = ({ path, text }: File): ts.SourceFile => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

function nodes(top: ts.Node): ts.Node[] {
  const found = [top];
  const add = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, add);
  };
  ts.forEachChild(top, add);
  return found;
}

/** Returns the number of lines as an editor counts them. */
export const lines = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const isNamed = (node: ts.SignatureDeclaration): boolean =>
  node.name !== undefined ||
  ts.isConstructorDeclaration(node) ||
  ts.isVariableDeclaration(node.parent) ||
  ts.isPropertyAssignment(node.parent);

/** The lines of each function: of anything named, and of unnamed closures of more than four lines. */
export function functionLines(file: File): number[] {
  const source = parse(file);
  const line = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  return nodes(source).flatMap((node) => {
    if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return [];
    const count = line(node.getEnd()) - line(node.getStart()) + 1;
    return isNamed(node) || count > 4 ? [count] : [];
  });
}

/** Returns the number of occurrences of the type `any`. */
export const anys = (file: File): number => nodes(parse(file)).filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword).length;

const isOnlyTypes = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined || clause.isTypeOnly) return clause !== undefined;
  const named = clause.namedBindings;
  return (
    clause.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
};

function specifier(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
    return isOnlyTypes(node) ? undefined : (node.moduleSpecifier as ts.StringLiteral).text;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const isLate = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === "require";
  const [argument] = node.arguments;
  return isLate && argument !== undefined && ts.isStringLiteral(argument) ? argument.text : undefined;
}

/** Returns the files of `known` that a file imports for their values, statically or dynamically. */
export function imports(file: File, known: ReadonlySet<string>): string[] {
  return nodes(parse(file)).flatMap((node) => {
    const name = specifier(node);
    if (name === undefined || !name.startsWith(".")) return [];
    const path = posix.join(posix.dirname(file.path), name);
    return [path, `${path}.ts`, `${path}/index.ts`].filter((candidate) => known.has(candidate));
  });
}

/** The value below which the given share (0 to 1) of the numbers is; 0 for none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Returns the names that a file declares and exports. */
export const exportedNames = (file: File): string[] =>
  parse(file).statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.text];
  });
