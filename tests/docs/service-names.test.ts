/** Code, documents, examples and the schema call the services by their names, and messages take the commands for settings from one place. */
import { filesBelow, read, type File } from "../architecture/files";

/** The matches in the files, each with its file; `code` leaves comments out. */
const found = (files: readonly File[], pattern: RegExp, code = false) =>
  files.flatMap(({ path, text }) => {
    const searched = code ? text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/gm, "") : text;
    return [...searched.matchAll(pattern)].map(([match]) => `${path}: ${match}`);
  });

const product = read(filesBelow("provider/**/*.ts"));

test("no text paraphrases the name of a service", () => {
  const files = [...read(filesBelow("*.md", "schema.json", "examples")), ...product];
  expect(files.length).toBeGreaterThan(500);
  expect(found(files, /\b(?:data[\s-]pipeline[\s-](?:account|service)|search[\s-]server)\b/gi)).toEqual([]);
});

test("messages of a module name its service, except in module cloud, where a service is an object of the API gateway", () => {
  const files = product.filter(({ path }) => /^provider\/modules\/(?:search|datapipeline|eventrouting)\//.test(path));
  expect(files.length).toBeGreaterThan(100);
  expect(found(files, /\bthe service\b(?! (?:for functions|type)).*/gi, true)).toEqual([]);
});

test("messages take commands for settings from configCommand, which quotes the path", () => {
  const files = product.filter(({ path }) => !path.endsWith("/config-command.ts"));
  expect(found(files, /\bconfig set (?:--|quartet).*/g, true)).toEqual([]);
});
