/** What an import of the Python SDK loads, and that all names are found when a program uses them. See docs/decisions/lazy-python-imports.md. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describePart } from "./parts";

const root = join(__dirname, "..", "..");
const sdk = join(root, "sdk", "python");
const packages = ["cloud", "datapipeline", "eventrouting.v1", "search"].map((name) => `pulumi_quartet.${name}`);

describePart("python", "the Python SDK", (python) => {
  const run = (...args: readonly string[]) => {
    const variables = { PYTHONPATH: sdk, MYPYPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" };
    const { status, stdout, stderr } = spawnSync(python, args, { cwd: root, encoding: "utf8", env: { ...process.env, ...variables } });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
    return stdout;
  };
  const script = (name: string, ...args: readonly string[]): unknown => {
    const printed = run(join(__dirname, "python", `${name}.py`), ...args);
    return printed === "" ? undefined : JSON.parse(printed);
  };

  it.each(packages)("imports %s without another package, and without the tokens of its own", (name) => {
    const parents = name.split(".").map((_, index, names) => names.slice(0, index + 1).join("."));
    expect(script("loaded", name)).toEqual([...parents, "pulumi_quartet._utilities"].sort());
  });

  it("loads the module of a token on first use", () => {
    const loaded = script("loaded", "pulumi_quartet.search", "get_search_ingest_processor_set") as string[];
    expect(loaded.filter((name) => name.startsWith("pulumi_quartet.search."))).toEqual([
      "pulumi_quartet.search.get_search_ingest_processor_set",
    ]);
  });

  it.each(["pulumi_quartet", ...packages])("finds every name of %s", (name) => {
    const kinds = Object.entries(script("names", name) as Record<string, string>);
    expect(kinds.length).toBeGreaterThan(5);
    const functions = kinds.filter(([key]) => /^(get|simulate)_/.test(key));
    expect(functions.filter(([, kind]) => kind !== "function")).toEqual([]);
    expect(kinds.filter(([key, kind]) => /^[A-Z]/.test(key) && ["function", "module"].includes(kind))).toEqual([]);
  });

  it("keeps functions whose module is imported, and constructs by token", () => {
    expect(script("shadowing")).toBeUndefined();
  });
});
