// Names of objects: formatting, parsing, encoding, comparison. See docs/modules/eventrouting.md#names, docs/modules/eventrouting.md#requests and docs/modules/eventrouting.md#import.
import { sameReference, sameDeclaredReference } from "../../../../provider/modules/eventrouting/equality";
import {
  collectionName,
  expandReference,
  importIdViolation,
  nameOf,
  partsOf,
  requestPath,
} from "../../../../provider/modules/eventrouting/object-names";

const place = { project: "p", location: "l", id: "x" };
const name = "projects/p/locations/l/triggers/x";

test("equal names", () =>
  expect([nameOf("triggers", place), collectionName("triggers", place)]).toEqual([name, "projects/p/locations/l/triggers"]));

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

test("paths", () => {
  expect(requestPath("projects/p:q/locations/l@m/triggers/a b?#%", ":getIamPolicy")).toBe(
    "/v1/projects/p:q/locations/l@m/triggers/a%20b%3F%23%25:getIamPolicy",
  );
});

test.each(["projects/../locations", "projects/./x", "projects//x", ""])("%j cannot be addressed", (wrong) => {
  expect(() => requestPath(wrong)).toThrow(expect.objectContaining({ code: "invalid_argument" }) as Error);
});

test("short references", () => {
  expect(expandReference("partner", "channels", place)).toBe("projects/p/locations/l/channels/partner");
  expect(expandReference("a/b", "channels", place)).toBe("a/b");
});

test.each([
  ["x", "projects/p/x", true],
  ["projects/p/x", "x", true],
  ["x", "x", true],
  ["projects/p/x", "projects/q/x", false],
  ["x", "projects/p/y", false],
  ["projects/p/x", "projects/4711/x", true],
  ["projects/4711/x", "projects/p/x", true],
  ["projects/4711/x", "projects/4712/x", false],
  ["projects/4711/x", "projects/p/y", false],
  ["projects/4711/locations/l/channels/x", "projects/p/locations/m/channels/x", false],
  ["x", undefined, false],
])("%j and %j: %j", (left, right, expected) => expect(sameReference(left, right)).toBe(expected));

test.each([
  ["projects/p/x", "x", true],
  ["x", "x", true],
  ["x", "projects/p/x", false],
  ["projects/p/x", "y", false],
  ["projects/p/x", "projects/4711/x", true],
  ["projects/p/x", "projects/q/x", false],
])("%j, and %j is given: %j", (old, given, expected) => expect(sameDeclaredReference(old, given)).toBe(expected));
