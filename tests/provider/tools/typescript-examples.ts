// Type-checks programs that are given as text.
import { join } from "node:path";
import ts from "typescript";
import { root } from "./schema-file";

/** Returns the errors of each file, given as text by its path in the repository; one compilation for all of them. */
export function compileErrors(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): Map<string, string[]> {
  const texts = new Map([...files].map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists.call(host, name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile.call(host, name, target, ...rest) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, host);
  const errorsOf = (path: string) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(join(root, path)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  return new Map([...files.keys()].map((path) => [path, errorsOf(path)]));
}

/** Returns the errors of each program by its name, against the generated SDK, with the options of the programs that `pulumi new` makes. */
export function checkTypeScript(programs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const errors = compileErrors(new Map(programs.map(([, code], index) => [`example-${index}.ts`, code])), {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: ["node"],
    paths: { "pulumi-quartet": [join(root, "sdk/nodejs/index.ts")] },
  });
  return new Map([...errors.values()].map((found, index) => [programs[index]![0], found]));
}
