/** The licenses of bundled packages; the tests create the packages. */
import { join } from "node:path";
import { build } from "esbuild";
import { licenseCollector } from "../../tools/licenses";
import { folder, write as writeFile } from "./files";

let root: string;
beforeEach(() => {
  root = folder();
  write("LICENSE", "Apache License\nVersion 2.0");
});

const write = (file: string, text: string) => writeFile(join(root, file), text);

function addPackage(path: string, license: string, files: Record<string, string>) {
  const name = path.replace(/^.*node_modules\//, "");
  write(`node_modules/${path}/package.json`, JSON.stringify({ name, version: "1.2.3", license, main: "index.js", sideEffects: false }));
  for (const [file, text] of Object.entries(files)) write(`node_modules/${path}/${file}`, text);
}

/** Bundles a program and returns the text. */
async function licenses(program: string) {
  write("main.js", program);
  const collector = licenseCollector(root);
  const plugins = [collector.plugin];
  const outfile = join(root, "out.js");
  await build({ absWorkingDir: root, entryPoints: ["main.js"], bundle: true, format: "esm", logLevel: "silent", plugins, outfile });
  return collector.text();
}

const source = "export const value = process.pid;";
const use = (...names: string[]) => names.map((name, i) => `import { value as v${i} } from "${name}"; console.log(v${i});`).join("\n");

it("lists the packages with their license texts and notices, those of one text together", async () => {
  addPackage("b", "MIT", { "index.js": source, "license.md": "Text of MIT\n" });
  addPackage("@scope/a", "MIT", { "index.js": source, LICENSE: "Text of MIT\n" });
  addPackage("c", "ISC", { "index.js": source, "LICENCE.txt": "Text of ISC", "NOTICE.txt": "Notice of c" });
  const text = await licenses(use("b", "@scope/a", "c"));
  expect(text).toContain("\n@scope/a 1.2.3, MIT\nb 1.2.3, MIT\n");
  expect(text.split("Text of MIT")).toHaveLength(2);
  expect(text).toContain("\nc 1.2.3, ISC\n");
  expect(text).toContain("Text of ISC\n\nNotice of c\n");
});

it("lists a package inside of another one, and none that left no code", async () => {
  addPackage("outer", "MIT", { "index.js": 'export { value } from "inner";', LICENSE: "Outer" });
  addPackage("outer/node_modules/inner", "MIT", { "index.js": source, LICENSE: "Inner" });
  addPackage("unused", "MIT", { "index.js": "export const value = 1;", LICENSE: "Unused" });
  const text = await licenses(`import "unused"; ${use("outer")}`);
  expect(text).toContain("\ninner 1.2.3, MIT\n");
  expect(text).not.toContain("unused");
});

it("takes the licenses at the heads of sources if there is no file", async () => {
  const head = '// Copyright Example, Inc.\n//\n// Licensed under the Apache License, Version 2.0 (the "License").';
  addPackage("headed", "Apache-2.0", { "index.js": `"use strict";\n${head}\n\n// Other\n${source}` });
  const text = await licenses(use("headed"));
  expect(text).toContain(
    'Copyright Example, Inc.\n\nLicensed under the Apache License, Version 2.0 (the "License").\n\nApache License\nVersion 2.0\n',
  );
  expect(text).not.toContain("Other");
});

it("fails for a package without a license text", async () => {
  addPackage("bare", "MIT", { "index.js": source, NOTICE: "" });
  await expect(licenses(use("bare"))).rejects.toThrow("Licenses failed: bare 1.2.3, MIT: no license file and no license in its sources.");
});
