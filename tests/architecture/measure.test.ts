/** What counts as a function, an import, an import cycle. */
import { importCycles } from "./import-cycles";
import { anys, functionLines, imports, lines, percentile } from "./measure";

const file = (text: string, path = "provider/a.ts"): { path: string; text: string } => ({ path, text });

describe("functionLines", () => {
  it("counts what is named, however short, and unnamed closures of more than four lines", () => {
    const text = `const short = () => 1;\nclass A {\n  go() {\n    return 2;\n  }\n}\nrun(() => 3);\nrun(() => {\n  a();\n  b();\n  c();\n});\n`;
    expect(functionLines(file(text))).toEqual([1, 3, 5]);
  });

  it("ignores signatures without a body", () => {
    expect(functionLines(file("interface A { go(): void }\ndeclare function f(): void;\n"))).toEqual([]);
  });
});

describe("anys", () => {
  it("counts the type, not the word", () => {
    expect(anys(file('const any = "any"; // any\nlet x: any; const y = x as any;'))).toBe(2);
  });
});

describe("imports", () => {
  const known = new Set(["provider/b.ts", "provider/c/index.ts", "provider/d.ts"]);

  it("follows values: import, export from, import() and require, folders included", () => {
    const text = 'import { b } from "./b";\nexport * from "./c";\nconst d = () => import("./d");\nrequire("./b");\nimport "node:fs";';
    expect(imports(file(text), known)).toEqual(["provider/b.ts", "provider/c/index.ts", "provider/d.ts", "provider/b.ts"]);
  });

  it("does not follow types", () => {
    const text = 'import type { B } from "./b";\nimport { type C } from "./c";\nexport type { D } from "./d";';
    expect(imports(file(text), known)).toEqual([]);
  });
});

describe("importCycles", () => {
  it("finds a cycle behind other files, and none where imports only converge", () => {
    const cycle = { a: ["b"], b: ["c"], c: ["d"], d: ["b"] };
    const diamond = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] };
    expect(importCycles(new Map(Object.entries(cycle)))).toEqual([["b", "c", "d"]]);
    expect(importCycles(new Map(Object.entries(diamond)))).toEqual([]);
  });
});

describe("numbers", () => {
  it("takes the percentile of the sorted row, 0 of none", () => {
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(percentile([5, 1, 4, 2, 3], 0.9)).toBe(5);
    expect(percentile([], 0.5)).toBe(0);
  });

  it("counts lines as an editor does", () => {
    expect(lines("a\nb\n")).toBe(2);
    expect(lines("a\nb")).toBe(2);
  });
});
