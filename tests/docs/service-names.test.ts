/** Code, documents, examples and the schema call the services by their names, and messages take the commands for settings from one place. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../architecture/files";

const filesOf = (...paths: string[]): string[] =>
  execFileSync("git", ["ls-files", ...paths], { cwd: top, encoding: "utf8" })
    .trim()
    .split("\n");

/** The matches in the files, each with its file; `code` leaves comments out. */
const found = (files: readonly string[], pattern: RegExp, code = false): string[] =>
  files.flatMap((file) => {
    const text = readFileSync(join(top, file), "utf8");
    const searched = code ? text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/gm, "") : text;
    return [...searched.matchAll(pattern)].map(([match]) => `${file}: ${match}`);
  });

const product = filesOf("provider/**/*.ts");

test("no text paraphrases the name of a service", () => {
  const files = [...filesOf("*.md", "schema.json", "examples"), ...product];
  expect(files.length).toBeGreaterThan(500);
  expect(found(files, /\b(?:data[\s-]pipeline[\s-](?:account|service)|search[\s-]server)\b/gi)).toEqual([]);
});

test("messages of a module name its service, except in module cloud, where a service is an object of the API gateway", () => {
  const files = product.filter((file) => /^provider\/modules\/(?:search|datapipeline|eventrouting)\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(found(files, /\bthe service\b(?! (?:for functions|type)).*/gi, true)).toEqual([]);
});

test("messages take commands for settings from configCommand, which quotes the path", () => {
  const files = product.filter((file) => !file.endsWith("/config-command.ts"));
  expect(found(files, /\bconfig set (?:--|quartet).*/g, true)).toEqual([]);
});
