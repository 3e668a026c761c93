/** Every reference to a document resolves to a file and an anchor of the repository. */
import {
  anchors,
  checkedDocuments,
  codeBelow,
  codeFolders,
  codeReferences,
  convertedFolders,
  documents,
  links,
  missingSources,
  oldReference,
  unresolved,
} from "./references";

const protocol = "docs/protocol.md";
const caseCount = 160;

test("references in code resolve", () => {
  const broken = codeBelow(codeFolders).flatMap(codeReferences).map(unresolved);
  expect(broken.filter((reason) => reason !== undefined)).toEqual([]);
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

test("source files that checked documents name exist", () => {
  const checked = documents().filter(({ path }) => checkedDocuments.includes(path));
  expect(checked.flatMap(({ path, text }) => missingSources(text).map((source) => `${path}: ${source}`))).toEqual([]);
  expect(missingSources("`core/diff.ts`, `core/no-such-file.ts`")).toEqual(["core/no-such-file.ts"]);
});

test("converted folders do not refer to sections of the former specifications", () => {
  const old = codeBelow(convertedFolders).flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) => (oldReference.test(line) ? [`${path}:${i + 1}`] : [])),
  );
  expect(old).toEqual([]);
});

test.each([
  ["See protocol 4.2.", true],
  ["(protocol, case 125)", true],
  ["eventrouting.md sections 8.2 and 10.2", true],
  ["search spec 5", true],
  ["cloud-resources.md 4.10", true],
  ["See docs/protocol.md#check.", false],
  ["the protocol of the engine", false],
])("%s is an old reference: %s", (text, old) => {
  expect(oldReference.test(text)).toBe(old);
});
