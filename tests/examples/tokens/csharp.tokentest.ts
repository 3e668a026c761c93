/** The C# programs of the examples, checked without a compiler: their syntax, and the existence of each class, member and property in the SDK. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describePart } from "../../sdk/parts";
import { filesIn, run, temporary } from "../../sdk/running";
import { programsOf, root } from "./programs";

const programs = [...programsOf("csharp")];

describe("examples in C#", () => {
  it.each(programs)("%s are complete: one deployment with balanced brackets", (_name, code) => {
    const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    const count = (bracket: string) => bare.split(bracket).length;
    expect([count("{"), count("("), count("[")]).toEqual([count("}"), count(")"), count("]")]);
    expect(code.match(/Deployment\.RunAsync/g)).toHaveLength(1);
    expect(code).toContain("using Quartet = QuartetDev.Quartet;");
  });
});

describePart("go", "examples in C# and the .NET SDK", () => {
  const folder = temporary();
  afterAll(() => rmSync(folder, { recursive: true }));
  /** The code of each class or structure by its full name; nested ones belong to the code of the outer one. */
  const types = new Map<string, string>();
  let documents: string[] = [];

  beforeAll(() => {
    const inputs = ["-schema", join(root, "schema.json"), "-license", join(root, "LICENSE"), "-languages", "dotnet", "-out", folder];
    run(["go", "-C", join(root, "tools", "sdkgen"), "run", ".", ...inputs], { cwd: folder });
    documents = filesIn(folder)
      .filter((path) => path.endsWith(".cs"))
      .map((path) => readFileSync(join(folder, path), "utf8"));
    for (const text of documents) {
      const space = /^namespace ([\w.]+)/m.exec(text)?.[1] ?? "";
      const parts = text.split(/^ {4}public (?:(?:static|sealed|readonly|partial) )*(?:class|struct) /m).slice(1);
      for (const part of parts) types.set(`${space}.${/^\w+/.exec(part)?.[0] ?? ""}`, part);
    }
  });

  /** Whether the SDK has a class, or a class with this member. */
  const isKnown = (name: string) => {
    const dot = name.lastIndexOf(".");
    const home = types.get(name.slice(0, dot));
    return types.has(name) || (home !== undefined && new RegExp(`public static .*\\b${name.slice(dot + 1)}\\b`).test(home));
  };

  it("have the classes and members of the SDK", () => {
    const names = programs.flatMap(([, code]) => [...code.matchAll(/(?<![\w.])Quartet((?:\.\w+)+)/g)].map(([, name = ""]) => name));
    expect(names.length).toBeGreaterThan(programs.length);
    expect(names.filter((name) => !isKnown(`QuartetDev.Quartet${name}`))).toEqual([]);
    expect(isKnown("QuartetDev.Quartet.Search.GetSearchIngestProcessorBytes.Missing")).toBe(false);
  });

  it("set properties of the SDK", () => {
    const declared = new Set(
      documents.flatMap((text) => [...text.matchAll(/^ +public .*?(\w+)\n? *(?:\{ get;|$)/gm)].map(([, name]) => name)),
    );
    const set = programs.flatMap(([name, code]) =>
      [...code.matchAll(/^ +([A-Z]\w*) =/gm)].map(([, property = ""]) => `${name}: ${property}`),
    );
    expect(set.length).toBeGreaterThan(programs.length);
    expect(set.filter((line) => !declared.has(line.split(": ")[1]) && !line.endsWith(": DependsOn"))).toEqual([]);
  });

  it("are the only programs in the comments of the SDK", () => {
    const fences = documents.flatMap((text) => [...text.matchAll(/^ *\/\/\/ ```(\w+)$/gm)].map(([, language]) => language));
    expect([...new Set(fences)].sort()).toEqual(["csharp", "sh"]);
    expect(fences.filter((language) => language === "csharp").length).toBeGreaterThanOrEqual(programs.length);
  });
});
