/** Every reference to a document resolves to a file and an anchor of the repository. */
import { anchors, codeBelow, codeFolders, codeReferences, documents, links, missingSources, unresolved } from "./references";

const protocol = "docs/protocol.md";
const caseCount = 160;

test("references in code resolve", () => {
  const found = codeBelow(codeFolders).flatMap(codeReferences);
  expect(found.length).toBeGreaterThan(50);
  expect(found.map(unresolved).filter((reason) => reason !== undefined)).toEqual([]);
});

test("relative links in documents resolve", () => {
  const found = documents().flatMap(links);
  expect(found.length).toBeGreaterThan(50);
  expect(found.map(unresolved).filter((reason) => reason !== undefined)).toEqual([]);
});

test("no document has an anchor twice", () => {
  const repeated = documents()
    .filter(({ path }) => path.startsWith("docs/"))
    .flatMap(({ path, text }) => {
      const ids = anchors(text);
      return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${path}#${id}`);
    });
  expect(repeated).toEqual([]);
});

test("the protocol document has every numbered case", () => {
  const text = documents().find(({ path }) => path === protocol)?.text ?? "";
  const cases = anchors(text).filter((id) => id.startsWith("case-"));
  expect(cases).toEqual(Array.from({ length: caseCount }, (_, i) => `case-${i + 1}`));
});

test("source files that documents name exist", () => {
  const paths = codeBelow([...codeFolders, "site"]).map(({ path }) => path);
  const missing = documents().flatMap(({ path, text }) => missingSources(text, paths).map((source) => `${path}: ${source}`));
  expect(missing).toEqual([]);
  expect(missingSources("`core/compare/diff.ts`, `core/no-such-file.ts`", paths)).toEqual(["core/no-such-file.ts"]);
});
