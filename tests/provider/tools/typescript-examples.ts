// Type-checks programs, given as text, against the generated SDK; one compilation for all of them.
import { join } from "node:path";
import ts from "typescript";
import { root } from "./schema-file";

/** As in the programs that `pulumi new` makes. */
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  types: ["node"],
  paths: { "pulumi-quartet": [join(root, "sdk/nodejs/index.ts")] },
};

/** Returns the errors of each program by its name; errors of the SDK count for every program. */
export function checkTypeScript(programs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const texts = new Map(programs.map(([, code], index) => [join(root, `example-${index}.ts`), code]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists.call(host, name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile.call(host, name, target, ...rest) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const faults = ts.getPreEmitDiagnostics(program);
  const own = (file: string): string[] =>
    faults.filter((fault) => fault.file?.fileName === file || !texts.has(fault.file?.fileName ?? "")).map(described);
  return new Map(programs.map(([name], index) => [name, own(join(root, `example-${index}.ts`))]));
}

const described = ({ file, messageText }: ts.Diagnostic): string =>
  `${file?.fileName ?? "compiler"}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
