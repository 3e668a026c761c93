// Names of objects: formatting, parsing, encoding, comparison. See docs/modules/eventrouting.md#names, docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#import.
import { equalReferences, equalDeclaredReferences } from "../../../../provider/modules/eventrouting/equality";
import { importIdViolation, partsOf, requestPath } from "../../../../provider/modules/eventrouting/ids";

const place = { project: "p", location: "l", id: "x" };
const name = "projects/p/locations/l/triggers/x";

test.each([name, `v1/${name}`, `/v1/${name}`, `https://eventarc.googleapis.com/v1/${name}`, ` ${name} `])("different names: %s", (text) => {
  expect(partsOf("triggers", text)).toEqual(place);
  expect(importIdViolation("triggers", text)).toBeUndefined();
});

test.each([
  "",
  "x",
  name.replace("triggers", "channels"),
  `${name}/y`,
  "projects//locations/l/triggers/x",
  `${name}/`,
  name.replace("projects", "folders"),
])("not a trigger: %j", (text) => {
  expect(partsOf("triggers", text)).toBeUndefined();
  expect(importIdViolation("triggers", text)).toContain(
    "expected projects/{project}/locations/{location}/triggers/{triggerId}, for example projects/",
  );
});

test.each(["projects/../locations", "projects/./x", "projects//x"])("%j cannot be addressed", (wrong) => {
  expect(() => requestPath(wrong)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
});

test.each([
  [equalReferences, "x", "projects/p/x", true],
  [equalReferences, "projects/p/x", "x", true],
  [equalReferences, "projects/p/x", "projects/q/x", false],
  [equalReferences, "x", "projects/p/y", false],
  [equalReferences, "projects/p/x", "projects/4711/x", true],
  [equalReferences, "projects/4711/x", "projects/p/x", true],
  [equalReferences, "projects/4711/x", "projects/4712/x", false],
  [equalReferences, "x", undefined, false],
  [equalDeclaredReferences, "projects/p/x", "x", true],
  [equalDeclaredReferences, "x", "projects/p/x", false],
  [equalDeclaredReferences, "projects/p/x", "projects/4711/x", true],
] as const)("%p of %j and %j: %j", (equals, left, right, expected) => expect(equals(left, right)).toBe(expected));
